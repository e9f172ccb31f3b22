import type { Transaction } from './transaction';

/** A transaction that opens when somebody asks for it: until then it holds no connection. */
export class LateTransaction {
  /** While it is open. */
  open: Transaction | null = null;
  /** Once somebody has asked. */
  readonly asked: Promise<void>;
  private readonly opened: Promise<Transaction>;
  private tellAsked!: () => void;
  private resolve!: (transaction: Transaction) => void;
  private reject!: (reason: unknown) => void;

  constructor() {
    this.asked = new Promise((resolve) => (this.tellAsked = resolve));
    this.opened = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    // Often nobody asks.
    this.opened.catch(() => undefined);
  }

  /** @throws whatever kept it from opening */
  ask(): Promise<Transaction> {
    this.tellAsked();
    return this.opened;
  }

  begin(transaction: Transaction): void {
    this.open = transaction;
    this.resolve(transaction);
  }

  /** @param reason what those are told who asked for it in vain */
  end(reason: unknown): void {
    this.open = null;
    this.reject(reason);
  }
}
