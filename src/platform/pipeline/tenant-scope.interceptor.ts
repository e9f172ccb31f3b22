import { Injectable, type ExecutionContext } from '@nestjs/common';
import { currentContext } from '../context/request-context';
import { PromiseInterceptor, type Next } from '../http/promise-interceptor';

/**
 * Limits every query of a request to the organization of its credential. A public request has no
 * organization, and so no scope: its queries must state a reason.
 */
@Injectable()
export class TenantScopeInterceptor extends PromiseInterceptor {
  around(_execution: ExecutionContext, next: Next): Promise<unknown> {
    const context = currentContext();
    if (context.principal !== null) context.scope = { organizationId: context.principal.organizationId };
    return next();
  }
}
