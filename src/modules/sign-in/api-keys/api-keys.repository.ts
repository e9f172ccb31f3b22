import { Injectable } from '@nestjs/common';
import type { Scope } from '../../../kernel/scopes';
import type { PageRequest } from '../../../kernel/page';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, type RowOf } from '../../../platform/database/table';
import { STANDING_COLUMNS, STANDING_JOINS, type StandingRow } from '../../people/members';
import { lockOrganization } from '../../people/organizations';
import { ApiKey, type KeyOwner } from './api-key.entity';
import type { ApiKeyRow } from './api-keys.dto';

const COLUMN = columnsOf(ApiKey, 'k');

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
  .and<{ createdBy: string }>('k.user_id AS "createdBy"')
  .and(select(ApiKey, 'k', 'createdAt', 'updatedAt'));
type RevokedKey = RowOf<typeof KEY> & Pick<ApiKey, 'organizationId'>;

// A key works as long as its user's membership lasts; one that makes use of a Super Admin's flag, as long as the flag
// does; and one of the organization as long as that is active. For the form of the statement see AUTHENTICATE in sessions.repository.ts.
const AUTHENTICATE = new UnscopedStatement<LiveKeyRow>(
  'a credential says which organization it stands in',
  `SELECT live.* FROM unnest((SELECT $1::bytea[])) AS shown (secret_hash) CROSS JOIN LATERAL (
     SELECT k.id, k.secret_hash AS "secretHash", k.name, k.permissions, k.scopes, k.owner, k.super_admin AS "makesUseOfSuperAdmin",
       k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", ${STANDING_COLUMNS}
     FROM api_keys k
     CROSS JOIN LATERAL (SELECT * FROM users u WHERE u.id = k.user_id AND (u.status = 'active' OR k.owner = 'organization') LIMIT 1) AS u
     CROSS JOIN LATERAL (
       SELECT * FROM organizations o WHERE o.id = k.organization_id AND o.status = 'active' AND o.deleted_at IS NULL LIMIT 1
     ) AS o
     ${STANDING_JOINS}
     WHERE k.secret_hash = shown.secret_hash AND (k.expires_at IS NULL OR k.expires_at > $2)
       AND (m.user_id IS NOT NULL OR k.super_admin AND u.super_admin OR k.owner = 'organization') OFFSET 0
   ) AS live`,
);

const FIND = findById(KEY);

const COUNTS = new ScopedStatement<{ own: number; all: number }>(
  `SELECT count(*) FILTER (WHERE k.user_id = $2)::int AS own, count(*)::int AS "all"
   FROM api_keys k WHERE k.organization_id = $1`,
);

const OF_USER = new ScopedStatement<RowOf<typeof KEY>>(
  `SELECT ${KEY.columns} FROM api_keys k WHERE k.organization_id = $1 AND k.user_id = $2 AND k.owner = 'user' ORDER BY k.id`,
);

const ALL = new ScopedStatement<RowOf<typeof KEY>>(
  `SELECT ${KEY.columns} FROM api_keys k WHERE k.organization_id = $1 ORDER BY k.id`,
);

const ROLE_OF_OWNER = new ScopedStatement(
  `SELECT m.role, r.permissions AS "ownPermissions" FROM api_keys k
   JOIN memberships m ON m.organization_id = k.organization_id AND m.user_id = k.user_id
   LEFT JOIN roles r ON r.organization_id = m.organization_id AND r.name = m.role
   WHERE k.organization_id = $1 AND k.id = $2`,
);

const REVOKE_EVERYWHERE = named<RevokedKey>(`DELETE FROM api_keys k WHERE (k.organization_id, k.id) IN (
      SELECT organization_id, id FROM api_keys WHERE user_id = $1 AND owner = 'user' ORDER BY id FOR UPDATE
    ) RETURNING k.organization_id AS "organizationId", ${KEY.columns}`);

const LIST = {
  ...KEY,
  sorts: { createdAt: COLUMN.createdAt },
};

/** Moves the last use of many keys forward; see LastUse. */
export const TOUCH_KEYS = `
  UPDATE api_keys SET last_used_at = used.at FROM (
    SELECT k.organization_id, k.id, v.at FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS v (organization_id, id, at)
    JOIN api_keys k ON k.organization_id = v.organization_id AND k.id = v.id
      AND (k.last_used_at IS NULL OR k.last_used_at <= v.at - interval '1 minute')
    FOR UPDATE OF k SKIP LOCKED
  ) AS used WHERE api_keys.organization_id = used.organization_id AND api_keys.id = used.id`;

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
