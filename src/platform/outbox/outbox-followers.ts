import { Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { PARENT_COLUMNS } from '../../kernel/parent-ids';
import { SingleSlot } from '../../kernel/single-slot';
import { named } from '../database/named';
import type { OutboxFollower } from './outbox-follower';
import { columnList } from '../database/table';
import { OutboxEvent } from './outbox-event.entity';

const PARENTS = PARENT_COLUMNS.map((_, index) => `, $${9 + index}::uuid[]`).join('');

const COLUMNS = columnList(
  OutboxEvent,
  ...(['organizationId', 'id', 'type', 'body', 'createdAt', 'fullBody', 'people', 'personal'] as const),
);
/** Bodies are sent as lines, so that pg need not quote and escape each of them: as JSON they have no line breaks. */
const EVENTS =
  "SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], string_to_array($4, E'\\n'), $5::timestamptz[], " +
  `string_to_array($6, E'\\n', ''), string_to_array($7, E'\\n', ''), string_to_array($8, E'\\n', '')${PARENTS}) ` +
  `AS event (${COLUMNS}, ${PARENT_COLUMNS.join(', ')})`;
const WRITTEN = COLUMNS.replace('people', "coalesce(string_to_array(people, ','), '{}')::uuid[]");

/** The follower of events. */
interface Following {
  readonly follower: OutboxFollower;
  /** Writes what the follower adds, and the events that it added something for; returns the receivers. */
  readonly insertion: QueryConfig;
}

/** Knows the follower of events; see {@link OutboxFollower}. */
@Injectable()
export class OutboxFollowers {
  private readonly following = new SingleSlot<Following>('OutboxFollower');

  /**
   * Called by the domain's module when it starts.
   *
   * @throws Error when there is one already
   */
  follow(follower: OutboxFollower): void {
    const insertion = named(
      `WITH event AS (${EVENTS}), ${follower.expressions}, ` +
        `written AS (INSERT INTO outbox_events (${COLUMNS}) ` +
        `SELECT ${WRITTEN} FROM event WHERE id IN (SELECT event_id FROM follow)) ` +
        'SELECT DISTINCT organization_id AS "organizationId", receiver FROM follow',
    );
    this.following.register({ follower, insertion });
  }

  /** @throws Error without a follower, which would miss the event */
  get(): Following {
    return this.following.get();
  }
}
