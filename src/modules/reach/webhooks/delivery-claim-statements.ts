import { indexWalk } from '../../../platform/database/index-walk';
import { named } from '../../../platform/database/named';
import { columnList, columnsOf, select } from '../../../platform/database/table';
import { keysOf as peopleKeysOf } from '../../../platform/outbox/event-bodies';
import { OutboxEvent } from '../../../platform/outbox/outbox-event.entity';
import { Organization } from '../../people/organizations/organization.entity';
import { QUEUE_COLUMNS, queueing } from './delivery-statements';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookLease } from './webhook-lease.entity';
import { WebhookQueueEntry } from './webhook-queue-entry.entity';

const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');
const LOCKED_ENDPOINT = columnsOf(WebhookEndpoint, 'locked');
const LOST_LEASE = columnsOf(WebhookLease, 'lost');
const RETURNED_LEASE = columnsOf(WebhookLease, 'returned');
const WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry, 'q');
const OUTBOX_EVENT = columnsOf(OutboxEvent, 'o');
const WEBHOOK_LEASE = columnsOf(WebhookLease, 'l');
const ORGANIZATION = columnsOf(Organization, 'o');
const QUALIFIED_WEBHOOK_LEASE = columnsOf(WebhookLease, 'webhook_leases');
const BARE_WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry);
const BARE_WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint);
const BARE_WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);

/**
 * The most deliveries that are sent to one endpoint at the same time, by all replicas together. Without it, a backlog
 * overruns its receiver, and one endpoint that hangs takes all slots of its organization.
 */
export const MAX_PER_ENDPOINT = 5;
const MAX_LOST = 100;

// Nothing is sent for a deleted organization. A suspended one still gets events: what happened has happened. This
// and the next statements look up each endpoint and its organization by their keys (LATERAL, a sub-select instead of
// EXISTS): planned while there were few, a join would go on reading all of them.
const TAKES_DELIVERIES = `${WEBHOOK_ENDPOINT.status} = 'enabled' AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL
  AND (SELECT ${ORGANIZATION.deletedAt} IS NULL FROM organizations o
    WHERE ${ORGANIZATION.id} = ${WEBHOOK_ENDPOINT.organizationId})`;

const IN_FLIGHT = (row: string) =>
  `(SELECT count(*)::int FROM webhook_leases l
    WHERE ${WEBHOOK_LEASE.organizationId} = ${row}.organization_id AND ${WEBHOOK_LEASE.webhookId} = ${row}.webhook_id)`;

// Skips endpoints that another replica is claiming from right now. The lock does not block the making of deliveries.
export const LOCK_ENDPOINTS = named(`
    SELECT ${LOCKED_ENDPOINT.organizationId} AS "organizationId", ${LOCKED_ENDPOINT.id} AS "webhookId",
      ${select(WebhookEndpoint, 'locked', 'url', 'secret', 'secretPrefix', 'nextSecret', 'nextSecretPrefix').columns},
      ${select(WebhookEndpoint, 'locked', 'nextSecretFrom', 'headers', 'standardHeaders', 'testInbox').columns}
    FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, id) CROSS JOIN LATERAL (
      SELECT w.* FROM webhook_endpoints w
      WHERE ${WEBHOOK_ENDPOINT.organizationId} = wanted.organization_id AND ${WEBHOOK_ENDPOINT.id} = wanted.id
        AND ${TAKES_DELIVERIES}
      FOR NO KEY UPDATE OF w SKIP LOCKED
    ) AS locked`);

