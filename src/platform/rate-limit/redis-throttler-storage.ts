import { createHash } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis, RedisClient } from '../redis/redis';
import { hitsOf, MemoryThrottlerStorage, type Hits, type HitStorage } from './memory-throttler-storage';

/** Counts and reads the window's time in one step in Redis, so that no two replicas get the same number. */
const COUNT = `
  local count = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return {count, left}`;
const COUNT_HASH = createHash('sha1').update(COUNT).digest('hex');

/**
 * Counts requests of all replicas together, in fixed windows that Redis keeps. While Redis is away this process counts
 * on its own, from nothing. The libraries' stores, such as @nest-lab/throttler-storage-redis, fail the request instead.
 */
@Injectable()
export class RedisThrottlerStorage implements HitStorage, OnModuleDestroy {
  private readonly own = new MemoryThrottlerStorage();

  constructor(private readonly redis: Redis) {}

  /** See {@link MemoryThrottlerStorage.increment}. */
  async increment(key: string, ttl: number, limit: number): Promise<Hits> {
    const counted = await this.redis.ask((client) => count(client, this.counterName(key, ttl), ttl));
    return counted === null ? this.own.increment(key, ttl, limit) : hitsOf(...counted, limit);
  }

  /** See {@link MemoryThrottlerStorage.look}. */
  async look(key: string, ttl: number, limit: number): Promise<Hits> {
    const name = this.counterName(key, ttl);
    const found = await this.redis.ask((client) => Promise.all([client.get(name), client.pTTL(name)]));
    if (found === null) return this.own.look(key, ttl, limit);
    const [hits, leftMs] = found;
    return leftMs > 0 ? hitsOf(Number(hits), leftMs, limit) : hitsOf(0, ttl, limit);
  }

  onModuleDestroy(): void {
    this.own.onModuleDestroy();
  }

  /** The length is part of the name: when the setting changes, an old, longer window ends at once. */
  private counterName(key: string, windowMs: number): string {
    return this.redis.prefixed(`rate:${windowMs}:${key}`);
  }
}

/** @returns the number of hits, and how many milliseconds are left */
async function count(client: RedisClient, name: string, windowMs: number): Promise<[number, number]> {
  const options = { keys: [name], arguments: [String(windowMs)] };
  try {
    return (await client.evalSha(COUNT_HASH, options)) as [number, number];
  } catch (error) {
    // A Redis that has just started does not know the script yet.
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return (await client.eval(COUNT, options)) as [number, number];
  }
}
