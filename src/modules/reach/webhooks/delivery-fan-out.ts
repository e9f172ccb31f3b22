import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import type { OutboxFollower, Receiver } from '../../../platform/outbox/outbox-follower';
import { OutboxFollowers } from '../../../platform/outbox/outbox-followers';
import { DeliveryWorker } from './delivery-worker';
import { queueing } from './delivery-statements';
import { ALL_EVENTS } from './event-types';
import { makerMayRead } from './maker-rights';
import { newIdSql } from '../../../platform/tenancy/sql-ids';

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
        INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, full_payload, attempts,
          next_kind, due_at, created_at, updated_at)
        SELECT event.organization_id, ${newIdSql('event.created_at')}, w.id, event.id, event.type,
          w.full_payload AND event.full_body IS NOT NULL, 0, 'scheduled',
          now() + make_interval(secs => ${Number(firstDelaySeconds)}), event.created_at, event.created_at
        FROM event JOIN webhook_endpoints w ON w.organization_id = event.organization_id
        WHERE w.deleted_at IS NULL AND (event.type = ANY (w.event_types) OR '${ALL_EVENTS}' = ANY (w.event_types))
          AND (w.event_id IS NULL OR w.event_id = event.event_id)
          AND CASE WHEN w.tour_id IS NULL THEN true
            ELSE w.tour_id = coalesce(event.tour_id, tour_of_event(event.organization_id, event.event_id)) END
          AND ${makerMayRead()}
        RETURNING organization_id, event_id, webhook_id AS receiver, webhook_id, due_at, id
      ), queued AS (${queueing('follow')})`;
    followers.follow(this);
  }

  committed(receivers: readonly Receiver[]): void {
    this.worker.wake(receivers.map(({ organizationId, receiver }) => ({ organizationId, webhookId: receiver })));
  }
}
