import { Unavailable } from './problems';

/** How much may go on at once, and how long the rest waits. */
export interface FairLimits {
  /** In all. */
  readonly total: number;
  /** Under one name. */
  readonly perKey: number;
  readonly timeoutMs: number;
}

/**
 * Lets only so much work go on at once within this process, and only so much of it under one name. The rest waits: work
 * of one name in the order it came, and the names in turn, so that none waits behind all that another has brought.
 */
export class FairLimiter {
  private readonly active = new Map<string, number>();
  /** By name; the name whose turn is next stands first. */
  private readonly waiting = new Map<string, Set<() => void>>();
  private activeTotal = 0;

  constructor(private readonly limits: FairLimits) {}

  /**
   * Runs `work` when its turn comes. Work that has a turn must not ask the same object for another.
   *
   * @param signal ends the wait: the promise is then rejected with the signal's reason
   * @throws Unavailable after the patience; whatever `work` throws
   */
  async run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.isFree(name)) this.begin(name);
    else await this.wait(name, signal);
    try {
      return await work();
    } finally {
      this.end(name);
    }
  }

  private isFree(name: string): boolean {
    return this.activeTotal < this.limits.total && this.activeOf(name) < this.limits.perKey;
  }

  private activeOf(name: string): number {
    return this.active.get(name) ?? 0;
  }

  private begin(name: string): void {
    this.activeTotal++;
    this.active.set(name, this.activeOf(name) + 1);
  }

  private end(name: string): void {
    this.activeTotal--;
    const left = this.activeOf(name) - 1;
    if (left > 0) this.active.set(name, left);
    else this.active.delete(name);
    this.callNext();
  }

  /** There is room for one more: starts the first work of the first name that may have another. */
  private callNext(): void {
    for (const [name, queue] of this.waiting) {
      if (!this.isFree(name)) continue;
      const [call] = queue;
      this.leave(name, call!);
      if (queue.size > 0) {
        this.waiting.delete(name);
        this.waiting.set(name, queue);
      }
      this.begin(name);
      call!();
      return;
    }
  }

  private wait(name: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.waiting.get(name) ?? new Set();
    this.waiting.set(name, queue);
    return new Promise((resolve, reject) => {
      const call = () => {
        stopWaiting();
        resolve();
      };
      const giveUp = (reason: Error) => {
        stopWaiting();
        this.leave(name, call);
        reject(reason);
      };
      const timeOut = () => giveUp(new Unavailable('The service is busy with other requests. Try again.'));
      const timer = setTimeout(timeOut, this.limits.timeoutMs);
      const abandon = () => giveUp(signal!.reason as Error);
      signal?.addEventListener('abort', abandon);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
      };
      queue.add(call);
    });
  }

  private leave(name: string, call: () => void): void {
    const queue = this.waiting.get(name)!;
    queue.delete(call);
    if (queue.size === 0) this.waiting.delete(name);
  }
}
