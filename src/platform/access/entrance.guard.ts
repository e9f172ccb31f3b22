import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { JsonBodyGuard } from '../http/json-body.guard';
import { isKept, isKeyed } from '../idempotency/keyed-request';
import { AccessGuard } from './access.guard';

/**
 * The last two guards behind one another: may they, and what do they send. What they refuse to a request with an
 * Idempotency-Key is put aside for the interceptor that keeps answers; Nest runs interceptors only for requests that its
 * guards let in.
 */
@Injectable()
export class EntranceGuard implements CanActivate {
  constructor(
    private readonly access: AccessGuard,
    private readonly body: JsonBodyGuard,
  ) {}

  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    if (isKeyed(request)) return this.letInOrPutAside(execution, request);
    return this.access.canActivate(execution) && this.body.canActivate(execution);
  }

  /** Reads the body of a caller who may not come in too: it tells this request from another under the same key. */
  private async letInOrPutAside(execution: ExecutionContext, request: Request): Promise<boolean> {
    for (const guard of [this.access, this.body]) {
      try {
        await guard.canActivate(execution);
      } catch (error) {
        if (!isKept(error)) throw error;
        request.refusal ??= error;
      }
    }
    return true;
  }
}
