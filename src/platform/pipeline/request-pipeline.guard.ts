import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { JsonBodyGuard } from '../bodies/json-body.guard';
import { currentContext } from '../context/request-context';
import { isKept, isKeyed } from '../idempotency/keyed-request';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard';
import { AccessGuard } from '../access/access.guard';
import { AuthenticationGuard } from '../access/authentication.guard';
import { requireExpectedOrganization } from '../access/expected-organization';

/**
 * The only guard that Nest calls, because each one costs every request some promises. It authenticates the caller,
 * applies the rate limit, compares the organization that the request expects, checks access and reads the body. For a request with an Idempotency-Key it defers an error of
 * the last two to the interceptor that stores responses, because Nest runs interceptors only for requests that pass its
 * guards.
 */
@Injectable()
export class RequestPipelineGuard implements CanActivate {
  constructor(
    private readonly authentication: AuthenticationGuard,
    private readonly rateLimit: RateLimitGuard,
    private readonly access: AccessGuard,
    private readonly body: JsonBodyGuard,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    for (const guard of [this.authentication, this.rateLimit]) if (!(await guard.canActivate(execution))) return false;
    const request = execution.switchToHttp().getRequest<Request>();
    this.requireExpectedOrganization(request);
    if (isKeyed(request)) return this.admitOrDefer(execution, request);
    return this.access.canActivate(execution) && this.body.canActivate(execution);
  }

  /** An error is not stored under an Idempotency-Key: the request can be sent again from the right organization. */
  private requireExpectedOrganization(request: Request): void {
    const { principal } = currentContext();
    if (principal !== null && request.authenticationError === undefined)
      requireExpectedOrganization(request, principal);
  }

  /** Reads the body even without access, because it distinguishes this request from others under the same key. */
  private async admitOrDefer(execution: ExecutionContext, request: Request): Promise<boolean> {
    for (const guard of [this.access, this.body]) {
      try {
        await guard.canActivate(execution);
      } catch (error) {
        if (!isKept(error)) throw error;
        request.deferredRejection ??= error;
      }
    }
    return true;
  }
}
