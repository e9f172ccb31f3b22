import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimit } from './rate-limit';

const NOT_COUNTED = /^\/(health|metrics)(\/|$)/;

/** True for all paths but those of orchestrators and monitoring systems. */
export function isCounted(path: string): boolean {
  return !NOT_COUNTED.test(path);
}

/** Counts every request to a route, whatever its response. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly rateLimit: RateLimit) {}

  /** The reference, the files of pages and preflights are served before the guards. */
  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    return !isCounted(request.path) || this.rateLimit.count(request, http.getResponse<Response>());
  }
}
