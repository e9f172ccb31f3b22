import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { select, columnList, columnsOf } from '../../../platform/database/table';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { Rsvp } from '../../planning/event-guests';
import { ADDRESS_OF, type Channel, type Place } from '../notifications';
import { MessageRuleClaim } from './message-rule-claim.entity';
import type { InvitedBetween } from './moments';
import { EventGuest } from '../../planning/event-guests/event-guest.entity';
import { Guest } from '../../planning/guests/guest.entity';
import { MessageRuleChange } from './message-rule-change.entity';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const MESSAGE_RULE_CHANGE = columnsOf(MessageRuleChange, 'c');
const GUEST = columnsOf(Guest, 'g');
const BARE_MESSAGE_RULE_CLAIM = columnsOf(MessageRuleClaim);

/** How many are claimed at once, so that a crowd of any size takes the same memory. */
const BATCH_SIZE = 250;
/** The most moments of different guests that are looked ahead. */
const MAX_INVITATIONS = 5_000;
const LONG_AGO = new Date(0);

/** A guest on an event, and since when. */
interface InvitedPlace {
  readonly guestId: string;
  readonly eventGuestId: string;
  readonly createdAt: string;
}

const OF_CLAIM = columnsOf(MessageRuleClaim, 'c');

// Each claim is looked up by its key: as an anti-join it could go through all claims of the rule for each guest, which it
// does wherever it was planned while there were hardly any.
const UNCLAIMED = `(SELECT true FROM message_rule_claims c
  WHERE ${OF_CLAIM.organizationId} = $1 AND ${OF_CLAIM.ruleId} = $2 AND ${OF_CLAIM.eventId} = ${EVENT_GUEST.eventId}
    AND ${OF_CLAIM.changeId} = $3 AND ${OF_CLAIM.guestId} = ${EVENT_GUEST.guestId}
  LIMIT 1) IS NULL`;

const PLACES = new ScopedStatement<InvitedPlace>(
  `SELECT ${EVENT_GUEST.guestId} AS "guestId", ${EVENT_GUEST.id} AS "eventGuestId",
     ${EVENT_GUEST.createdAt} AS "createdAt" FROM event_guests eg
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $4 AND ${EVENT_GUEST.rsvp} = ANY ($5::text[])
     AND ${EVENT_GUEST.createdAt} <= $6
     AND (${EVENT_GUEST.createdAt}, ${EVENT_GUEST.id}) > ($7::timestamptz, $8::uuid)
     AND ($9 OR ${EVENT_GUEST.waitingNumber} IS NULL) AND ${UNCLAIMED}
   ORDER BY ${EVENT_GUEST.createdAt}, ${EVENT_GUEST.id} LIMIT ${BATCH_SIZE}`,
);
const PLACES_OF = new ScopedStatement<ChangedPlace>(
  `SELECT ${EVENT_GUEST.guestId} AS "guestId", ${EVENT_GUEST.id} AS "eventGuestId",
     ${EVENT_GUEST.vehicleAssignmentId} AS "vehicleAssignmentId"
   FROM event_guests eg
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.rsvp} = ANY ($3::text[])
     AND ${EVENT_GUEST.guestId} = ANY ($4::uuid[])
   ORDER BY ${EVENT_GUEST.createdAt}, ${EVENT_GUEST.id}`,
);
const CLAIMED = columnList(
  MessageRuleClaim,
  'organizationId',
  'ruleId',
  'eventId',
  'changeId',
  'guestId',
  'notificationId',
);
const CLAIM = new ScopedStatement<{ guestId: string }>(
  `INSERT INTO message_rule_claims (${CLAIMED})
   SELECT $1, $2, $3, given.change_id, given.guest_id, $4
   FROM unnest($5::uuid[], $6::uuid[]) AS given (change_id, guest_id)
   ON CONFLICT DO NOTHING RETURNING ${BARE_MESSAGE_RULE_CLAIM.guestId} AS "guestId"`,
);
const NEXT_INVITATION = new ScopedStatement<{ at: string | null }>(
  `SELECT min(${EVENT_GUEST.createdAt}) AS at FROM event_guests eg
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.rsvp} = 'pending'
     AND ${EVENT_GUEST.waitingNumber} IS NULL
     AND ${EVENT_GUEST.createdAt} > $3`,
);
const counting = (channel: Channel) =>
  new ScopedStatement<{ eventId: string; count: number }>(
    `SELECT ${EVENT_GUEST.eventId} AS "eventId", count(*)::int AS count FROM event_guests eg
     JOIN guests g ON ${GUEST.organizationId} = ${EVENT_GUEST.organizationId} AND ${GUEST.id} = ${EVENT_GUEST.guestId}
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = ANY ($4::uuid[])
       AND ${EVENT_GUEST.rsvp} = ANY ($5::text[])
       AND ($6::timestamptz IS NULL OR ${EVENT_GUEST.createdAt} <= $6)
       AND ${ADDRESS_OF[channel].address} IS NOT NULL AND ${UNCLAIMED} GROUP BY ${EVENT_GUEST.eventId}`,
  );
