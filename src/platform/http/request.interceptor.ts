import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import { TenantScopeInterceptor } from '../tenancy/tenant-scope.interceptor';

/**
 * The one interceptor that Nest knows of: it puts the two that every request passes behind one another. Nest wraps each
 * interceptor of a route in observables of its own, which costs every request several percent of its time (as
 * `node bench/profile.js` shows).
 */
@Injectable()
export class RequestInterceptor implements NestInterceptor {
  constructor(
    private readonly tenantScope: TenantScopeInterceptor,
    private readonly idempotency: IdempotencyInterceptor,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    return this.tenantScope.intercept(execution, { handle: () => this.idempotency.intercept(execution, next) });
  }
}
