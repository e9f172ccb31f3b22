import { Inject, Injectable } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { callerOf } from '../../kernel/principal';
import { TooManyRequests } from '../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { networkOf } from '../context/network';
import { currentContext } from '../context/request-context';
import type { Hits, HitStorage } from './memory-throttler-storage';

/** All phones of one access link together may send as many requests as this many of them. */
const LINK_BUDGETS = 10;

/**
 * One budget per principal over all routes: an API key or a phone with an access link, else the signed-in user, else the address. The headers are
 * those of the IETF's "RateLimit header fields for HTTP" draft.
 *
 * It counts in the storage that @nestjs/throttler's module is given. It does not use the library's guard, which has a
 * budget per route, and on every request looks up six decorators that no route here carries.
 */
@Injectable()
export class RateLimit {
  private readonly windowMs: number;
  private readonly windowSeconds: number;
  /** Of API keys, and of callers without a credential. */
  private readonly standard: Budget;
  private readonly session: Budget;

  constructor(
    @Inject(CONFIGURATION) { rateLimit, sessionRateLimit, rateLimitWindowSeconds }: Configuration,
    @Inject(getStorageToken()) private readonly storage: HitStorage,
  ) {
    this.windowMs = rateLimitWindowSeconds * 1000;
    this.windowSeconds = rateLimitWindowSeconds;
    this.standard = budgetOf(rateLimit, rateLimitWindowSeconds);
    this.session = budgetOf(sessionRateLimit, rateLimitWindowSeconds);
  }

  /**
   * Counts a request and puts the remaining budget into the headers of its response.
   *
   * @throws TooManyRequests when the budget is used up
   */
  async count(request: Request, response: Response): Promise<true> {
    const budget = this.budget();
    const hits = await this.storage.increment(bucketOf(request), this.windowMs, budget.limit);
    setHeaders(response, budget, hits);
    if (hits.totalHits > budget.limit) throw new TooManyRequests(hits.timeToExpire, 'The rate limit is exhausted.');
    await this.countLink(budget);
    return true;
  }

  /** A phone names itself, so that somebody could go on under ever new names: all phones of an access link count together, too. */
  private async countLink({ limit }: Budget): Promise<void> {
    const { principal } = currentContext();
    if (principal?.kind !== 'accessLink') return;
    const total = limit * LINK_BUDGETS;
    const hits = await this.storage.increment(`link:${principal.credentialId}`, this.windowMs, total);
    if (hits.totalHits > total)
      throw new TooManyRequests(hits.timeToExpire, 'The rate limit of the access link is exhausted.');
  }

  /** Puts the remaining budget into the headers of a response, for a request that is not counted. */
  async show(request: Request, response: Response): Promise<void> {
    const budget = this.budget();
    setHeaders(response, budget, await this.storage.look(bucketOf(request), this.windowMs, budget.limit));
  }

  private budget(): Budget {
    const { principal } = currentContext();
    // An operator may have set another limit for the organization, which each of its callers has.
    if (principal !== null && principal.rateLimit !== null) return budgetOf(principal.rateLimit, this.windowSeconds);
    return principal?.kind === 'session' ? this.session : this.standard;
  }
}

/** How many requests a caller may send in a window, and how a header says so. */
interface Budget {
  readonly limit: number;
  readonly policy: string;
}

function budgetOf(limit: number, windowSeconds: number): Budget {
  return { limit, policy: `"default";q=${limit};w=${windowSeconds}` };
}

function setHeaders(response: Response, { limit, policy }: Budget, { totalHits, timeToExpire }: Hits): void {
  response.setHeader('RateLimit-Policy', policy);
  response.setHeader('RateLimit', `"default";r=${Math.max(0, limit - totalHits)};t=${timeToExpire}`);
}

function bucketOf(request: Request): string {
  const { principal } = currentContext();
  return principal === null ? `address:${networkOf(request.ip)}` : callerOf(principal);
}
