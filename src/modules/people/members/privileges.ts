import { ADMIN, type Permission, MEMBER_PERMISSIONS } from '../../../kernel/permissions';
import { holds, isAdmin, requireFresh, requireHeld, type Principal } from '../../../kernel/principal';
import { Forbidden } from '../../../kernel/problems';

/** A role as it applies in an organization: its own role of that name, else the system role. */
export interface RoleInForce {
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
}

/**
 * Callers grant only what they hold: every permission of the role must be theirs, and only Admins grant the role Admin,
 * even if an organization reduced its permissions.
 *
 * @throws Forbidden
 */
export function requireMayGrant(principal: Principal, role: RoleInForce): void {
  if (role.name === ADMIN && !isAdmin(principal)) throw new Forbidden('Only an Admin can make somebody an Admin.');
  requireHeld(principal, role.permissions);
}

const OF_MEMBERS: ReadonlySet<Permission> = new Set(MEMBER_PERMISSIONS);

/**
 * Whoever hands out a role that may do more than the system's Member, or lets one do more, could make an access for
 * themselves that lasts longer than their session: so they must have just shown who they are.
 *
 * @throws Forbidden see {@link requireFresh}
 */
export function requireFreshToGrant(principal: Principal, { name, permissions }: RoleInForce): void {
  if (name === ADMIN) requireFresh(principal);
  requireFreshFor(principal, permissions);
}

/** The same for permissions that everybody with a role gets. @throws Forbidden */
export function requireFreshFor(principal: Principal, gained: Iterable<Permission>): void {
  if ([...gained].some((permission) => !OF_MEMBERS.has(permission))) requireFresh(principal);
}

/** Whether {@link requireMayGrant} lets somebody hand out the role. */
export function mayGrant(principal: Principal, role: RoleInForce): boolean {
  if (role.name === ADMIN && !isAdmin(principal)) return false;
  return [...role.permissions].every((permission) => holds(principal, permission));
}

/**
 * Whether somebody may take a role, or what it allows, away from those who have it. The role must allow nothing that
 * the caller may not do, and the role Admin is for Admins. Reading permissions don't count: with users.delete alone one
 * can remove a Member.
 */
function hasAuthorityOver(principal: Principal, role: RoleInForce): boolean {
  if (role.name === ADMIN && !isAdmin(principal)) return false;
  return [...role.permissions].every((permission) => isReading(permission) || holds(principal, permission));
}

/**
 * Nobody takes anything away from those who may do more than they.
 *
 * @throws Forbidden
 */
export function requireAuthorityOver(principal: Principal, role: RoleInForce): void {
  if (!hasAuthorityOver(principal, role)) throw new Forbidden(`The role ${role.name} may do more than you may.`);
}

function isReading(permission: Permission): boolean {
  return permission.endsWith('.read');
}
