import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimit } from './rate-limit';

const NOT_COUNTED = /^\/(health|metrics)(\/|$)/;

/** Whether requests for a path are counted: all are but those of orchestrators and monitoring systems. */
export function isCounted(path: string): boolean {
  return !NOT_COUNTED.test(path);
}

/** Counts every request that a route answers, whatever becomes of it. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly rateLimit: RateLimit) {}

  /** The reference and the files of pages are answered before the guards, and so are preflights. */
  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    return !isCounted(request.path) || this.rateLimit.count(request, http.getResponse<Response>());
  }
}
