import type { Permission } from './permissions';

/** What the scopes of an API key name, such as `tours`: each kind of record says it. */
export type Resource = string;

/** What an API key can be narrowed to. Writing includes reading. */
export type Scope = '*:read' | `${Resource}:read` | `${Resource}:write`;

/** All scopes, of these resources. */
export function scopesOf(resources: readonly Resource[]): Scope[] {
  return ['*:read', ...resources.flatMap((resource): Scope[] => [`${resource}:read`, `${resource}:write`])];
}

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

/** The narrowest scope that what is asked for takes; null where none is enough. */
export function missingScope({ resource, writes }: ScopeNeed): Scope | null {
  if (resource === null) return writes ? null : '*:read';
  return `${resource}:${writes ? 'write' : 'read'}`;
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
