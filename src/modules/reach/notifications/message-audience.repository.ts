import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { ADDRESS_OF, guestValues, whoAnswered } from './chosen-recipients.repository';
import type { Channel } from './notifications.dto';
import { columnsOf } from '../../../platform/database/table';
import { Guest } from '../../planning/guests/guest.entity';
import { EventGuest } from '../../planning/event-guests/event-guest.entity';
import { NotificationSuppression } from './notification-suppression.entity';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const GUEST = columnsOf(Guest, 'g');
const NOTIFICATION_SUPPRESSION = columnsOf(NotificationSuppression);

/** How many guests there are, and how many recipients they would be. */
interface AudienceRow {
  guests: number;
  reachable: number;
  reachableGuests: number;
  noAddress: number;
  unsubscribed: number;
}

/** A guest whom a message would go to. */
export interface Addressee {
  guestId: string;
  eventGuestId: string;
  name: string;
  address: string | null;
  suppressed: boolean;
  ownValues: Readonly<Record<string, string | null>>;
}

/** The guests of an event who gave an answer, or all of them where that is null, as a message chooses them. */
const guestsOfEvent = (channel: Channel, event: string, answer: string) => `
  SELECT ${GUEST.id} AS guest_id, ${EVENT_GUEST.id} AS event_guest_id, ${ADDRESS_OF[channel].address} AS address,
    ${ADDRESS_OF[channel].key} AS address_key, ${guestValues(EVENT_GUEST.id)} AS own_values,
    row_number() OVER (ORDER BY ${EVENT_GUEST.createdAt}, ${EVENT_GUEST.id}) AS position
  FROM event_guests eg
    JOIN guests g ON ${GUEST.organizationId} = ${EVENT_GUEST.organizationId} AND ${GUEST.id} = ${EVENT_GUEST.guestId}
  WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = ${event} AND ${whoAnswered(answer)}`;

const suppressionOf = (channel: Channel) =>
  `LEFT JOIN LATERAL (SELECT ${NOTIFICATION_SUPPRESSION.id} FROM notification_suppressions
     WHERE ${NOTIFICATION_SUPPRESSION.organizationId} = $1
       AND ${NOTIFICATION_SUPPRESSION.addressKey} IN (chosen.address_key, suppression_hash($1, chosen.address_key))
       LIMIT 1) AS s ON '${channel}' = 'email'`;

/** `$2` is the event and `$3` the answer, or null for every answer. */
const counting = (channel: Channel) =>
  new ScopedStatement<AudienceRow>(
    `SELECT count(*)::int AS guests,
       (count(DISTINCT chosen.address_key) FILTER (WHERE s.id IS NULL))::int AS reachable,
       (count(*) FILTER (WHERE s.id IS NULL AND chosen.address IS NOT NULL))::int AS "reachableGuests",
       (count(*) FILTER (WHERE chosen.address IS NULL))::int AS "noAddress",
       (count(DISTINCT chosen.address_key) FILTER (WHERE s.id IS NOT NULL))::int AS unsubscribed
     FROM (${guestsOfEvent(channel, '$2', '$3')}) AS chosen ${suppressionOf(channel)}`,
  );

/** `$4` is the guest; null for the first one whom the message would reach, or else the first one. */
const choosing = (channel: Channel) =>
  new ScopedStatement<Addressee>(
    `SELECT chosen.guest_id AS "guestId", chosen.event_guest_id AS "eventGuestId", chosen.own_values->>'guest.name' AS name,
       chosen.address, s.id IS NOT NULL AS suppressed, chosen.own_values AS "ownValues"
     FROM (${guestsOfEvent(channel, '$2', '$3')}) AS chosen ${suppressionOf(channel)}
     WHERE $4::uuid IS NULL OR chosen.guest_id = $4
     ORDER BY chosen.address IS NULL, s.id IS NOT NULL, chosen.position LIMIT 1`,
  );

const COUNT = { email: counting('email'), whatsapp: counting('whatsapp') };
const CHOOSE = { email: choosing('email'), whatsapp: choosing('whatsapp') };

/** Whom a message to the guests of an event would reach, in the organization in scope. */
@Injectable()
export class MessageAudienceRepository {
  constructor(private readonly database: TenantDatabase) {}

  async count(channel: Channel, eventId: string, rsvp: string | null): Promise<AudienceRow> {
    return (await this.database.row(COUNT[channel], eventId, rsvp))!;
  }

  /** @param guestId null for one whom the message would reach, if there is any */
  addressee(channel: Channel, eventId: string, rsvp: string | null, guestId: string | null): Promise<Addressee | null> {
    return this.database.row(CHOOSE[channel], eventId, rsvp, guestId);
  }
}
