import { BY_INDEX } from '../../../platform/database/by-index';
import { named } from '../../../platform/database/named';
import { columnList, columnsOf, tableOf } from '../../../platform/database/table';
import { WebhookQueueEntry } from './webhook-queue-entry.entity';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';

const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry, 'q');
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint);
const BARE_WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);

/** Why claims and results run unscoped; see test/architecture/unscoped.spec.ts. */
export const DELIVERIES_REASON = 'deliveries of all organizations wait in one queue';

/** How often a delivery may be tried. Limited because each attempt adds an entry of up to 1 KiB to its log. */
export const MAX_ATTEMPTS = 100;

/** How long after a delivery was made its result counts as delayed, and how often an endpoint's health is noted. */
export const DELAY = "interval '1 hour'";

/**
 * {@link BY_INDEX} for transactions that a crash of the database may lose: their claims are then made again, and what
 * they recorded as sent is sent again, under the same id. New deliveries are never written this way.
 */
export const BY_INDEX_WITHOUT_WAITING = named(`${BY_INDEX.text}, set_config('synchronous_commit', 'off', true)`);

const { fields: queued } = tableOf(WebhookQueueEntry);
/** What a row of the queue has, in the order of its index. */
export const QUEUE_COLUMNS = `${queued.organizationId}, ${queued.webhookId}, ${queued.dueAt}, ${queued.deliveryId}`;

/**
 * A statement that puts deliveries into the queue.
 *
 * @param rows a relation with the columns of `webhook_deliveries` to take them from, with a condition if need be
 */
export function queueing(rows: string): string {
  return `INSERT INTO webhook_queue (${QUEUE_COLUMNS})
    SELECT ${columnList(WebhookDelivery, 'organizationId', 'webhookId', 'dueAt', 'id')} FROM ${rows}`;
}

/**
 * Statements that make deliveries due now that wait for a later attempt. Their endpoint must be locked, because claims
 * read the queue without locking its rows.
 *
 * @param chosen a relation with rows of `webhook_deliveries` of the organization `$1` and the endpoint `$2`
 */
export function bringingForward(chosen: string): string {
  return `freed AS (
    DELETE FROM webhook_queue q USING ${chosen}
    WHERE ${WEBHOOK_QUEUE_ENTRY.organizationId} = $1 AND ${WEBHOOK_QUEUE_ENTRY.webhookId} = $2
      AND ${WEBHOOK_QUEUE_ENTRY.dueAt} = ${chosen}.${BARE_WEBHOOK_DELIVERY.dueAt}
      AND ${WEBHOOK_QUEUE_ENTRY.deliveryId} = ${chosen}.${BARE_WEBHOOK_DELIVERY.id}
    RETURNING ${WEBHOOK_QUEUE_ENTRY.deliveryId}
  ), hastened AS (
    UPDATE webhook_deliveries d SET ${BARE_WEBHOOK_DELIVERY.dueAt} = now(), ${BARE_WEBHOOK_DELIVERY.updatedAt} = now()
    FROM freed
    WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.id} = freed.delivery_id
    RETURNING ${WEBHOOK_DELIVERY.organizationId}, ${WEBHOOK_DELIVERY.webhookId}, ${WEBHOOK_DELIVERY.dueAt},
      ${WEBHOOK_DELIVERY.id}
  ), queued AS (${queueing('hastened')})`;
}

/** Keeps all processes from claiming deliveries to an endpoint until the transaction ends. */
export const LOCK_ENDPOINT = `SELECT ${WEBHOOK_ENDPOINT.id} FROM webhook_endpoints
  WHERE ${WEBHOOK_ENDPOINT.organizationId} = $1 AND ${WEBHOOK_ENDPOINT.id} = $2 FOR NO KEY UPDATE`;

/** A PostgreSQL array literal of values that need no quotes; pg would quote and escape each of them. */
export function arrayOf(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
