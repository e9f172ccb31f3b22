import type { PoolClient } from 'pg';
import { settleAll } from '../../kernel/settle-all';

/** The most entries of a kind that one statement writes: building a larger one would block the event loop. */
const MAX_AT_ONCE = 1_000;

/** Writes the entries that collected while a unit of work ran, in one go. */
export interface Flush<Entry> {
  (entries: readonly Entry[], transaction: Transaction): Promise<void>;
  /** Reads what it needs from the database. */
  prepare?(entries: readonly Entry[], transaction: Transaction): Promise<void>;
}

type Pending = [flush: Flush<never>, entries: unknown[]];

/** As much of it as one statement writes. */
function first([flush, entries]: Pending): Pending {
  return [flush, entries.slice(0, MAX_AT_ONCE)];
}

/** What is left behind that, if anything. */
function rest([flush, entries]: Pending): Pending[] {
  return entries.length > MAX_AT_ONCE ? [[flush, entries.slice(MAX_AT_ONCE)]] : [];
}

/**
 * One open database transaction. Entries that every change leaves behind (audit, outbox) collect here and are written
 * together right before the commit: one statement per kind, unless there are very many, and atomically with the change.
 */
export class Transaction {
  private entries = new Map<Flush<never>, unknown[]>();
  private commitListeners: (() => void)[] = [];
  private savepoints = 0;
  private unawaited: Promise<unknown>[] = [];
  private failure: unknown;
  /** How often a part of it was undone: what was read or written in that part is not so any more. */
  rollbacks = 0;

  constructor(
    /** The connection, for hand-written statements. It is pipelined: statements run in the order sent. */
    readonly client: PoolClient,
    /** Nothing that it writes was read from the clock long before. */
    readonly begunAt: Date,
    /** Whether it began outside of the scope of one organization. */
    readonly isUnscoped: boolean,
  ) {}

  /** Hands `entry` to `flush` before the commit, together with the others that were handed to the same function. */
  defer<Entry>(flush: Flush<Entry>, entry: Entry): void {
    const entries = this.entries.get(flush as Flush<never>) ?? [];
    entries.push(entry);
    this.entries.set(flush as Flush<never>, entries);
  }

  /**
   * Leaves waiting for a statement, which was sent, to the end of the unit of work: what follows is sent right behind it,
   * without another round trip. Its failure is that of the unit of work, whatever fails because of it.
   */
  awaitAtEnd(statement: Promise<unknown>): void {
    statement.catch((error: unknown) => (this.failure ??= error));
    this.unawaited.push(statement);
  }

  /** Waits for what was left to {@link awaitAtEnd}. @throws the reason of the first that failed */
  async awaitAll(): Promise<void> {
    const statements = this.unawaited;
    this.unawaited = [];
    if (statements.length > 0) await settleAll(statements);
  }

  /** Why something failed: because of a statement that was left to {@link awaitAtEnd}, or for its own reason. */
  causeOf(error: unknown): unknown {
    return this.failure ?? error;
  }

  /** Calls `listener` once the transaction is committed. A listener must not throw: nothing can be undone any more. */
  afterCommit(listener: () => void): void {
    this.commitListeners.push(listener);
  }

  /** Writes what was deferred so far. What is deferred meanwhile was not prepared, and is left to the next flush. */
  async flush(): Promise<void> {
    for (let pending = this.take(); pending.length > 0; pending = pending.flatMap(rest)) {
      const next = pending.map(first);
      await this.prepareAll(next);
      await this.writeAll(next);
    }
  }

  /** Reads what the deferred entries need before they can be written. */
  prepare(): Promise<unknown> {
    return this.prepareAll([...this.entries]);
  }

  /** Writes what was deferred, but leaves as much of each kind as {@link flushNext} writes at once. */
  async flushSurplus(): Promise<void> {
    while ([...this.entries.values()].some((entries) => entries.length > MAX_AT_ONCE)) await this.flushNext();
  }

  /** Writes what was deferred first, in one statement of each kind. They are sent before this returns. */
  flushNext(): Promise<unknown> {
    const pending = this.take();
    this.entries = new Map(pending.flatMap(rest));
    return this.writeAll(pending.map(first));
  }

  private take(): Pending[] {
    const pending = [...this.entries];
    this.entries = new Map();
    return pending;
  }

  private prepareAll(pending: readonly Pending[]): Promise<unknown> {
    return Promise.all(pending.map(async ([flush, entries]) => flush.prepare?.(entries as never[], this)));
  }

  private writeAll(pending: readonly Pending[]): Promise<unknown> {
    return Promise.all(pending.map(([flush, entries]) => flush(entries as never[], this)));
  }

  notifyCommitted(): void {
    for (const listener of this.commitListeners) listener();
  }

  /**
   * Runs `work` so that its failure undoes only `work`: its rows, its deferred entries and its commit listeners.
   *
   * @throws whatever `work` throws, after it was undone
   */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const entries = new Map([...this.entries].map(([flush, list]): [Flush<never>, unknown[]] => [flush, [...list]]));
    const listeners = [...this.commitListeners];
    const name = `work_${++this.savepoints}`;
    const begun = this.client.query(`SAVEPOINT ${name}`);
    try {
      const [, result] = await settleAll([begun, work()] as const);
      await this.awaitAll();
      // Not waited for: if it fails, so does the transaction, which the commit or an outer savepoint notices.
      this.client.query(`RELEASE SAVEPOINT ${name}`).catch(() => undefined);
      return result;
    } catch (error) {
      await this.client.query(`ROLLBACK TO SAVEPOINT ${name}`);
      this.rollbacks++;
      this.entries = entries;
      this.commitListeners = listeners;
      const cause = this.causeOf(error);
      this.failure = undefined;
      this.unawaited = [];
      throw cause;
    }
  }
}
