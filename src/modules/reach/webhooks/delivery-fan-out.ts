import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import type { OutboxFollower, Receiver } from '../../../platform/outbox/outbox-follower';
import { OutboxFollowers } from '../../../platform/outbox/outbox-followers';
import { DeliveryWorker } from './delivery-worker';
import { queueing } from './delivery-statements';
import { ALL_EVENTS } from './event-types';
import { makerMayRead } from './maker-rights';
import { newIdSql } from '../../../platform/tenancy/sql-ids';
import { columnList, columnsOf } from '../../../platform/database/table';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';

const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');
const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);

/**
 * Makes the deliveries of an event, in the transaction that writes the event: one for each endpoint of the organization
 * that subscribes to its type, and to what it belongs to. For a disabled endpoint they wait until it is enabled.
 */
@Injectable()
export class DeliveryFanOut implements OutboxFollower {
  readonly expressions: string;

  constructor(
    followers: OutboxFollowers,
    private readonly worker: DeliveryWorker,
    @Inject(CONFIGURATION) { webhookRetryDelaysSeconds: [firstDelaySeconds] }: Configuration,
  ) {
    this.expressions = `
      follow AS (
        INSERT INTO webhook_deliveries
          (${columnList(WebhookDelivery, 'organizationId', 'id', 'webhookId', 'eventId', 'eventType', 'fullPayload')},
            ${columnList(WebhookDelivery, 'attempts', 'nextKind', 'dueAt', 'createdAt', 'updatedAt')})
        SELECT event.organization_id, ${newIdSql('event.created_at')}, ${WEBHOOK_ENDPOINT.id}, event.id, event.type,
          ${WEBHOOK_ENDPOINT.fullPayload} AND event.full_body IS NOT NULL, 0, 'scheduled',
          now() + make_interval(secs => ${Number(firstDelaySeconds)}), event.created_at, event.created_at
        FROM event JOIN webhook_endpoints w ON ${WEBHOOK_ENDPOINT.organizationId} = event.organization_id
        WHERE ${WEBHOOK_ENDPOINT.deletedAt} IS NULL AND (event.type = ANY (${WEBHOOK_ENDPOINT.eventTypes})
          OR '${ALL_EVENTS}' = ANY (${WEBHOOK_ENDPOINT.eventTypes}))
          AND (${WEBHOOK_ENDPOINT.eventId} IS NULL OR ${WEBHOOK_ENDPOINT.eventId} = event.event_id)
          AND CASE WHEN ${WEBHOOK_ENDPOINT.tourId} IS NULL THEN true
            ELSE ${WEBHOOK_ENDPOINT.tourId} = coalesce(event.tour_id, tour_of_event(event.organization_id,
              event.event_id)) END
          AND ${makerMayRead()}
        RETURNING ${WEBHOOK_DELIVERY.organizationId}, ${WEBHOOK_DELIVERY.eventId},
          ${WEBHOOK_DELIVERY.webhookId} AS receiver, ${WEBHOOK_DELIVERY.webhookId}, ${WEBHOOK_DELIVERY.dueAt},
          ${WEBHOOK_DELIVERY.id}
      ), queued AS (${queueing('follow')})`;
    followers.follow(this);
  }

  committed(receivers: readonly Receiver[]): void {
    this.worker.wake(receivers.map(({ organizationId, receiver }) => ({ organizationId, webhookId: receiver })));
  }
}
