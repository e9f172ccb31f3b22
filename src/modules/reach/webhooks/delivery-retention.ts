import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS, HOUR_SECONDS } from '../../../kernel/durations';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { BY_INDEX } from '../../../platform/database/by-index';
import { named } from '../../../platform/database/named';
import { inBatches } from '../../../platform/background/in-batches';
import { deletionOfEvents } from '../../../platform/outbox/event-deletion';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnsOf } from '../../../platform/database/table';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookQueueEntry } from './webhook-queue-entry.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { OutboxEvent } from '../../../platform/outbox/outbox-event.entity';

const OUTBOX_EVENT = columnsOf(OutboxEvent, 'o');
const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');
const WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry, 'q');
const BARE_WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);

/** More often than once a day, so that each round finds little. */
const INTERVAL_SECONDS = HOUR_SECONDS;
const BATCH_SIZE = 1_000;
const REASON = 'old deliveries of all organizations are deleted';

// Each selects deliveries and their rows in the queue. Delivered ones are found by their time of creation, which never
// changes. A batch begins where the one before ended, so that deliveries waiting for a disabled endpoint are passed
// over only once.
const DELIVERED = `
  SELECT d.ctid AS delivery, NULL::tid AS queued FROM webhook_deliveries d
  WHERE ${WEBHOOK_DELIVERY.failedAt} IS NULL AND ${WEBHOOK_DELIVERY.createdAt} < $1
    AND ${WEBHOOK_DELIVERY.deliveredAt} < $1 AND ${WEBHOOK_DELIVERY.createdAt} >= $2
    ORDER BY ${WEBHOOK_DELIVERY.createdAt}`;
const FAILED = `SELECT d.ctid AS delivery, NULL::tid AS queued FROM webhook_deliveries d
    WHERE ${WEBHOOK_DELIVERY.failedAt} < $1`;
const WAITING = `
  SELECT d.ctid AS delivery, q.ctid AS queued FROM webhook_endpoints w
  JOIN webhook_queue q ON ${WEBHOOK_QUEUE_ENTRY.organizationId} = ${WEBHOOK_ENDPOINT.organizationId}
    AND ${WEBHOOK_QUEUE_ENTRY.webhookId} = ${WEBHOOK_ENDPOINT.id}
  JOIN webhook_deliveries d ON ${WEBHOOK_DELIVERY.organizationId} = ${WEBHOOK_QUEUE_ENTRY.organizationId}
    AND ${WEBHOOK_DELIVERY.id} = ${WEBHOOK_QUEUE_ENTRY.deliveryId}
  WHERE ${WEBHOOK_ENDPOINT.status} = 'disabled' AND ${WEBHOOK_QUEUE_ENTRY.dueAt} < $1`;
const OF_DELETED_ENDPOINTS = `
  SELECT d.ctid AS delivery, q.ctid AS queued FROM webhook_endpoints w
  JOIN webhook_deliveries d ON ${WEBHOOK_DELIVERY.organizationId} = ${WEBHOOK_ENDPOINT.organizationId}
    AND ${WEBHOOK_DELIVERY.webhookId} = ${WEBHOOK_ENDPOINT.id}
  LEFT JOIN webhook_queue q ON ${WEBHOOK_QUEUE_ENTRY.organizationId} = ${WEBHOOK_DELIVERY.organizationId}
    AND ${WEBHOOK_QUEUE_ENTRY.webhookId} = ${WEBHOOK_DELIVERY.webhookId}
    AND ${WEBHOOK_QUEUE_ENTRY.dueAt} = ${WEBHOOK_DELIVERY.dueAt}
    AND ${WEBHOOK_QUEUE_ENTRY.deliveryId} = ${WEBHOOK_DELIVERY.id}
  WHERE ${WEBHOOK_ENDPOINT.deletedAt} < $1`;

// An event may have several deliveries, even to one endpoint: it stays for as long as any of them.
const FORGET_EVENTS = deletionOfEvents(
  `SELECT ${WEBHOOK_DELIVERY.id} FROM webhook_deliveries d
   WHERE ${WEBHOOK_DELIVERY.organizationId} = ${OUTBOX_EVENT.organizationId}
     AND ${WEBHOOK_DELIVERY.eventId} = ${OUTBOX_EVENT.id} LIMIT 1`,
);

