import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import type { OutboxFollower, Receiver } from '../../platform/outbox/outbox-follower';
import { OutboxFollowers } from '../../platform/outbox/outbox-followers';
import { DeliveryWorker } from './delivery-worker';
import { queueing } from './delivery-statements';
import { ALL_EVENTS } from './event-types';
import { newIdSql } from '../../platform/tenancy/sql-ids';

/**
 * Makes the deliveries of an event, in the transaction that writes the event: one for each endpoint of the organization
 * that subscribes to its type. For a disabled endpoint they wait until it is enabled.
 */
@Injectable()
export class DeliveryFanOut implements OutboxFollower, OnModuleInit {
  readonly expressions: string;

  constructor(
    private readonly followers: OutboxFollowers,
    private readonly worker: DeliveryWorker,
    @Inject(CONFIGURATION) { webhookRetryDelaysSeconds: [firstDelaySeconds] }: Configuration,
  ) {
    this.expressions = `
      follow AS (
        INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, attempts, next_kind, due_at, created_at, updated_at)
        SELECT event.organization_id, ${newIdSql('event.created_at')}, w.id, event.id, event.type, 0, 'scheduled',
          now() + make_interval(secs => ${Number(firstDelaySeconds)}), event.created_at, event.created_at
        FROM event JOIN webhook_endpoints w ON w.organization_id = event.organization_id
        WHERE w.deleted_at IS NULL AND (event.type = ANY (w.event_types) OR '${ALL_EVENTS}' = ANY (w.event_types))
        RETURNING organization_id, event_id, webhook_id AS receiver, webhook_id, due_at, id
      ), queued AS (${queueing('follow')})`;
  }

  onModuleInit(): void {
    this.followers.follow(this);
  }

  committed(receivers: readonly Receiver[]): void {
    this.worker.wake(receivers.map(({ organizationId, receiver }) => ({ organizationId, webhookId: receiver })));
  }
}
