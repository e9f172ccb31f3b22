import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Permission } from '../../kernel/permissions';
import type { Resource, ScopeNeed } from '../../kernel/scopes';

/** Who may call a route. */
export interface AccessRule {
  /** No credential needed, an API key or a session, a session only, or an access link only. */
  readonly credential: 'public' | 'any' | 'session' | 'field';
  /** Public, but a credential that is sent is checked, so that the rate limit counts the request for its owner. */
  readonly recognized?: true;
  readonly permission?: Permission;
  /** The role's name must be Admin. */
  readonly admin?: true;
  /** The caller must be a Super Admin. */
  readonly superAdmin?: true;
  /**
   * Stays open to a session in a suspended organization, and to one whose user must first set up a second factor.
   */
  readonly evenSuspended?: true;
  /**
   * Whoever is in the session must have shown who they are within the last 15 minutes; keys never need it. Where it depends
   * on what is asked for, the text says for what, and the service checks it. With `true`, what takes a session only is
   * closed to an operator who acts as the user.
   */
  readonly fresh?: true | string;
  /**
   * Changes the caller's own account: what an organization's provider has shown is not enough, but only what the account
   * itself demands.
   */
  readonly account?: true;
  /** 409 for an operator who acts as a user, whatever that user may do. */
  readonly notImpersonating?: true;
  /** It lets people into the organization, so a key with scopes gets 403. */
  readonly letsIn?: true;
  /** The route speaks of the caller's own key, so a session gets 403 `key_required`. */
  readonly ownKey?: true;
  /** Open to a key whatever its scopes are: it shows only what is within them. */
  readonly anyScope?: true;
  /** The route speaks of the caller's own user, so a key of the organization, which is none, gets 403. */
  readonly ownUser?: true;
}

/** An {@link AccessRule} for one request. */
export interface RequestRule extends AccessRule {
  /** What it needs of a key's scopes; nothing where no key gets in. */
  readonly scope?: ScopeNeed;
}

export const ACCESS = Symbol('access');

/**
 * The one line that says who may call a route. A route without it does not start.
 *
 * @param credential `public`: none is needed or looked at; `any`: an API key or a session; `session`: a session only;
 *   `field`: an access link only
 * @param gates what the caller needs besides; a Super Admin passes each
 */
export function Access(
  credential: AccessRule['credential'],
  gates: Omit<AccessRule, 'credential'> = {},
): MethodDecorator {
  return applyDecorators(SetMetadata(ACCESS, { credential, ...gates } satisfies AccessRule));
}

const RESOURCE = Symbol('resource');

/**
 * Says which resource of API keys' scopes the routes of a controller belong to. Those of a controller without the line
 * belong to none, and keys with scopes reach them only by `*:read` and by permissions.
 */
export function ScopedTo(resource: Resource): ClassDecorator {
  return SetMetadata(RESOURCE, resource);
}

/** The rule of the route that a request is for; undefined when the route has none. */
export function ruleFor(execution: ExecutionContext): RequestRule | undefined {
  const rule = Reflect.getMetadata(ACCESS, execution.getHandler()) as AccessRule | undefined;
  if (rule?.credential !== 'any' || rule.anyScope) return rule;
  const { method } = execution.switchToHttp().getRequest<Request>();
  const resource = (Reflect.getMetadata(RESOURCE, execution.getClass()) as Resource | undefined) ?? null;
  return { ...rule, scope: { resource, writes: method !== 'GET' && method !== 'HEAD' } };
}
