import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isInScope, missingScope } from '../../kernel/scopes';
import { holds, isAdmin, requireFresh, requireWithoutScopes, type Principal } from '../../kernel/principal';
import { Conflict, Forbidden, MethodNotAllowed, Unauthenticated } from '../../kernel/problems';
import { currentContext } from '../context/request-context';
import { ruleFor, type RequestRule } from '../routes/access.decorator';
import { RouteTable } from '../routes/route-table';

/** Checks the caller against the route's `@Access` line; a route without the line is closed. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly routes: RouteTable) {}

  canActivate(execution: ExecutionContext): boolean {
    const handler = execution.getHandler();
    const request = execution.switchToHttp().getRequest<Request>();
    if (this.routes.isShadowedByFixedPath(handler, request.path))
      throw new MethodNotAllowed(this.routes.methodsAt(request.path));
    const rule = ruleFor(execution);
    if (rule === undefined) throw new Forbidden('This route is closed.');
    if (rule.credential === 'public') return true;

    if (request.authenticationError) throw request.authenticationError;
    const { principal } = currentContext();
    if (principal === null) throw new Unauthenticated();
    requireAccess(rule, principal);
    return true;
  }
}

/** @throws Forbidden naming the gate that the caller does not pass; Conflict `already_impersonating` */
export function requireAccess(rule: RequestRule, principal: Principal): void {
  if (rule.credential === 'session' && principal.kind !== 'session') {
    throw new Forbidden('This endpoint takes a session, not an API key.', 'session_required');
  }
  if (rule.ownUser && principal.ofOrganization) {
    throw new Forbidden(
      "This endpoint speaks of the caller's own user; the organization's keys have none.",
      'session_required',
    );
  }
  if (principal.organizationStatus === 'suspended' && !rule.evenSuspended) {
    throw new Forbidden('The organization is suspended.', 'organization_suspended');
  }
  if (principal.secondFactorMissing && !rule.evenSuspended) {
    throw new Forbidden('Set up a second factor first: one is required here.', 'second_factor_required');
  }
  if (rule.credential === 'field' && principal.kind !== 'accessLink') {
    throw new Forbidden('This endpoint takes an access link, neither an API key nor a session.');
  }
  if (rule.scope && !isInScope(principal, rule.scope, rule.permission)) {
    const scope = missingScope(rule.scope);
    const detail = "This endpoint is not within the key's scopes";
    if (scope === null) throw new Forbidden(`${detail}.`, 'out_of_scope');
    throw new Forbidden(`${detail}: it takes ${scope}.`, 'out_of_scope', { scope });
  }
  if (rule.ownKey && principal.kind !== 'apiKey') {
    throw new Forbidden('This endpoint takes an API key, not a session.', 'key_required');
  }
  if (rule.letsIn) requireWithoutScopes(principal);
  if (rule.notImpersonating && principal.impersonator !== null) {
    throw new Conflict('already_impersonating', 'You are acting as another user already. End that first.');
  }
  if (rule.superAdmin && !principal.superAdmin) throw new Forbidden('This endpoint is for Super Admins.');
  if (rule.admin && !isAdmin(principal)) throw new Forbidden('This endpoint is for the role Admin.');
  if (rule.permission && !holds(principal, rule.permission)) {
    throw new Forbidden(`This endpoint requires the permission ${rule.permission}.`);
  }
  // Last of the gates: whoever would not be let in anyway need not show who they are.
  if (rule.fresh === true) {
    requireOwn(rule, principal);
    requireFresh(principal, rule.account ? principal.accountFreshUntil : principal.freshUntil);
  } else if (rule.account && principal.byProvider) {
    requireFresh(principal, principal.accountFreshUntil);
  }
}

/** What no key can do for its user, no operator can do who acts as them. @throws Forbidden `impersonating` */
function requireOwn({ credential }: RequestRule, { impersonator }: Principal): void {
  if (credential === 'any' || impersonator === null) return;
  throw new Forbidden('While impersonating, this cannot be done.', 'impersonating');
}
