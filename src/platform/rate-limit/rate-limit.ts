import { Inject, Injectable } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { callerOf } from '../../kernel/principal';
import { TooManyRequests } from '../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { networkOf } from '../context/network';
import { currentContext } from '../context/request-context';
import type { Hits, HitStorage } from './memory-throttler-storage';

/**
 * One budget per principal over all routes: an API key, else the signed-in user, else the address. The headers are
 * those of the IETF's "RateLimit header fields for HTTP" draft.
 *
 * It counts in the storage that @nestjs/throttler's module is given. It does not use the library's guard, which has a
 * budget per route, and on every request looks up six decorators that no route here carries.
 */
@Injectable()
export class RateLimit {
  private readonly limit: number;
  private readonly windowMs: number;
  private readonly policy: string;

  constructor(
    @Inject(CONFIGURATION) { rateLimit, rateLimitWindowSeconds }: Configuration,
    @Inject(getStorageToken()) private readonly storage: HitStorage,
  ) {
    this.limit = rateLimit;
    this.windowMs = rateLimitWindowSeconds * 1000;
    this.policy = `"default";q=${rateLimit};w=${rateLimitWindowSeconds}`;
  }

  /**
   * Counts a request and puts the remaining budget into the headers of its response.
   *
   * @throws TooManyRequests when the budget is used up
   */
  async count(request: Request, response: Response): Promise<true> {
    const { limit, windowMs } = this;
    const hits = await this.storage.increment(bucketOf(request), windowMs, limit);
    this.setHeaders(response, hits);
    if (hits.totalHits > limit) throw new TooManyRequests(hits.timeToExpire, 'The rate limit is exhausted.');
    return true;
  }

  /** Puts the remaining budget into the headers of a response, for a request that is not counted. */
  async show(request: Request, response: Response): Promise<void> {
    this.setHeaders(response, await this.storage.look(bucketOf(request), this.windowMs, this.limit));
  }

  private setHeaders(response: Response, { totalHits, timeToExpire }: Hits): void {
    response.setHeader('RateLimit-Policy', this.policy);
    response.setHeader('RateLimit', `"default";r=${Math.max(0, this.limit - totalHits)};t=${timeToExpire}`);
  }
}

function bucketOf(request: Request): string {
  const { principal } = currentContext();
  return principal === null ? `address:${networkOf(request.ip)}` : callerOf(principal);
}
