import { Injectable } from '@nestjs/common';
import type { Scope } from '../../../kernel/scopes';
import type { PageRequest } from '../../../kernel/page';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { IS_MEMBER, STANDING_COLUMNS, STANDING_JOINS, type StandingRow } from '../../people/members';
import { lockOrganization } from '../../people/organizations';
import { ApiKey, type KeyOwner } from './api-key.entity';
import type { ApiKeyRow } from './api-keys.dto';
import { User } from '../../people/users/user.entity';
import { Organization } from '../../people/organizations/organization.entity';
import { Membership } from '../../people/members/membership.entity';
import { Role } from '../../people/members/role.entity';

const MEMBERSHIP = columnsOf(Membership, 'm');
const USER = columnsOf(User, 'u');
const ORGANIZATION = columnsOf(Organization, 'o');
const ROLE = columnsOf(Role, 'r');
const QUALIFIED_API_KEY = columnsOf(ApiKey, 'api_keys');
const BARE_API_KEY = columnsOf(ApiKey);
const API_KEY = columnsOf(ApiKey, 'k');

/** A valid key, with its user's standing. */
export interface LiveKeyRow extends StandingRow {
  id: string;
  secretHash: Buffer;
  name: string;
  permissions: string[] | null;
  scopes: Scope[] | null;
  owner: KeyOwner;
  makesUseOfSuperAdmin: boolean;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

const KEY = select(
  ApiKey,
  'k',
  'id',
  'name',
  'prefix',
  'permissions',
  'scopes',
  'owner',
  'superAdmin',
  'expiresAt',
  'lastUsedAt',
)
  .and<{ createdBy: string }>(`${API_KEY.userId} AS "createdBy"`)
  .and(select(ApiKey, 'k', 'createdAt', 'updatedAt'));
type RevokedKey = RowOf<typeof KEY> & Pick<ApiKey, 'organizationId'>;

// A key works as long as its user's membership lasts; one that makes use of a Super Admin's flag, as long as the flag
// does; and one of the organization as long as that is active. For the form of the statement see AUTHENTICATE in sessions.repository.ts.
const AUTHENTICATE = new UnscopedStatement<LiveKeyRow>(
  'a credential says which organization it stands in',
  `SELECT live.* FROM unnest((SELECT $1::bytea[])) AS shown (secret_hash) CROSS JOIN LATERAL (
     SELECT ${API_KEY.id}, ${API_KEY.secretHash} AS "secretHash", ${API_KEY.name}, ${API_KEY.permissions},
       ${API_KEY.scopes}, ${API_KEY.owner}, ${API_KEY.superAdmin} AS "makesUseOfSuperAdmin",
       ${API_KEY.lastUsedAt} AS "lastUsedAt", ${API_KEY.expiresAt} AS "expiresAt", ${STANDING_COLUMNS}
     FROM api_keys k
     CROSS JOIN LATERAL (SELECT * FROM users u
       WHERE ${USER.id} = ${API_KEY.userId} AND (${USER.status} = 'active'
         OR ${API_KEY.owner} = 'organization') LIMIT 1) AS u
     CROSS JOIN LATERAL (
       SELECT * FROM organizations o
       WHERE ${ORGANIZATION.id} = ${API_KEY.organizationId} AND ${ORGANIZATION.status} = 'active'
         AND ${ORGANIZATION.deletedAt} IS NULL LIMIT 1
     ) AS o
     ${STANDING_JOINS}
     WHERE ${API_KEY.secretHash} = shown.secret_hash AND (${API_KEY.expiresAt} IS NULL OR ${API_KEY.expiresAt} > $2)
       AND (${IS_MEMBER} OR ${API_KEY.superAdmin} AND ${USER.superAdmin}
         OR ${API_KEY.owner} = 'organization') OFFSET 0
   ) AS live`,
);

const FIND = findById(KEY);

const COUNTS = new ScopedStatement<{ own: number; all: number }>(
  `SELECT count(*) FILTER (WHERE ${API_KEY.userId} = $2)::int AS own, count(*)::int AS "all"
   FROM api_keys k WHERE ${API_KEY.organizationId} = $1`,
);

const OF_USER = new ScopedStatement<RowOf<typeof KEY>>(
  `SELECT ${KEY.columns} FROM api_keys k
   WHERE ${API_KEY.organizationId} = $1 AND ${API_KEY.userId} = $2 AND ${API_KEY.owner} = 'user'
   ORDER BY ${API_KEY.id}`,
);

const ALL = new ScopedStatement<RowOf<typeof KEY>>(
  `SELECT ${KEY.columns} FROM api_keys k WHERE ${API_KEY.organizationId} = $1 ORDER BY ${API_KEY.id}`,
);

const ROLE_OF_OWNER = new ScopedStatement(
  `SELECT ${MEMBERSHIP.role}, ${ROLE.permissions} AS "ownPermissions" FROM api_keys k
   JOIN memberships m ON ${MEMBERSHIP.organizationId} = ${API_KEY.organizationId}
     AND ${MEMBERSHIP.userId} = ${API_KEY.userId}
   LEFT JOIN roles r ON ${ROLE.organizationId} = ${MEMBERSHIP.organizationId} AND ${ROLE.name} = ${MEMBERSHIP.role}
   WHERE ${API_KEY.organizationId} = $1 AND ${API_KEY.id} = $2`,
);

const REVOKE_EVERYWHERE =
  named<RevokedKey>(`DELETE FROM api_keys k WHERE (${API_KEY.organizationId}, ${API_KEY.id}) IN (
      SELECT ${BARE_API_KEY.organizationId}, ${BARE_API_KEY.id} FROM api_keys
      WHERE ${BARE_API_KEY.userId} = $1 AND ${BARE_API_KEY.owner} = 'user' ORDER BY ${BARE_API_KEY.id} FOR UPDATE
    ) RETURNING ${API_KEY.organizationId} AS "organizationId", ${KEY.columns}`);

const LIST = {
  ...KEY,
  sorts: { createdAt: API_KEY.createdAt },
};

/** Moves the last use of many keys forward; see LastUse. */
export const TOUCH_KEYS = `
  UPDATE api_keys SET ${BARE_API_KEY.lastUsedAt} = used.at FROM (
    SELECT ${API_KEY.organizationId}, ${API_KEY.id}, v.at
    FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS v (organization_id, id, at)
    JOIN api_keys k ON ${API_KEY.organizationId} = v.organization_id AND ${API_KEY.id} = v.id
      AND (${API_KEY.lastUsedAt} IS NULL OR ${API_KEY.lastUsedAt} <= v.at - interval '1 minute')
    FOR UPDATE OF k SKIP LOCKED
  ) AS used WHERE ${QUALIFIED_API_KEY.organizationId} = used.organization_id AND ${QUALIFIED_API_KEY.id} = used.id`;

/** All queries of API keys. */
@Injectable()
export class ApiKeysRepository extends ScopedRepository<ApiKey> {
  constructor() {
    super(ApiKey);
  }