const COUNT: Record<Channel, ReturnType<typeof counting>> = {
  email: counting('email'),
  whatsapp: counting('whatsapp'),
};
const invitations = (channel: Channel) =>
  new ScopedStatement<{ eventId: string; createdAt: string; count: number }>(
    `SELECT ${select(EventGuest, 'eg', 'eventId', 'createdAt').columns}, count(*)::int AS count FROM event_guests eg
     JOIN guests g ON ${GUEST.organizationId} = ${EVENT_GUEST.organizationId} AND ${GUEST.id} = ${EVENT_GUEST.guestId}
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = ANY ($4::uuid[])
       AND ${EVENT_GUEST.rsvp} = ANY ($5::text[])
       AND ${EVENT_GUEST.createdAt} >= $6 AND ${EVENT_GUEST.createdAt} < $7 AND ${EVENT_GUEST.waitingNumber} IS NULL
       AND ${ADDRESS_OF[channel].address} IS NOT NULL AND ${UNCLAIMED}
     GROUP BY ${EVENT_GUEST.eventId}, ${EVENT_GUEST.createdAt}
     ORDER BY ${EVENT_GUEST.createdAt} LIMIT ${MAX_INVITATIONS}`,
  );
const INVITATIONS: Record<Channel, ReturnType<typeof invitations>> = {
  email: invitations('email'),
  whatsapp: invitations('whatsapp'),
};

// Of a seat that is the previous one again there is nothing to say.
const changed = (channel: Channel) =>
  new ScopedStatement<PendingGuests>(
    `SELECT ${select(MessageRuleChange, 'c', 'eventId', 'dueAt').columns}, count(*)::int AS count
     FROM message_rule_changes c
     JOIN event_guests eg
       ON ${EVENT_GUEST.organizationId} = ${MESSAGE_RULE_CHANGE.organizationId}
         AND ${EVENT_GUEST.eventId} = ${MESSAGE_RULE_CHANGE.eventId}
         AND ${EVENT_GUEST.guestId} = ${MESSAGE_RULE_CHANGE.guestId}
     JOIN guests g ON ${GUEST.organizationId} = ${EVENT_GUEST.organizationId} AND ${GUEST.id} = ${EVENT_GUEST.guestId}
     WHERE ${MESSAGE_RULE_CHANGE.organizationId} = $1 AND ${MESSAGE_RULE_CHANGE.ruleId} = $2
       AND ($3::uuid IS NULL OR ${MESSAGE_RULE_CHANGE.eventId} = $3)
       AND ${EVENT_GUEST.rsvp} = ANY ($4::text[]) AND ${ADDRESS_OF[channel].address} IS NOT NULL
       AND ($5 <> 'seat_changed'
         OR ${EVENT_GUEST.vehicleAssignmentId}
           IS DISTINCT FROM (${MESSAGE_RULE_CHANGE.was} ->> 'vehicleAssignmentId')::uuid)
     GROUP BY ${MESSAGE_RULE_CHANGE.eventId}, ${MESSAGE_RULE_CHANGE.dueAt}
     ORDER BY ${MESSAGE_RULE_CHANGE.dueAt} LIMIT ${MAX_INVITATIONS}`,
  );
const CHANGED: Record<Channel, ReturnType<typeof changed>> = {
  email: changed('email'),
  whatsapp: changed('whatsapp'),
};

/** Guests of whom something changed at the same time, and who have not been told. */
export interface PendingGuests {
  readonly eventId: string;
  readonly dueAt: string;
  readonly count: number;
}

/** A guest of whom something changed, as they are now. */
export interface ChangedPlace extends Place {
  readonly vehicleAssignmentId: string | null;
}

