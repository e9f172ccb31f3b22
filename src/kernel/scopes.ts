import { enumeration } from './enumeration';
import type { Permission } from './permissions';

/** What the scopes of an API key name. Routes that belong to none of these are open to `*:read` and to permissions. */
export const RESOURCES = [
  'tours',
  'events',
  'guests',
  'vehicles',
  'expenses',
  'notifications',
  'announcements',
  'referrals',
] as const;

export type Resource = (typeof RESOURCES)[number];

/** What an API key can be narrowed to. Writing includes reading. */
export const SCOPES = enumeration('Scope', [
  '*:read',
  'tours:read',
  'tours:write',
  'events:read',
  'events:write',
  'guests:read',
  'guests:write',
  'vehicles:read',
  'vehicles:write',
  'expenses:read',
  'expenses:write',
  'notifications:read',
  'notifications:write',
  'announcements:read',
  'announcements:write',
  'referrals:read',
  'referrals:write',
]);

export type Scope = (typeof SCOPES)[number];

/** What a request needs of a key's scopes. */
export interface ScopeNeed {
  /** Null for a route of no resource. */
  readonly resource: Resource | null;
  readonly writes: boolean;
}

/** What {@link isInScope} looks at of a caller. */
interface Scoped {
  /** Null for a credential without scopes. */
  readonly scopes: ReadonlySet<Scope> | null;
  readonly permissions: ReadonlySet<Permission>;
  /** Whether the permissions are from a list of the key's own. */
  readonly narrowed: boolean;
}

/**
 * Whether a request is within the caller's scopes. What belongs to no resource is read with `*:read`, and changed with the
 * route's permission in the key's own list: a role's permissions don't count, since scopes are there to give less.
 */
export function isInScope(
  { scopes, permissions, narrowed }: Scoped,
  { resource, writes }: ScopeNeed,
  permission?: Permission,
): boolean {
  if (scopes === null) return true;
  if (resource !== null && scopes.has(`${resource}:write`)) return true;
  if (!writes) return scopes.has('*:read') || (resource !== null && scopes.has(`${resource}:read`));
  return resource === null && permission !== undefined && narrowed && permissions.has(permission);
}

/** Whether a list of scopes (null: no limit) allows anything that another does not. */
export function isWider(scopes: readonly Scope[] | null, before: readonly Scope[] | null): boolean {
  if (before === null) return false;
  if (scopes === null) return true;
  const had = new Set(before);
  return scopes.some((scope) => {
    const [resource, verb] = scope.split(':') as [Resource, 'read' | 'write'];
    if (had.has(scope) || had.has(`${resource}:write`)) return false;
    return verb === 'write' || !had.has('*:read');
  });
}
