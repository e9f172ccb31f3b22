import { Injectable } from '@nestjs/common';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { WebhookHealthView, WebhookHourView } from './webhooks.dto';

const HOURS_SHOWN = 24;
/** After so many days of nothing but failures an endpoint is disabled, if it wants to be. */
export const FAILING_DAYS = 5;
const MAX_FAILING = 100;

/** The hour that a moment belongs to, in UTC, whatever the time zone of the session. */
export const hourOf = (moment: string) => `date_trunc('hour', ${moment}, 'UTC')`;
const SHOWN = `h.hour > ${hourOf('now()')} - interval '${HOURS_SHOWN} hours'`;
/** The hours since the last success, and the first failure in them. */
const failingSince = (endpoint: string, lastSuccessAt: string) => `(
  SELECT min(f.failing_since) FROM webhook_hours f
  WHERE f.organization_id = ${endpoint}.organization_id AND f.webhook_id = ${endpoint}.id
    AND f.hour >= coalesce(${hourOf(lastSuccessAt)}, '-infinity'))`;

const HEALTH = new ScopedStatement<WebhookHealthView & { id: string }>(`
  SELECT w.id, hours.last_success_at AS "lastSuccessAt", ${failingSince('w', 'hours.last_success_at')} AS "failingSince",
    (SELECT count(*)::int FROM webhook_queue q WHERE q.organization_id = $1 AND q.webhook_id = w.id)
      + (SELECT count(*)::int FROM webhook_leases l WHERE l.organization_id = $1 AND l.webhook_id = w.id) AS pending,
    hours.delivered AS "delivered24h", hours.failed AS "failed24h"
  FROM webhook_endpoints w CROSS JOIN LATERAL (
    SELECT max(h.last_success_at) AS last_success_at, coalesce(sum(h.delivered) FILTER (WHERE ${SHOWN}), 0)::int AS delivered,
      coalesce(sum(h.failed) FILTER (WHERE ${SHOWN}), 0)::int AS failed
    FROM webhook_hours h WHERE h.organization_id = $1 AND h.webhook_id = w.id
  ) AS hours
  WHERE w.organization_id = $1 AND w.id = ANY ($2::uuid[])`);

const HOURS = new ScopedStatement<WebhookHourView>(`
  SELECT slot.hour, coalesce(h.delivered, 0) AS delivered, coalesce(h.failed, 0) AS failed, coalesce(h.retried, 0) AS retried
  FROM generate_series(${hourOf('now()')} - interval '${HOURS_SHOWN - 1} hours', ${hourOf('now()')}, interval '1 hour') AS slot (hour)
  LEFT JOIN webhook_hours h ON h.organization_id = $1 AND h.webhook_id = $2 AND h.hour = slot.hour
  ORDER BY slot.hour`);

const FORGIVE = new ScopedStatement(
  'UPDATE webhook_hours SET failing_since = NULL WHERE organization_id = $1 AND webhook_id = $2 AND failing_since IS NOT NULL',
);

// From its first failure to its latest one, so that a failure before a quiet week is not held against an endpoint.
const FAILING_FOR_DAYS = new UnscopedStatement<{ organizationId: string; id: string; failingSince: string }>(
  'endpoints of all organizations are disabled when they fail for days',
  `SELECT w.organization_id AS "organizationId", w.id, since.failing_since AS "failingSince"
   FROM webhook_endpoints w CROSS JOIN LATERAL (
     SELECT max(h.last_success_at) AS last_success_at, max(h.hour) FILTER (WHERE h.failing_since IS NOT NULL) AS latest
     FROM webhook_hours h WHERE h.organization_id = w.organization_id AND h.webhook_id = w.id
   ) AS hours CROSS JOIN LATERAL (SELECT ${failingSince('w', 'hours.last_success_at')} AS failing_since) AS since
   WHERE w.auto_disable AND w.status = 'enabled' AND w.deleted_at IS NULL
     AND hours.latest >= ${hourOf('since.failing_since')} + interval '${FAILING_DAYS} days'
   ORDER BY w.organization_id, w.id LIMIT ${MAX_FAILING}`,
);

/** How endpoints fare: what delivery-results.ts counts, read in several ways. */
@Injectable()
export class WebhookHealthRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The health of endpoints of the organization in scope, by their ids. */
  async of(ids: readonly string[]): Promise<Map<string, WebhookHealthView>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.rows(HEALTH, ids);
    return new Map(rows.map(({ id, ...health }) => [id, health]));
  }

  /** The last 24 hours of an endpoint, the present one last. */
  hours(id: string): Promise<WebhookHourView[]> {
    return this.database.rows(HOURS, id);
  }

  /** Lets an endpoint begin anew, in the caller's unit of work. */
  async forgive(id: string): Promise<void> {
    await this.unitOfWork.write(FORGIVE, id);
  }

  /** Endpoints of all organizations that want to be disabled, and have failed for days. */
  failingForDays(): Promise<{ organizationId: string; id: string; failingSince: string }[]> {
    return this.database.unscopedRows(FAILING_FOR_DAYS);
  }
}
