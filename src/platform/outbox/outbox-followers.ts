import { Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { named } from '../tenancy/statement';
import type { OutboxFollower, Receiver } from './outbox-follower';

/** Bodies are sent as lines, so that pg need not quote and escape each of them: as JSON they have no line breaks. */
const EVENTS =
  "SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], string_to_array($4, E'\\n'), $5::timestamptz[]) " +
  'AS event (organization_id, id, type, body, created_at)';
const COLUMNS = 'organization_id, id, type, body, created_at, followed';

/** Knows the follower of events, if there is one; see {@link OutboxFollower}. */
@Injectable()
export class OutboxFollowers {
  private follower: OutboxFollower | null = null;
  private statement = named(
    `WITH event AS (${EVENTS}), written AS (INSERT INTO outbox_events (${COLUMNS}) SELECT event.*, false FROM event) ` +
      'SELECT organization_id FROM event WHERE false',
  );

  /**
   * Called by the domain's module when it starts.
   *
   * @throws Error when there is one already
   */
  follow(follower: OutboxFollower): void {
    if (this.follower !== null) throw new Error('Somebody else follows on the outbox already.');
    this.follower = follower;
    this.statement = named(
      `WITH event AS (${EVENTS}), ${follower.expressions}, ` +
        `written AS (INSERT INTO outbox_events (${COLUMNS}) ` +
        'SELECT event.*, event.id IN (SELECT event_id FROM follow) FROM event) ' +
        'SELECT DISTINCT organization_id AS "organizationId", receiver FROM follow',
    );
  }

  /** The statement that writes events and what their follower adds, and returns the receivers. */
  get insertion(): QueryConfig {
    return this.statement;
  }

  tell(receivers: readonly Receiver[]): void {
    this.follower?.committed(receivers);
  }
}
