import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { getStorageToken, type ThrottlerStorage } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { callerOf } from '../../kernel/principal';
import { TooManyRequests } from '../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { networkOf } from '../context/network';
import { currentContext } from '../context/request-context';

/**
 * One budget per principal over all routes: an API key, else the signed-in user, else the address. The headers are
 * those of the IETF's "RateLimit header fields for HTTP" draft.
 *
 * It counts with @nestjs/throttler's storage, but is not its guard: that one has a budget per route, and looks up six
 * decorators on every request that no route here carries.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limit: number;
  private readonly windowMs: number;
  private readonly policy: string;

  constructor(
    @Inject(CONFIGURATION) { rateLimit, rateLimitWindowSeconds }: Configuration,
    @Inject(getStorageToken()) private readonly storage: ThrottlerStorage,
  ) {
    this.limit = rateLimit;
    this.windowMs = rateLimitWindowSeconds * 1000;
    this.policy = `"default";q=${rateLimit};w=${rateLimitWindowSeconds}`;
  }

  /** Health, metrics and the reference stand outside of /api's routes and are not counted. */
  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    return !request.path.startsWith('/api') || this.count(request, http.getResponse<Response>());
  }

  private async count(request: Request, response: Response): Promise<boolean> {
    const { limit, windowMs } = this;
    const hits = await this.storage.increment(bucketOf(request), windowMs, limit, windowMs, 'default');
    response.setHeader('RateLimit-Policy', this.policy);
    response.setHeader('RateLimit', `"default";r=${Math.max(0, limit - hits.totalHits)};t=${hits.timeToExpire}`);
    if (hits.totalHits > limit) throw new TooManyRequests(hits.timeToExpire, 'The rate limit is exhausted.');
    return true;
  }
}

function bucketOf(request: Request): string {
  const { principal } = currentContext();
  return principal === null ? `address:${networkOf(request.ip)}` : callerOf(principal);
}
