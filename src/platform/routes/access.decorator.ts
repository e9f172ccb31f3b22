import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Permission } from '../../kernel/permissions';

/** Who may call a route. */
export interface AccessRule {
  /** No credential needed, an API key or a session, or a session only. */
  readonly credential: 'public' | 'any' | 'session';
  /** Public, but a credential that is sent is checked, so that the rate limit counts the request for its owner. */
  readonly recognized?: true;
  readonly permission?: Permission;
  /** The role's name must be Admin. */
  readonly admin?: true;
  /** The caller must be a Super Admin. */
  readonly superAdmin?: true;
  /** Stays open to a session in a suspended organization. */
  readonly evenSuspended?: true;
  /** 409 for an operator who acts as a user, whatever that user may do. */
  readonly notImpersonating?: true;
}

export const ACCESS = Symbol('access');

/**
 * The one line that says who may call a route. A route without it does not start.
 *
 * @param credential `public`: none is needed or looked at; `any`: an API key or a session; `session`: a session only
 * @param gates what the caller needs besides; a Super Admin passes each
 */
export function Access(
  credential: AccessRule['credential'],
  gates: Omit<AccessRule, 'credential'> = {},
): MethodDecorator {
  return applyDecorators(SetMetadata(ACCESS, { credential, ...gates } satisfies AccessRule));
}