/** Whom a rule's message of an event goes to. */
export interface Audience {
  readonly ruleId: string;
  readonly eventId: string;
  /** The notification that they get. */
  readonly notificationId: string;
  readonly rsvp: readonly Rsvp[];
  /** Whether those who wait for a place are among them: their answer is pending, but they have given it. */
  readonly isForWaiting: boolean;
}

/** Who is due for a rule's message and has not had it. */
@Injectable()
export class RuleGuestsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Claims guests of an event, in batches as they are read; each is claimed once, however often this is asked.
   *
   * @param within when they were put on the event
   * @param changeId null for a rule with a moment
   */
  async *claim(
    audience: Audience,
    within: Partial<InvitedBetween> & Pick<InvitedBetween, 'until'>,
    changeId: string | null,
  ): AsyncGenerator<Place[], void, void> {
    const { ruleId, eventId, rsvp, isForWaiting } = audience;
    const change = changeId ?? NIL_ID;
    let after: { createdAt: Date | string; eventGuestId: string } = {
      createdAt: within.after ?? LONG_AGO,
      // Nobody was put on it at the same moment but after the lower bound.
      eventGuestId: within.after === undefined ? NIL_ID : LAST_ID,
    };
    for (;;) {
      const { createdAt, eventGuestId } = after;
      const values = [ruleId, change, eventId, rsvp, within.until, createdAt, eventGuestId, isForWaiting];
      const places = await this.database.rows(PLACES, ...values);
      const claimed = await this.claimThose(
        audience,
        places.map((place) => ({ ...place, changeId: change })),
      );
      if (claimed.length > 0) yield claimed;
      if (places.length < BATCH_SIZE) return;
      after = places.at(-1)!;
    }
  }

  /** Claims certain guests of an event. @returns those who had not been claimed for the same change */
  async claimThose<Claimed extends Place & { readonly changeId: string }>(
    { ruleId, eventId, notificationId }: Audience,
    places: readonly Claimed[],
  ): Promise<Claimed[]> {
    if (places.length === 0) return [];
    const { rows } = await this.unitOfWork.write(
      CLAIM,
      ruleId,
      eventId,
      notificationId,
      places.map(({ changeId }) => changeId),
      places.map(({ guestId }) => guestId),
    );
    const claimed = new Set(rows.map(({ guestId }) => guestId));
    return places.filter(({ guestId }) => claimed.has(guestId));
  }

  /** Guests of an event as they are now. */
  placesOf(eventId: string, rsvp: readonly Rsvp[], guestIds: readonly string[]): Promise<ChangedPlace[]> {
    return this.database.rows(PLACES_OF, eventId, rsvp, guestIds);
  }

  /** When the next guest who has not answered was put on an event after a time; null where there is none. */
  async nextInvitation(eventId: string, after: Date): Promise<Date | null> {
    const at = (await this.database.row(NEXT_INVITATION, eventId, after))?.at ?? null;
    return at === null ? null : new Date(at);
  }

  /**
   * How many guests of events have an address and not had a rule's message, by event.
   *
   * @param until when they were put on the event at the latest; null for whenever that was
   */
  async count(
    { id, channel }: { id: string; channel: Channel },
    eventIds: readonly string[],
    rsvp: readonly Rsvp[],
    until: Date | string | null = null,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.rows(COUNT[channel], id, NIL_ID, eventIds, rsvp, until);
    return new Map(rows.map(({ eventId, count }) => [eventId, count]));
  }

  /** How many guests of whom something changed have an address, by event and time. @param eventId null for all events */
  countChanged(
    { id, channel, trigger }: { id: string; channel: Channel; trigger: string },
    eventId: string | null,
    rsvp: readonly Rsvp[],
  ): Promise<PendingGuests[]> {
    return this.database.rows(CHANGED[channel], id, eventId, rsvp, trigger);
  }

  /** The same of those who have not answered, also by when they were put on the event. @param within a time from the first on, and before the second */
  invitations(
    { id, channel }: { id: string; channel: Channel },
    eventIds: readonly string[],
    rsvp: readonly Rsvp[],
    within: readonly [Date, Date],
  ): Promise<{ eventId: string; createdAt: string; count: number }[]> {
    return this.database.rows(INVITATIONS[channel], id, NIL_ID, eventIds, rsvp, ...within);
  }
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
