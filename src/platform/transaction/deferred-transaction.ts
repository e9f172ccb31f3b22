import type { Transaction } from './transaction';

/** A transaction that opens on demand: until then it occupies no connection. */
export class DeferredTransaction {
  /** The transaction while it is open, else null. */
  open: Transaction | null = null;
  /** Resolves once it has been asked for. */
  readonly asked: Promise<void>;
  private readonly opened: Promise<Transaction>;
  private notifyAsked!: () => void;
  private resolve!: (transaction: Transaction) => void;
  private reject!: (reason: unknown) => void;

  constructor() {
    this.asked = new Promise((resolve) => (this.notifyAsked = resolve));
    this.opened = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    // Without a call of `ask` the rejection would be unhandled.
    this.opened.catch(() => undefined);
  }

  /** @throws whatever kept it from opening */
  ask(): Promise<Transaction> {
    this.notifyAsked();
    return this.opened;
  }

  begin(transaction: Transaction): void {
    this.open = transaction;
    this.resolve(transaction);
  }

  /** @param reason what {@link ask} throws if the transaction has never opened */
  end(reason: unknown): void {
    this.open = null;
    this.reject(reason);
  }
}
