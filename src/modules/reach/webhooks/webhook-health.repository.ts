import { Injectable } from '@nestjs/common';
import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { select, columnsOf, tableOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { DELAY } from './delivery-statements';
import { WebhookHealth } from './webhook-health.entity';
import type { WebhookHealthView, WebhookHourView } from './webhooks.dto';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookQueueEntry } from './webhook-queue-entry.entity';
import { WebhookLease } from './webhook-lease.entity';

const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');
const WEBHOOK_HEALTH = columnsOf(WebhookHealth, 'noted');
const WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry, 'q');
const WEBHOOK_LEASE = columnsOf(WebhookLease, 'l');

const HOURS_SHOWN = 24;
/** After so many days of nothing but failures an endpoint is disabled, if it wants to be. */
export const FAILING_DAYS = 5;
const MAX_FAILING = 100;

/** The hour that a moment belongs to, in UTC, whatever the time zone of the session. */
const hourOf = (moment: string) => `date_trunc('hour', ${moment}, 'UTC')`;
const FIRST_SHOWN = `${hourOf('now()')} - interval '${HOURS_SHOWN - 1} hours'`;

/**
 * The deliveries to an endpoint that a result was recorded of between two moments, and some others: by index, those that
 * were made shortly before the result, and those whose result was delayed.
 */
const withResults = (webhookId: string, columns: string, from: string, to = `'infinity'::timestamptz`) => `
  SELECT ${columns} FROM webhook_deliveries d
  WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.webhookId} = ${webhookId}
    AND ${WEBHOOK_DELIVERY.createdAt} BETWEEN ${from} - ${DELAY} AND ${to}
  UNION ALL SELECT ${columns} FROM webhook_deliveries d
  WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.webhookId} = ${webhookId}
    AND ${WEBHOOK_DELIVERY.delayedResultAt} BETWEEN ${from} AND ${to}
    AND ${WEBHOOK_DELIVERY.createdAt} < ${from} - ${DELAY}`;

const RESULT_TIMES = `${WEBHOOK_DELIVERY.deliveredAt}, ${WEBHOOK_DELIVERY.failedAt}`;

const { fields: noted } = tableOf(WebhookHealth);
const LAST_SUCCESS = `noted.${noted.lastSuccessAt}`;

// The last success is counted with the others. Only of an endpoint that has had none for so long is it looked for around
// the time that is noted.
const HEALTH = new ScopedStatement<WebhookHealthView & { id: string }>(`
  SELECT ${WEBHOOK_ENDPOINT.id}, coalesce(shown.last_success_at, (
      SELECT max(${WEBHOOK_DELIVERY.deliveredAt}) FROM (
        ${withResults(WEBHOOK_ENDPOINT.id, WEBHOOK_DELIVERY.deliveredAt, LAST_SUCCESS, `${LAST_SUCCESS} + ${DELAY}`)}
      ) AS d)) AS "lastSuccessAt",
    noted.${noted.failingSince} AS "failingSince",
    (SELECT count(*)::int FROM webhook_queue q
      WHERE ${WEBHOOK_QUEUE_ENTRY.organizationId} = $1 AND ${WEBHOOK_QUEUE_ENTRY.webhookId} = ${WEBHOOK_ENDPOINT.id})
      + (SELECT count(*)::int FROM webhook_leases l
        WHERE ${WEBHOOK_LEASE.organizationId} = $1 AND ${WEBHOOK_LEASE.webhookId} = ${WEBHOOK_ENDPOINT.id}) AS pending,
    shown.delivered AS "delivered24h", shown.failed AS "failed24h"
  FROM webhook_endpoints w
  LEFT JOIN webhook_health noted ON noted.${noted.organizationId} = ${WEBHOOK_ENDPOINT.organizationId}
    AND noted.${noted.webhookId} = ${WEBHOOK_ENDPOINT.id}
  CROSS JOIN LATERAL (
    SELECT max(${WEBHOOK_DELIVERY.deliveredAt}) AS last_success_at,
      count(*) FILTER (WHERE ${WEBHOOK_DELIVERY.deliveredAt} >= ${FIRST_SHOWN})::int AS delivered,
      count(*) FILTER (WHERE ${WEBHOOK_DELIVERY.failedAt} >= ${FIRST_SHOWN})::int AS failed
    FROM (${withResults(WEBHOOK_ENDPOINT.id, RESULT_TIMES, FIRST_SHOWN)}) AS d
  ) AS shown
  WHERE ${WEBHOOK_ENDPOINT.organizationId} = $1 AND ${WEBHOOK_ENDPOINT.id} = ANY ($2::uuid[])`);

