import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { deletionOfEvents } from '../../../platform/outbox/event-deletion';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnsOf } from '../../../platform/database/table';
import { OutboxEvent } from '../../../platform/outbox/outbox-event.entity';
import { WebhookQueueEntry } from './webhook-queue-entry.entity';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookInboxRequest } from './webhook-inbox-request.entity';

const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const OUTBOX_EVENT = columnsOf(OutboxEvent, 'o');
const WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry, 'q');
const WEBHOOK_INBOX_REQUEST = columnsOf(WebhookInboxRequest);
const BARE_WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);

/** Deletes deliveries of the events that a condition on `o` chooses, whether they wait or are over. */
function deletion(condition: string): { unqueue: ScopedStatement; deliveries: ScopedStatement<{ eventId: string }> } {
  const events = `SELECT ${OUTBOX_EVENT.id} FROM outbox_events o
      WHERE ${OUTBOX_EVENT.organizationId} = $1 AND ${condition}`;
  return {
    unqueue: new ScopedStatement(
      `DELETE FROM webhook_queue q USING webhook_deliveries d
       WHERE ${WEBHOOK_QUEUE_ENTRY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.organizationId} = $1
         AND ${WEBHOOK_QUEUE_ENTRY.webhookId} = ${WEBHOOK_DELIVERY.webhookId}
         AND ${WEBHOOK_QUEUE_ENTRY.deliveryId} = ${WEBHOOK_DELIVERY.id}
         AND ${WEBHOOK_DELIVERY.eventId} IN (${events})`,
    ),
    deliveries: new ScopedStatement<{ eventId: string }>(
      `DELETE FROM webhook_deliveries d
       WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.eventId} IN (${events})
       RETURNING ${WEBHOOK_DELIVERY.eventId} AS "eventId"`,
    ),
  };
}

/** Any event may name a guest, or a contact: of an organization's events of the last days, those whose body has the id. */
const OF_GUEST = deletion(
  `(strpos(${OUTBOX_EVENT.body}, $2::text) > 0 OR strpos(${OUTBOX_EVENT.fullBody}, $2::text) > 0)`,
);
/**
 * Events about a user, by their id. Others say only that the user made the change, or are about an invitation to their
 * address: these are still sent, and without the user's key, or the invitation's, they name nobody.
 */
const OF_USER = deletion(
  `${OUTBOX_EVENT.type} ~ '^(member|team_member|invitation)[.]' AND strpos(${OUTBOX_EVENT.body}, $2::text) > 0`,
);
const NAMING = new ScopedStatement<{ id: string }>(
  `SELECT ${OUTBOX_EVENT.id} FROM outbox_events o
   WHERE ${OUTBOX_EVENT.organizationId} = $1 AND (strpos(${OUTBOX_EVENT.body}, $2::text) > 0
     OR strpos(${OUTBOX_EVENT.fullBody}, $2::text) > 0)`,
);
const FORGET_EVENTS = deletionOfEvents(
  `SELECT ${WEBHOOK_DELIVERY.id} FROM webhook_deliveries d
   WHERE ${WEBHOOK_DELIVERY.organizationId} = ${OUTBOX_EVENT.organizationId}
     AND ${WEBHOOK_DELIVERY.eventId} = ${OUTBOX_EVENT.id} LIMIT 1`,
);
const FORGET_REQUESTS = new ScopedStatement(
  `DELETE FROM webhook_inbox_requests
   WHERE ${WEBHOOK_INBOX_REQUEST.organizationId} = $1 AND strpos(${WEBHOOK_INBOX_REQUEST.body}, $2::text) > 0`,
);
/** A receiver's response may repeat what it was sent. */
const FORGET_RESPONSES = new ScopedStatement(
  `UPDATE webhook_deliveries d SET ${BARE_WEBHOOK_DELIVERY.attemptLog} = ARRAY(
     SELECT (attempt::jsonb || '{"responseBody": null}')::json
     FROM unnest(${WEBHOOK_DELIVERY.attemptLog}) WITH ORDINALITY AS log (attempt, number) ORDER BY number)
   WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.eventId} = ANY ($2::uuid[])
     AND ${WEBHOOK_DELIVERY.attemptLog} <> '{}'`,
);

/**
 * Forgets people in what was sent to endpoints, or waits for them. What is about them is deleted with its deliveries; what
 * a user has done is still sent, without their name.
 */
@Injectable()
export class DeliveryErasure {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Also a contact on a team. */
  async forgetGuest(id: string): Promise<void> {
    await this.forget(OF_GUEST, id);
  }

  async forgetUser(id: string): Promise<void> {
    await this.forget(OF_USER, id);
    const { rows } = await this.unitOfWork.write(NAMING, id);
    if (rows.length > 0)
      await this.unitOfWork.write(
        FORGET_RESPONSES,
        rows.map((event) => event.id),
      );
  }

  private async forget({ unqueue, deliveries }: ReturnType<typeof deletion>, personId: string): Promise<void> {
    await this.unitOfWork.write(unqueue, personId);
    const { rows } = await this.unitOfWork.write(deliveries, personId);
    const events = [...new Set(rows.map(({ eventId }) => eventId))];
    const organizations = events.map(() => currentOrganizationId());
    await this.unitOfWork.writeUnscoped(FORGET_EVENTS, organizations, events);
    await this.unitOfWork.write(FORGET_REQUESTS, personId);
  }
}