// A separate statement, because only one that begins after the endpoints are locked sees everything in flight to them.
// Only whoever has those locks leases deliveries to the endpoints, so their rows in the queue need no lock. Rows of
// the queue whose delivery is gone are removed as well. The sub-selects fix the order in which tables are read, since
// statistics on how full the queue was at some time are of no use.
export const CLAIM = named(`
    WITH allowed AS MATERIALIZED (
      SELECT wanted.organization_id, wanted.webhook_id,
        least(wanted.max_count, ${MAX_PER_ENDPOINT} - ${IN_FLIGHT('wanted')}) AS free
      FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS wanted (organization_id, webhook_id, max_count)
    ), due AS MATERIALIZED (
      SELECT next.*, allowed.free FROM allowed CROSS JOIN LATERAL (
        SELECT q.ctid, ${WEBHOOK_QUEUE_ENTRY.organizationId}, ${WEBHOOK_QUEUE_ENTRY.webhookId},
          ${WEBHOOK_QUEUE_ENTRY.deliveryId} FROM webhook_queue q
        WHERE ${WEBHOOK_QUEUE_ENTRY.organizationId} = allowed.organization_id
          AND ${WEBHOOK_QUEUE_ENTRY.webhookId} = allowed.webhook_id AND ${WEBHOOK_QUEUE_ENTRY.dueAt} <= now()
        ORDER BY ${WEBHOOK_QUEUE_ENTRY.dueAt} LIMIT greatest(allowed.free, 0)
      ) AS next LIMIT $4
    ), taken AS (
      DELETE FROM webhook_queue WHERE ctid = ANY (ARRAY(SELECT ctid FROM due))
    ), job AS MATERIALIZED (
      SELECT due.*, delivery.* FROM due CROSS JOIN LATERAL (
        SELECT ${WEBHOOK_DELIVERY.eventType}, ${WEBHOOK_DELIVERY.eventId}, ${WEBHOOK_DELIVERY.attempts},
          ${WEBHOOK_DELIVERY.nextKind}, event.*
        FROM webhook_deliveries d LEFT JOIN LATERAL (
          SELECT CASE WHEN ${WEBHOOK_DELIVERY.fullPayload} THEN ${OUTBOX_EVENT.fullBody} ELSE ${OUTBOX_EVENT.body} END
            AS body, ${OUTBOX_EVENT.people}, ${OUTBOX_EVENT.personal}, ${peopleKeysOf(OUTBOX_EVENT)} AS keys
          FROM outbox_events o
          WHERE ${OUTBOX_EVENT.organizationId} = ${WEBHOOK_DELIVERY.organizationId}
            AND ${OUTBOX_EVENT.id} = ${WEBHOOK_DELIVERY.eventId} LIMIT 1
        ) AS event ON true
        WHERE ${WEBHOOK_DELIVERY.organizationId} = due.organization_id
          AND ${WEBHOOK_DELIVERY.id} = due.delivery_id LIMIT 1
      ) AS delivery
    ), leased AS (
      INSERT INTO webhook_leases
        (${columnList(WebhookLease, 'organizationId', 'webhookId', 'deliveryId', 'token', 'leasedAt', 'leasedUntil')})
      SELECT ${columnList(WebhookQueueEntry, 'organizationId', 'webhookId', 'deliveryId')},
        $5, now(), now() + make_interval(secs => $6) FROM job
    )
    SELECT ${BARE_WEBHOOK_QUEUE_ENTRY.webhookId} AS "webhookId", ${BARE_WEBHOOK_QUEUE_ENTRY.deliveryId} AS id,
      ${BARE_WEBHOOK_DELIVERY.eventType} AS "eventType",
      ${BARE_WEBHOOK_DELIVERY.eventId} AS "eventId", body, people, personal, keys, ${BARE_WEBHOOK_DELIVERY.attempts},
      ${BARE_WEBHOOK_DELIVERY.nextKind} AS kind, free
    FROM job`);

/**
 * The endpoints with something in the queue. An endpoint that is gone, as while its organization is purged, also counts
 * as a step, but never as due.
 */
const WAITING = `
  WITH RECURSIVE ${indexWalk({
    name: 'visited',
    table: 'webhook_queue',
    columns: [
      BARE_WEBHOOK_QUEUE_ENTRY.organizationId,
      BARE_WEBHOOK_QUEUE_ENTRY.webhookId,
      BARE_WEBHOOK_QUEUE_ENTRY.dueAt,
    ],
    key: [BARE_WEBHOOK_QUEUE_ENTRY.organizationId, BARE_WEBHOOK_QUEUE_ENTRY.webhookId],
    after: ['$1', '$2'],
    maxSteps: '$3',
  })}
  SELECT visited.organization_id, visited.webhook_id, visited.due_at, endpoint.slow,
    visited.due_at <= now() AND endpoint.takes AS due
  FROM visited LEFT JOIN LATERAL (
    SELECT ${WEBHOOK_ENDPOINT.slow}, ${TAKES_DELIVERIES} AS takes FROM webhook_endpoints w
    WHERE ${WEBHOOK_ENDPOINT.organizationId} = visited.organization_id
      AND ${WEBHOOK_ENDPOINT.id} = visited.webhook_id LIMIT 1
  ) AS endpoint ON true`;

