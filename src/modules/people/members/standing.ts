import { PERMISSIONS, SYSTEM_ROLES, isPermission, type Permission } from '../../../kernel/permissions';
import { holds, type Principal } from '../../../kernel/principal';
import type { OrganizationStatus } from '../../../kernel/statuses';
import { columnsOf } from '../../../platform/database/table';
import { Membership } from './membership.entity';
import { Organization } from '../organizations/organization.entity';
import { User } from '../users/user.entity';
import { Role } from './role.entity';

const MEMBERSHIP = columnsOf(Membership, 'm');
const USER = columnsOf(User, 'u');
const ORGANIZATION = columnsOf(Organization, 'o');
const ROLE = columnsOf(Role, 'r');

/**
 * Joins for a credential's statement, which find the user's membership of the organization. The statement itself has the
 * aliases `users` u and `organizations` o; these joins add `memberships` m and the organization's own `roles` r.
 */
export const STANDING_JOINS = `
  LEFT JOIN memberships m ON ${MEMBERSHIP.organizationId} = ${ORGANIZATION.id} AND ${MEMBERSHIP.userId} = ${USER.id}
    AND ${MEMBERSHIP.status} = 'active'
  LEFT JOIN roles r ON ${ROLE.organizationId} = ${MEMBERSHIP.organizationId} AND ${ROLE.name} = ${MEMBERSHIP.role}`;
/** Behind those joins: the user is a member. */
export const IS_MEMBER = `${MEMBERSHIP.userId} IS NOT NULL`;

/** What {@link STANDING_JOINS} finds, as a {@link StandingRow}. */
export const STANDING_COLUMNS = `
  ${USER.id} AS "userId", ${USER.name} AS "userName", ${USER.email} AS "userEmail", ${USER.superAdmin} AS "superAdmin",
  ${ORGANIZATION.id} AS "organizationId", ${ORGANIZATION.status} AS "organizationStatus",
  ${ORGANIZATION.rateLimit} AS "rateLimit", ${MEMBERSHIP.role}, ${ROLE.permissions} AS "ownPermissions"`;

/** A user and their membership of a credential's organization. */
export interface StandingRow {
  userId: string;
  userName: string;
  userEmail: string;
  /** The flag on the user, whether or not the credential makes use of it. */
  superAdmin: boolean;
  organizationId: string;
  organizationStatus: OrganizationStatus;
  rateLimit: number | null;
  role: string | null;
  /** The permissions of the organization's own role of that name; null without one. */
  ownPermissions: string[] | null;
}

/** What a principal says of its credential, rather than of its user. */
export type Credential = Pick<Principal, 'kind' | 'credentialId' | 'credentialName' | 'impersonator'> & {
  /** Whether the credential makes use of a Super Admin's flag. */
  superAdmin: boolean;
  /** The credential's own list, or null for all that the role has. */
  only: readonly string[] | null;
} & Partial<
    Pick<
      Principal,
      'scopes' | 'ofOrganization' | 'freshUntil' | 'accountFreshUntil' | 'byProvider' | 'secondFactorMissing'
    >
  >;

const NONE: ReadonlySet<Permission> = new Set();
const OF_SYSTEM_ROLES = new Map(SYSTEM_ROLES.map((role) => [role.name, new Set(role.permissions)]));

/**
 * What a role allows: the organization's own role shadows the system role of the same name.
 *
 * @param role null for somebody who is no member
 * @param own permissions of the organization's own role of that name, or null when there is none
 */
export function permissionsOf(role: string | null, own: readonly string[] | null): ReadonlySet<Permission> {
  if (role === null) return NONE;
  return own === null ? (OF_SYSTEM_ROLES.get(role) ?? NONE) : new Set(own.filter(isPermission));
}

/** Puts together who is calling. */
export function principalOf(standing: StandingRow, credential: Credential): Principal {
  const { only, kind, credentialId, credentialName, impersonator, scopes = null, ofOrganization = false } = credential;
  const { freshUntil = null, accountFreshUntil = null, byProvider = false, secondFactorMissing = false } = credential;
  const superAdmin = standing.superAdmin && credential.superAdmin;
  const role = ofOrganization ? null : standing.role;
  const ofRole = permissionsOf(role, standing.ownPermissions);
  const isLimited = !superAdmin && !ofOrganization;
  const permissions =
    only === null ? ofRole : new Set(only.filter(isPermission).filter((name) => !isLimited || ofRole.has(name)));
  return {
    kind,
    credentialId,
    credentialName,
    userId: standing.userId,
    userName: standing.userName,
    userEmail: standing.userEmail,
    organizationId: standing.organizationId,
    organizationStatus: standing.organizationStatus,
    rateLimit: standing.rateLimit,
    role,
    permissions,
    narrowed: only !== null,
    scopes,
    ofOrganization,
    superAdmin,
    freshUntil,
    accountFreshUntil,
    byProvider,
    secondFactorMissing,
    impersonator,
    field: null,
  };
}

/** Every permission that the caller holds, in alphabetical order. */
export function permissionsHeld(principal: Principal): Permission[] {
  return PERMISSIONS.filter((permission) => holds(principal, permission)).sort();
}