// An attempt has failed and is made again if another one follows, or is to follow. Only the logs of deliveries with such
// attempts are looked into.
const HOURS = new ScopedStatement<WebhookHourView>(`
  WITH delivery AS MATERIALIZED (
    ${withResults(
      '$2',
      `${RESULT_TIMES}, CASE WHEN ${WEBHOOK_DELIVERY.attempts} > num_nonnulls(${RESULT_TIMES})
         THEN ${WEBHOOK_DELIVERY.attemptLog} END AS attempt_log`,
      FIRST_SHOWN,
    )}
  ), result AS (
    SELECT ${hourOf('coalesce(delivered_at, failed_at)')} AS hour, count(delivered_at) AS delivered,
      count(failed_at) AS failed, 0 AS retried
    FROM delivery GROUP BY 1
    UNION ALL SELECT ${hourOf('attempt.ended_at')}, 0, 0, count(*)
    FROM delivery CROSS JOIN LATERAL (
      SELECT (entry ->> 'startedAt')::timestamptz + make_interval(secs => (entry ->> 'durationMs')::float8 / 1000)
        AS ended_at
      FROM unnest(delivery.attempt_log) WITH ORDINALITY AS log (entry, number)
      WHERE entry ->> 'kind' <> 'lost'
        AND number <= cardinality(delivery.attempt_log) - num_nonnulls(delivery.delivered_at, delivery.failed_at)
    ) AS attempt GROUP BY 1
  )
  SELECT slot.hour, coalesce(sum(r.delivered), 0)::int AS delivered, coalesce(sum(r.failed), 0)::int AS failed,
    coalesce(sum(r.retried), 0)::int AS retried
  FROM generate_series(${FIRST_SHOWN}, ${hourOf('now()')}, interval '1 hour') AS slot (hour)
  LEFT JOIN result r ON r.hour = slot.hour
  GROUP BY slot.hour ORDER BY slot.hour`);

const FORGIVE = new ScopedStatement(
  `UPDATE webhook_health SET ${noted.failingSince} = NULL WHERE ${noted.organizationId} = $1
   AND ${noted.webhookId} = $2 AND ${noted.failingSince} IS NOT NULL`,
);

// From its first failure to its latest one, so that a failure before a quiet week is not held against an endpoint.
const FAILING_FOR_DAYS = new UnscopedStatement<{ organizationId: string; id: string; failingSince: string }>(
  'endpoints of all organizations are disabled when they fail for days',
  `SELECT ${select(WebhookEndpoint, 'w', 'organizationId', 'id').columns},
     ${WEBHOOK_HEALTH.failingSince} AS "failingSince"
   FROM webhook_endpoints w
     JOIN webhook_health noted ON ${WEBHOOK_HEALTH.organizationId} = ${WEBHOOK_ENDPOINT.organizationId}
       AND ${WEBHOOK_HEALTH.webhookId} = ${WEBHOOK_ENDPOINT.id}
   WHERE ${WEBHOOK_ENDPOINT.autoDisable} AND ${WEBHOOK_ENDPOINT.status} = 'enabled'
     AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL
     AND ${WEBHOOK_HEALTH.lastFailureAt} >= ${WEBHOOK_HEALTH.failingSince} + interval '${FAILING_DAYS} days'
   ORDER BY ${WEBHOOK_ENDPOINT.organizationId}, ${WEBHOOK_ENDPOINT.id} LIMIT ${MAX_FAILING}`,
);

/** How endpoints fare: counted from their deliveries, and what delivery-results.ts notes. */
@Injectable()
export class WebhookHealthRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The health of endpoints of the organization in scope, by their ids. */
  async of(ids: readonly string[]): Promise<Map<string, WebhookHealthView>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.longRead((read) => read(HEALTH, ids));
    return new Map(rows.map(({ id, ...health }) => [id, health]));
  }

  /** The last 24 hours of an endpoint, the present one last. */
  hours(id: string): Promise<WebhookHourView[]> {
    return this.database.longRead((read) => read(HOURS, id));
  }

  /** Resets the figures of an endpoint, in the caller's unit of work. */
  async forgive(id: string): Promise<void> {
    await this.unitOfWork.write(FORGIVE, id);
  }

  /** Endpoints of all organizations that want to be disabled, and have failed for days. */
  failingForDays(): Promise<{ organizationId: string; id: string; failingSince: string }[]> {
    return this.database.unscopedRows(FAILING_FOR_DAYS);
  }
}