// The next statements look up each row by its key: planned while there was little, a join or NOT EXISTS could go through
// all deliveries, or all endpoints, for each.
const FORGET_ENDPOINTS = named(`
    DELETE FROM webhook_endpoints w WHERE ${WEBHOOK_ENDPOINT.deletedAt} < $1 AND (
      SELECT ${WEBHOOK_DELIVERY.id} FROM webhook_deliveries d
      WHERE ${WEBHOOK_DELIVERY.organizationId} = ${WEBHOOK_ENDPOINT.organizationId}
        AND ${WEBHOOK_DELIVERY.webhookId} = ${WEBHOOK_ENDPOINT.id} LIMIT 1
    ) IS NULL`);

// Rows of the queue have no foreign key to their endpoint: one that returned to the queue while the endpoint was being
// deleted is left behind, and no claim would ever remove it.
const FORGET_QUEUED = named(`
    DELETE FROM webhook_queue q WHERE (
      SELECT ${WEBHOOK_ENDPOINT.id} FROM webhook_endpoints w
      WHERE ${WEBHOOK_ENDPOINT.organizationId} = ${WEBHOOK_QUEUE_ENTRY.organizationId}
        AND ${WEBHOOK_ENDPOINT.id} = ${WEBHOOK_QUEUE_ENTRY.webhookId}
    ) IS NULL`);

interface Forgotten {
  readonly organization_id: string;
  readonly event_id: string;
  readonly created_at: string;
}

/** Deletes old deliveries with their attempts and events, and everything of deleted endpoints. */
@Injectable()
export class DeliveryRetention {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Job({ name: 'forget-webhook-deliveries', intervalSeconds: INTERVAL_SECONDS })
  async forgetOld(stop: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const forget = (chosen: string, before: number) =>
      inBatches(BATCH_SIZE, stop, async () => (await this.forgetBatch(chosen, new Date(before))).length);
    const { webhookDeliveredDays, webhookFailedDays } = this.configuration;
    await this.forgetDelivered(new Date(now - webhookDeliveredDays * DAY_MS), stop);
    await forget(FAILED, now - webhookFailedDays * DAY_MS);
    // Deliveries that wait for a disabled endpoint are given up after as long as failed ones.
    await forget(WAITING, now - webhookFailedDays * DAY_MS);
    await forget(OF_DELETED_ENDPOINTS, now);
    for (const statement of [{ ...FORGET_ENDPOINTS, values: [new Date(now)] }, FORGET_QUEUED])
      await this.unitOfWork.runByIndex(REASON, statement);
  }

  private async forgetDelivered(before: Date, stop: AbortSignal): Promise<void> {
    let from = new Date(0).toISOString();
    await inBatches(BATCH_SIZE, stop, async () => {
      const forgotten = await this.forgetBatch(DELIVERED, before, from);
      for (const { created_at: madeAt } of forgotten) if (madeAt > from) from = madeAt;
      return forgotten.length;
    });
  }

  private forgetBatch(chosen: string, ...values: readonly (Date | string)[]): Promise<Forgotten[]> {
    return this.unitOfWork.runUnscoped(REASON, async () => {
      const { client } = this.unitOfWork.current;
      await client.query(BY_INDEX);
      const { rows } = await client.query<Forgotten>(
        `WITH chosen AS MATERIALIZED (${chosen} LIMIT ${BATCH_SIZE} FOR UPDATE OF d SKIP LOCKED), unqueued AS (
           DELETE FROM webhook_queue WHERE ctid = ANY (ARRAY(SELECT queued FROM chosen WHERE queued IS NOT NULL))
         )
         DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(SELECT delivery FROM chosen))
         RETURNING ${BARE_WEBHOOK_DELIVERY.organizationId}, ${BARE_WEBHOOK_DELIVERY.eventId},
           ${BARE_WEBHOOK_DELIVERY.createdAt}`,
        [...values],
      );
      if (rows.length > 0) {
        const events = [rows.map((row) => row.organization_id), rows.map((row) => row.event_id)];
        await client.query({ ...FORGET_EVENTS, values: events });
      }
      return rows;
    });
  }
}
