import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimit } from './rate-limit';

/** Counts every request under /api, whatever becomes of it. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly rateLimit: RateLimit) {}

  /** Health and metrics stand outside of /api, the reference is answered before the guards, and so are preflights. */
  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    return !request.path.startsWith('/api') || this.rateLimit.count(request, http.getResponse<Response>());
  }
}
