import { ADMIN, type Permission } from './permissions';
import { Forbidden } from './problems';
import { isInScope, type Resource, type Scope, type ScopeNeed } from './scopes';
import type { OrganizationStatus } from './statuses';

/** An access link opens an event's door or a trip on a phone, for nobody in particular. */
export type CredentialKind = 'session' | 'apiKey' | 'accessLink';

/** What an access link opens, and the phone that shows it. */
export interface FieldAccess {
  readonly kind: 'door' | 'trip';
  readonly eventId: string;
  /** Of a link of the kind `trip` alone. */
  readonly tripId: string | null;
  /** The phone's own name. */
  readonly device: string;
}

/** Who is calling, with what credential, in which organization, and what that credential may do there. */
export interface Principal {
  kind: CredentialKind;
  credentialId: string;
  /** The key's or link's name; null for a session. */
  credentialName: string | null;
  /** Of an access link, who made it. */
  userId: string;
  userName: string;
  userEmail: string;
  organizationId: string;
  organizationStatus: OrganizationStatus;
  /** Requests per window, as an operator set it for the organization; null for the default. */
  rateLimit: number | null;
  /** Name of the user's role in the organization; null for a Super Admin who is no member of it. */
  role: string | null;
  /** What the credential may do: the role's permissions, and of those only the key's own list when it has one. */
  permissions: ReadonlySet<Permission>;
  /** Whether the credential is a key with a permissions list of its own. */
  narrowed: boolean;
  /** What the key's scopes narrow it to besides; null without scopes. */
  scopes: ReadonlySet<Scope> | null;
  /** Whether the credential is a key of the organization, which is no user: `userId` only says who made it. */
  ofOrganization: boolean;
  /** In effect now: false for a key made without `superAdmin: true`, and while impersonating. */
  superAdmin: boolean;
  /**
   * Until when the session counts as fresh: its user, or the operator who acts as the user, has just shown who they are.
   * Null when it does not (any more), and for keys.
   */
  freshUntil: Date | null;
  /**
   * Like `freshUntil`, for what changes the user's account: a sign-in at an organization's provider does not count, only
   * what the account itself demands.
   */
  accountFreshUntil: Date | null;
  /** Whether an organization's identity provider began the session. */
  byProvider: boolean;
  /** Whether the session's user must first set up a second factor; never for keys, or while impersonating. */
  secondFactorMissing: boolean;
  /** The operator behind an impersonating session. */
  impersonator: { id: string; name: string; email: string; since: string } | null;
  /** What an access link opens; null for other credentials. */
  field: FieldAccess | null;
}

/**
 * Whether the caller passes a gate that asks for the permission. A Super Admin passes every one; a narrowed key, a
 * Super Admin's too, passes only what its list names, because its maker wanted no more than that.
 */
export function holds(principal: Principal, permission: Permission): boolean {
  return principal.permissions.has(permission) || (principal.superAdmin && !principal.narrowed);
}

/**
 * Checks that the caller holds every permission that it would grant.
 *
 * @throws Forbidden naming the permissions that the caller would grant without holding them
 */
export function requireHeld(principal: Principal, permissions: Iterable<Permission>): void {
  const missing = [...permissions].filter((permission) => !holds(principal, permission));
  if (missing.length > 0)
    throw new Forbidden(`You cannot grant permissions that you do not hold: ${missing.join(', ')}.`);
}

/**
 * Checks that whoever is in the session has just shown who they are, for what gives an access that lasts or can't be
 * undone. Keys never need it. An operator who acts as a user showed it as themselves, before, and can't do so meanwhile.
 *
 * @param until when what was shown counts; null when it does not
 * @throws Forbidden `reauthentication_required`, `impersonating`
 */
export function requireFresh({ kind, freshUntil, impersonator }: Principal, until: Date | null = freshUntil): void {
  if (kind === 'apiKey' || until !== null) return;
  if (impersonator !== null) {
    throw new Forbidden('To do this, stop acting as the user, and show again who you are.', 'impersonating');
  }
  throw new Forbidden('Show again who you are (POST /api/auth/reauthenticate).', 'reauthentication_required');
}

/**
 * Checks that the caller may let people in: whoever is let in has no scopes, and so reaches what the key may not.
 *
 * @throws Forbidden `out_of_scope` for a key with scopes
 */
export function requireWithoutScopes({ scopes }: Principal): void {
  if (scopes !== null) throw new Forbidden('A key with scopes lets nobody into the organization.', 'out_of_scope');
}

/**
 * Checks a part of a request that needs another scope than its route.
 *
 * @throws Forbidden `out_of_scope` naming the scope
 */
export function requireInScope(principal: Principal, need: ScopeNeed & { resource: Resource }): void {
  if (isInScope(principal, need)) return;
  const scope = `${need.resource}:${need.writes ? 'write' : 'read'}`;
  throw new Forbidden(`A key with scopes needs ${scope} for this.`, 'out_of_scope', { scope });
}

/**
 * Whether the caller passes a "Role Admin" gate: the role is named Admin, or the caller is a Super Admin. A narrowed
 * key never does: the gate stands for everything an Admin may do, and the key was made to do less.
 */
export function isAdmin(principal: Principal): boolean {
  return !principal.narrowed && (principal.superAdmin || principal.role === ADMIN);
}

/**
 * The key by which callers are counted. Each API key is a caller of its own, and so is each phone with an access link; all
 * sessions of a user are one. An operator acting as a user is a third caller, neither that user nor the operator.
 */
export function callerOf({ kind, credentialId, userId, impersonator, field }: Principal): string {
  if (field !== null) return `link:${credentialId}:${field.device}`;
  if (kind === 'apiKey') return `key:${credentialId}`;
  return impersonator === null ? `user:${userId}` : `operator:${impersonator.id}:${userId}`;
}