export const LOOK = named(`
    SELECT waiting.organization_id AS "organizationId", waiting.webhook_id AS "webhookId", waiting.slow,
      waiting.due AND ${MAX_PER_ENDPOINT} > ${IN_FLIGHT('waiting')} AS ready
    FROM (${WAITING}) AS waiting ORDER BY waiting.organization_id, waiting.webhook_id`);

export const OLDEST_DUE = named(`
    SELECT extract(epoch FROM now() - min(waiting.due_at) FILTER (WHERE waiting.due))::float8 AS seconds
    FROM (${WAITING}) AS waiting`);

export const NOTE_SPEED = named(
  `UPDATE webhook_endpoints SET ${BARE_WEBHOOK_ENDPOINT.slow} = $3
   WHERE ${BARE_WEBHOOK_ENDPOINT.organizationId} = $1 AND ${BARE_WEBHOOK_ENDPOINT.id} = $2
     AND ${BARE_WEBHOOK_ENDPOINT.slow} <> $3`,
);

const OWN = `(${WEBHOOK_LEASE.organizationId}, ${WEBHOOK_LEASE.webhookId}, ${WEBHOOK_LEASE.deliveryId},
      ${WEBHOOK_LEASE.token}) IN (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]))`;
export const FREE_LOST = named(freeing(`${WEBHOOK_LEASE.leasedUntil} < now() LIMIT ${MAX_LOST}`));
export const GIVE_UP = named(freeing(OWN));
export const GIVE_BACK = named(`
    WITH returned AS (DELETE FROM webhook_leases l WHERE ${OWN} RETURNING l.*)
    INSERT INTO webhook_queue (${QUEUE_COLUMNS})
    SELECT ${WEBHOOK_DELIVERY.organizationId}, ${WEBHOOK_DELIVERY.webhookId}, ${WEBHOOK_DELIVERY.dueAt},
      ${WEBHOOK_DELIVERY.id}
    FROM returned JOIN webhook_deliveries d ON ${WEBHOOK_DELIVERY.organizationId} = ${RETURNED_LEASE.organizationId}
      AND ${WEBHOOK_DELIVERY.id} = ${RETURNED_LEASE.deliveryId}`);

/** Ends the chosen leases: their attempts are logged as lost and are due again under the same numbers. */
function freeing(chosen: string): string {
  return `
    WITH lost AS (
      DELETE FROM webhook_leases USING (
        SELECT ${WEBHOOK_LEASE.organizationId}, ${WEBHOOK_LEASE.webhookId}, ${WEBHOOK_LEASE.deliveryId}
        FROM webhook_leases l WHERE ${chosen} FOR UPDATE SKIP LOCKED
      ) AS chosen
      WHERE ${QUALIFIED_WEBHOOK_LEASE.organizationId} = chosen.organization_id
        AND ${QUALIFIED_WEBHOOK_LEASE.webhookId} = chosen.webhook_id
        AND ${QUALIFIED_WEBHOOK_LEASE.deliveryId} = chosen.delivery_id
      RETURNING webhook_leases.*
    ), logged AS (
      UPDATE webhook_deliveries d
      SET ${BARE_WEBHOOK_DELIVERY.updatedAt} = now(),
        ${BARE_WEBHOOK_DELIVERY.attemptLog} = ${WEBHOOK_DELIVERY.attemptLog} || json_build_object('number',
          ${WEBHOOK_DELIVERY.attempts} + 1, 'kind', 'lost',
        'startedAt', to_char(${LOST_LEASE.leasedAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'durationMs', NULL, 'signature', NULL, 'responseStatus', NULL, 'error', NULL, 'responseBody', NULL)
      FROM lost WHERE ${WEBHOOK_DELIVERY.organizationId} = ${LOST_LEASE.organizationId}
        AND ${WEBHOOK_DELIVERY.id} = ${LOST_LEASE.deliveryId}
      RETURNING ${WEBHOOK_DELIVERY.organizationId}, ${WEBHOOK_DELIVERY.webhookId}, ${WEBHOOK_DELIVERY.dueAt},
        ${WEBHOOK_DELIVERY.id}
    )
    ${queueing('logged')}
    RETURNING ${BARE_WEBHOOK_QUEUE_ENTRY.organizationId} AS "organizationId",
      ${BARE_WEBHOOK_QUEUE_ENTRY.webhookId} AS "webhookId"`;
}
