import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { deletionOfEvents } from '../../../platform/outbox/event-deletion';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';

/** Deletes deliveries of the events that a condition on `o` chooses, whether they wait or are over. */
function deletion(condition: string): { unqueue: ScopedStatement; deliveries: ScopedStatement<{ eventId: string }> } {
  const events = `SELECT o.id FROM outbox_events o WHERE o.organization_id = $1 AND ${condition}`;
  return {
    unqueue: new ScopedStatement(
      `DELETE FROM webhook_queue q USING webhook_deliveries d
       WHERE q.organization_id = $1 AND d.organization_id = $1 AND q.webhook_id = d.webhook_id AND q.delivery_id = d.id
         AND d.event_id IN (${events})`,
    ),
    deliveries: new ScopedStatement<{ eventId: string }>(
      `DELETE FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.event_id IN (${events})
       RETURNING d.event_id AS "eventId"`,
    ),
  };
}

/** Any event may name a guest, or a contact: of an organization's events of the last days, those whose body has the id. */
const OF_GUEST = deletion('(strpos(o.body, $2::text) > 0 OR strpos(o.full_body, $2::text) > 0)');
/**
 * Events about a user, by their id. Others say only that the user made the change, or are about an invitation to their
 * address: these are still sent, and without the user's key, or the invitation's, they name nobody.
 */
const OF_USER = deletion(`o.type ~ '^(member|team_member|invitation)[.]' AND strpos(o.body, $2::text) > 0`);
const NAMING = new ScopedStatement<{ id: string }>(
  `SELECT o.id FROM outbox_events o
   WHERE o.organization_id = $1 AND (strpos(o.body, $2::text) > 0 OR strpos(o.full_body, $2::text) > 0)`,
);
const FORGET_EVENTS = deletionOfEvents(
  'SELECT d.id FROM webhook_deliveries d WHERE d.organization_id = o.organization_id AND d.event_id = o.id LIMIT 1',
);
const FORGET_REQUESTS = new ScopedStatement(
  'DELETE FROM webhook_inbox_requests WHERE organization_id = $1 AND strpos(body, $2::text) > 0',
);
/** A receiver's response may repeat what it was sent. */
const FORGET_RESPONSES = new ScopedStatement(
  `UPDATE webhook_deliveries d SET attempt_log = ARRAY(
     SELECT (attempt::jsonb || '{"responseBody": null}')::json
     FROM unnest(d.attempt_log) WITH ORDINALITY AS log (attempt, number) ORDER BY number)
   WHERE d.organization_id = $1 AND d.event_id = ANY ($2::uuid[]) AND d.attempt_log <> '{}'`,
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
