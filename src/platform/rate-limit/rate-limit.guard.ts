import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { TooManyRequests } from '../../kernel/problems';
import { networkOf } from '../context/network';
import { currentContext } from '../context/request-context';

/**
 * One budget per principal over all routes: an API key, else the signed-in user, else the address. The headers are
 * those of the IETF's "RateLimit header fields for HTTP" draft.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    reflector: Reflector,
  ) {
    super(options, storage, reflector);
  }

  protected override async handleRequest({ context, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    const hits = await this.storageService.increment(bucketOf(http.getRequest<Request>()), ttl, limit, ttl, 'default');
    const remaining = Math.max(0, limit - hits.totalHits);
    response.setHeader('RateLimit-Policy', `"default";q=${limit};w=${ttl / 1000}`);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${hits.timeToExpire}`);
    if (hits.totalHits > limit) throw new TooManyRequests(hits.timeToExpire, 'The rate limit is exhausted.');
    return true;
  }

  /** Health, metrics and the reference stand outside of /api's routes or are marked with SkipThrottle. */
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(!context.switchToHttp().getRequest<Request>().path.startsWith('/api'));
  }
}

function bucketOf(request: Request): string {
  const { principal } = currentContext();
  if (principal === null) return `address:${networkOf(request.ip)}`;
  return principal.kind === 'apiKey' ? `key:${principal.credentialId}` : `user:${principal.userId}`;
}
