import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { currentContext } from '../context/request-context';

/**
 * Limits every query of a request to the organization that its credential stands in. A public request has no
 * organization, and so no scope: its queries must state a reason.
 */
@Injectable()
export class TenantScopeInterceptor implements NestInterceptor {
  intercept(_execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const context = currentContext();
    if (context.principal !== null) context.scope = { organizationId: context.principal.organizationId };
    return next.handle();
  }
}
