import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';

/** What the library asks of a count of hits; times are in seconds. */
export interface Hits {
  totalHits: number;
  timeToExpire: number;
  isBlocked: boolean;
  timeToBlockExpire: number;
}

/** Where requests are counted: the library's interface, and one more method for requests that are not counted. */
export interface HitStorage extends ThrottlerStorage {
  increment(key: string, ttl: number, limit: number): Promise<Hits>;
  /** The state of a key without counting a hit. */
  look(key: string, ttl: number, limit: number): Promise<Hits>;
}

interface Window {
  count: number;
  endsAt: number;
}

const SWEEP_INTERVAL_MS = 30_000;

/**
 * Counts requests of this process in fixed windows. @nestjs/throttler's own store keeps a timer per hit, with the
 * request's context, and never deletes a key; this one is a map that is swept.
 */
@Injectable()
export class MemoryThrottlerStorage implements HitStorage, OnModuleDestroy {
  private readonly windows = new Map<string, Window>();
  private readonly sweeper = setInterval(() => this.sweep(), SWEEP_INTERVAL_MS).unref();

  /**
   * @param ttl the window, in milliseconds
   * @returns how often the key was hit in its window, and in how many seconds that ends
   */
  increment(key: string, ttl: number, limit: number): Promise<Hits> {
    const now = milliseconds();
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) this.windows.set(key, (window = { count: 0, endsAt: now + ttl }));
    window.count++;
    return Promise.resolve(hitsOf(window.count, window.endsAt - now, limit));
  }

  look(key: string, ttl: number, limit: number): Promise<Hits> {
    const now = milliseconds();
    const window = this.windows.get(key);
    const isOpen = window !== undefined && window.endsAt > now;
    return Promise.resolve(isOpen ? hitsOf(window.count, window.endsAt - now, limit) : hitsOf(0, ttl, limit));
  }

  onModuleDestroy(): void {
    clearInterval(this.sweeper);
  }

  private sweep(): void {
    const now = milliseconds();
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
  }
}

/**
 * A monotonic clock: a machine that sets its time back must not lock callers out. Whole numbers, so that sums are
 * exact.
 */
const milliseconds = () => Math.floor(performance.now());

/**
 * @param count how often a key was hit in its window
 * @param leftMs how long the window stays open
 */
export function hitsOf(count: number, leftMs: number, limit: number): Hits {
  const timeToExpire = Math.ceil(leftMs / 1000);
  const isBlocked = count > limit;
  return { totalHits: count, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
}
