import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import {
  anyOf,
  isOneOf,
  searched,
  type ListFilter,
  type UnscopedListShape,
} from '../../../platform/tenancy/list-statements';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { OrganizationRow, OrganizationsQuery, OrganizationUsageView } from './organization-administration.dto';

export const ADMINISTRATION_REASON = 'Super Admins look after all organizations';

const COLUMNS = `o.id, o.name, o.slug, o.logo, o.timezone, o.currency, o.status, o.plan_id AS "planId",
  o.mail_daily_limit AS "mailDailyLimit", o.rate_limit AS "rateLimit",
  o.created_at AS "createdAt", o.updated_at AS "updatedAt", o.deleted_at AS "deletedAt",
  coalesce(d.recipients, 0) AS "mailToday"`;

const LIST: UnscopedListShape = {
  reason: ADMINISTRATION_REASON,
  columns: COLUMNS,
  from: 'organizations o LEFT JOIN mail_days d ON d.organization_id = o.id AND d.day = $1::date',
  id: 'o.id',
  sorts: { name: 'o.search', createdAt: 'o.created_at', mailToday: 'coalesce(d.recipients, 0)' },
};

const USAGE = new UnscopedStatement<OrganizationUsageView>(
  ADMINISTRATION_REASON,
  `SELECT
     (SELECT count(*)::int FROM memberships WHERE organization_id = $1) AS members,
     (SELECT count(*)::int FROM tours WHERE organization_id = $1) AS tours,
     (SELECT count(*)::int FROM events WHERE organization_id = $1) AS events,
     (SELECT count(*)::int FROM guests WHERE organization_id = $1) AS guests,
     (SELECT count(*)::int FROM vehicles WHERE organization_id = $1) AS vehicles,
     (SELECT count(*)::int FROM api_keys WHERE organization_id = $1) AS "apiKeys",
     (SELECT count(*)::int FROM webhook_endpoints WHERE organization_id = $1 AND deleted_at IS NULL) AS webhooks,
     (SELECT count(*)::int FROM webhook_endpoints w WHERE w.organization_id = $1 AND w.deleted_at IS NULL AND EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.webhook_id = w.id AND d.created_at > $3
          AND d.attempts > 0 AND d.delivered_at IS NULL
     )) AS "failingWebhooks",
     coalesce((SELECT recipients FROM mail_days WHERE organization_id = $1 AND day = $2::date), 0) AS "mailToday",
     coalesce((SELECT refused FROM mail_days WHERE organization_id = $1 AND day = $2::date), 0) AS "mailRefusedToday",
     (SELECT paused_at FROM mail_days WHERE organization_id = $1 AND day = $2::date) AS "mailPausedAt",
     greatest(
       (SELECT max(last_seen_at) FROM sessions WHERE organization_id = $1),
       (SELECT max(last_used_at) FROM api_keys WHERE organization_id = $1)
     ) AS "lastUsedAt"`,
);

const LOCK_LAST_ACTIVE = named(`SELECT pg_advisory_xact_lock(hashtextextended('last-organization', 0))`);
const ANOTHER_ACTIVE = new UnscopedStatement(
  ADMINISTRATION_REASON,
  `SELECT id FROM organizations WHERE id <> $1 AND status = 'active' AND deleted_at IS NULL LIMIT 1`,
);

/** All queries over the organizations as a whole. */
@Injectable()
export class OrganizationAdministrationRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param today in UTC
   * @param deletedAfter of deleted ones, only those that were deleted after that
   */
  list(
    query: OrganizationsQuery,
    today: string,
    deletedAfter: Date,
  ): Promise<{ rows: OrganizationRow[]; total: number }> {
    const filters = [standsAs(query.status, deletedAfter)];
    if (query.q) filters.push(searched('o.search', query.q));
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.unscopedList<OrganizationRow>(LIST, filters, order, query, today);
  }

  /** How much an organization uses the service. @param today in UTC */
  async usage(id: string, today: string, since: Date): Promise<OrganizationUsageView> {
    return this.database.unscopedOnly(USAGE, id, today, since);
  }

  /** Serializes, over all replicas, everything that could take the last active organization away. */
  async lockLastActive(): Promise<void> {
    await this.unitOfWork.writeUnscoped(LOCK_LAST_ACTIVE);
  }

  /** Whether there is an active organization besides this one. */
  async hasAnotherActive(id: string): Promise<boolean> {
    return (await this.database.unscopedRow<{ id: string }>(ANOTHER_ACTIVE, id)) !== null;
  }
}

/** Those that are not deleted, unless `deleted` is among the states. */
function standsAs(states: OrganizationsQuery['status'], deletedAfter: Date): ListFilter {
  const present: ListFilter = { sql: 'o.deleted_at IS NULL', values: [] };
  if (states === undefined) return present;
  const statuses = states.filter((state) => state !== 'deleted');
  const ways: ListFilter[] = [];
  if (statuses.length < states.length) ways.push({ sql: 'o.deleted_at > ?', values: [deletedAfter] });
  if (statuses.length > 0) {
    const { sql, values } = isOneOf('o.status', statuses);
    ways.push({ sql: `${present.sql} AND ${sql}`, values });
  }
  return anyOf(ways);
}
