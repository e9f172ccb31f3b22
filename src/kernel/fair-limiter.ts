import { firstOf, valueAt } from './lists';
import { Unavailable } from './problems';

/** How much work may run at once, and how long the rest waits. */
export interface FairLimits {
  /** Over all keys. */
  readonly total: number;
  readonly perKey: number;
  readonly timeoutMs: number;
}

/**
 * A bulkhead: limits how much work runs at once in this process, in total and per key. The rest waits, in order within
 * a key and round robin between keys, so that no key waits behind another's backlog.
 *
 * By hand because p-limit has one queue, in which all wait behind one's backlog, and no timeout for what waits.
 */
export class FairLimiter {
  private readonly active = new Map<string, number>();
  /** By key; the key to be served next comes first. */
  private readonly waiting = new Map<string, Set<() => void>>();
  private activeTotal = 0;

  constructor(private readonly limits: FairLimits) {}

  /**
   * Runs `work` as soon as the limits allow. `work` must not call the same limiter: it could wait for itself.
   *
   * @param signal ends the wait: the promise is then rejected with the signal's reason
   * @throws Unavailable after the timeout; whatever `work` throws
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.isFree(key)) this.begin(key);
    else await this.wait(key, signal);
    try {
      return await work();
    } finally {
      this.end(key);
    }
  }

  private isFree(key: string): boolean {
    return this.activeTotal < this.limits.total && this.activeOf(key) < this.limits.perKey;
  }

  private activeOf(key: string): number {
    return this.active.get(key) ?? 0;
  }

  private begin(key: string): void {
    this.activeTotal++;
    this.active.set(key, this.activeOf(key) + 1);
  }

  private end(key: string): void {
    this.activeTotal--;
    const left = this.activeOf(key) - 1;
    if (left > 0) this.active.set(key, left);
    else this.active.delete(key);
    this.startNext();
  }

  /** Starts the first work of the first key that is below its limit. */
  private startNext(): void {
    for (const [key, queue] of this.waiting) {
      if (!this.isFree(key)) continue;
      const call = firstOf(queue);
      this.dequeue(key, call);
      if (queue.size > 0) {
        this.waiting.delete(key);
        this.waiting.set(key, queue);
      }
      this.begin(key);
      call();
      return;
    }
  }

  private wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, queue);
    return new Promise((resolve, reject) => {
      const call = () => {
        stopWaiting();
        resolve();
      };
      const giveUp = (reason: Error) => {
        stopWaiting();
        this.dequeue(key, call);
        reject(reason);
      };
      const timeOut = () => giveUp(new Unavailable('The service is busy with other requests. Try again.'));
      const timer = setTimeout(timeOut, this.limits.timeoutMs);
      const abandon = () => giveUp(signal?.reason as Error);
      signal?.addEventListener('abort', abandon);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
      };
      queue.add(call);
    });
  }

  private dequeue(key: string, call: () => void): void {
    const queue = valueAt(this.waiting, key);
    queue.delete(call);
    if (queue.size === 0) this.waiting.delete(key);
  }
}