  /** The valid keys with these secrets, and all that is needed to know what they may do. */
  findLive(secretHashes: readonly Buffer[], now: Date): Promise<LiveKeyRow[]> {
    return this.database.unscopedRows(AUTHENTICATE, secretHashes, now);
  }

  find(id: string): Promise<ApiKeyRow | null> {
    return this.byId(FIND, id);
  }

  /** How many keys a user and the whole organization have. It is locked, so that no other adds one. To be called before users are locked. */
  async countsAlone(userId: string): Promise<{ own: number; all: number }> {
    await lockOrganization(this.unitOfWork, currentOrganizationId());
    return this.database.only(COUNTS, userId);
  }

  /** The keys that act for a user in the organization in scope. */
  ofUser(userId: string): Promise<ApiKeyRow[]> {
    return this.database.rows(OF_USER, userId);
  }

  /** All keys of the organization in scope. */
  all(): Promise<ApiKeyRow[]> {
    return this.database.rows(ALL);
  }

  /** The role of a key's user, or null when they are no member. */
  roleOfOwner(id: string): Promise<Pick<StandingRow, 'role' | 'ownPermissions'> | null> {
    return this.byId(ROLE_OF_OWNER, id);
  }

  /** Deletes the keys that act for a user in all organizations, in an unscoped unit of work. */
  async revokeEverywhere(userId: string): Promise<(ApiKeyRow & { organizationId: string })[]> {
    return (await this.unitOfWork.writeUnscoped(REVOKE_EVERYWHERE, userId)).rows;
  }

  /** One page of the organization's keys, newest first. */
  list(page: PageRequest): Promise<{ rows: ApiKeyRow[]; total: number }> {
    return this.database.list(LIST, [], { by: 'createdAt', direction: 'desc' }, page);
  }
}
