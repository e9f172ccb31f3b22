import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import { hasId, isOneOf, type ListOrder, type ListShape } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnsOf } from '../../../platform/database/table';
import { EVENT_BRIEF_COLUMNS, eventsWithin, withEventBrief } from '../events';
import { Event } from '../events/event.entity';
import { EventGuest } from './event-guest.entity';
import type { Rsvp } from './event-guest.entity';
import type { EventGuestView } from './event-guests.dto';
import type { GuestEventRow, GuestEventView } from './guest-events.dto';
import { EVENT_GUEST_COLUMNS, EVENT_GUESTS, EVENT_GUESTS_BY_IDS, selectEventGuests } from './event-guest-rows';
import { EventGuestViews } from './event-guest-views';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const BARE_EVENT_GUEST = columnsOf(EventGuest);
const EVENT = columnsOf(Event, 'e');

const EVENT_IDS = new ScopedStatement<{ eventId: string }>(
  `SELECT ${EVENT_GUEST.eventId} AS "eventId" FROM event_guests eg
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.guestId} = $2`,
);
/** In the order of events, so that two deletions of guests of the same events never deadlock. */
const LOCK_OF_GUEST = new ScopedStatement(
  selectEventGuests(`${EVENT_GUEST.guestId} = $2 ORDER BY ${EVENT_GUEST.eventId} FOR UPDATE OF eg`),
);
const REMOVE_PERSON = new ScopedStatement(
  `DELETE FROM event_guests WHERE ${BARE_EVENT_GUEST.organizationId} = $1 AND ${BARE_EVENT_GUEST.guestId} = $2`,
);

/** As {@link EventsService.isOver} decides; of a cancelled event nobody is a guest any more. In the order of LOCK_OF_GUEST. */
const LOCK_WITH_OVER = new ScopedStatement<{ id: string; isOver: boolean }>(
  `SELECT ${EVENT_GUEST.id}, ${EVENT.status} IN ('completed', 'cancelled')
     OR coalesce(coalesce(${EVENT.endsAt}, ${EVENT.startsAt} + interval '1 day') <= $3, false) AS "isOver"
   FROM event_guests eg JOIN events e ON ${EVENT.organizationId} = ${EVENT_GUEST.organizationId}
     AND ${EVENT.id} = ${EVENT_GUEST.eventId}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.guestId} = $2
   ORDER BY ${EVENT_GUEST.eventId} FOR UPDATE OF eg`,
);
const FORGET_NOTES = new ScopedStatement(
  `UPDATE event_guests SET ${BARE_EVENT_GUEST.notes} = NULL, ${BARE_EVENT_GUEST.note} = NULL,
     ${BARE_EVENT_GUEST.companions} = '[]', ${BARE_EVENT_GUEST.answers} = '{}', ${BARE_EVENT_GUEST.partyId} = NULL,
     ${BARE_EVENT_GUEST.waitingNumber} = NULL, ${BARE_EVENT_GUEST.waitingSince} = NULL,
     ${BARE_EVENT_GUEST.updatedAt} = $3
   WHERE ${BARE_EVENT_GUEST.organizationId} = $1 AND ${BARE_EVENT_GUEST.guestId} = $2
     AND (${BARE_EVENT_GUEST.notes} IS NOT NULL OR ${BARE_EVENT_GUEST.note} IS NOT NULL
       OR ${BARE_EVENT_GUEST.companions} <> '[]' OR ${BARE_EVENT_GUEST.answers} <> '{}'
       OR ${BARE_EVENT_GUEST.partyId} IS NOT NULL
       OR ${BARE_EVENT_GUEST.waitingNumber} IS NOT NULL)`,
);
const REMOVE_MANY = new ScopedStatement(
  `DELETE FROM event_guests WHERE ${BARE_EVENT_GUEST.organizationId} = $1
     AND ${BARE_EVENT_GUEST.id} = ANY ($2::uuid[])`,
);

const LIST_OF_GUEST: ListShape<GuestEventRow> = {
  columns: `${EVENT_GUEST_COLUMNS}, ${EVENT_BRIEF_COLUMNS}`,
  from: `${EVENT_GUESTS} JOIN events e ON ${EVENT.organizationId} = ${EVENT_GUEST.organizationId}
    AND ${EVENT.id} = ${EVENT_GUEST.eventId}`,
  organization: EVENT_GUEST.organizationId,
  id: EVENT_GUEST.id,
  sorts: { createdAt: EVENT_GUEST.createdAt, startsAt: EVENT.startsAt },
};

/** Which of a guest's events a list shows. */
interface GuestEventFilter extends Period {
  guestId: string;
  rsvp?: readonly Rsvp[];
  updatedSince?: Date;
}

/** The queries of one guest on all of their events. */
@Injectable()
export class EventsOfGuestRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly shown: EventGuestViews,
  ) {}

  /** One guest on their events, with those. */
  async listOfGuest(
    { guestId, rsvp, updatedSince, ...period }: GuestEventFilter,
    order: ListOrder,
    page: PageRequest,
  ): Promise<Omit<WalkedRows<GuestEventRow>, 'rows'> & { views: GuestEventView[] }> {
    const filters = [hasId(EVENT_GUEST.guestId, guestId), ...eventsWithin(period)];
    if (rsvp) filters.push(isOneOf(EVENT_GUEST.rsvp, rsvp));
    if (updatedSince) filters.push({ sql: `${EVENT_GUEST.updatedAt} >= ?`, values: [updatedSince] });
    const { rows, ...walk } = await this.database.walkedList(LIST_OF_GUEST, filters, order, page);
    const shown = rows.map(withEventBrief);
    const views = await this.shown.of(shown.map(({ record }) => record));
    return { views: views.map((view, index) => ({ ...view, event: shown[index]!.event })), ...walk };
  }

  /** The events that a person is on. */
  async eventIdsOf(guestId: string): Promise<string[]> {
    return (await this.database.rows(EVENT_IDS, guestId)).map(({ eventId }) => eventId);
  }

  /** A person on all of their events, locked until the unit of work ends. */
  async lockPerson(guestId: string): Promise<EventGuestView[]> {
    return this.shown.of((await this.unitOfWork.write(LOCK_OF_GUEST, guestId)).rows);
  }

  /** A person on all of their events, locked until the unit of work ends, and whether their events are over. */
  async lockWithOver(guestId: string, now: Date): Promise<{ id: string; isOver: boolean }[]> {
    return (await this.unitOfWork.write(LOCK_WITH_OVER, guestId, now)).rows;
  }

  /** Removes what was written of a person on all of their events; nobody accepts them any more. */
  async forgetNotes(guestId: string, now: Date): Promise<void> {
    await this.unitOfWork.write(FORGET_NOTES, guestId, now);
  }

  /** Takes guests off events, who are locked. @returns them as they were */
  async removeMany(ids: readonly string[]): Promise<EventGuestView[]> {
    if (ids.length === 0) return [];
    const removed = await this.shown.of(await this.database.rows(EVENT_GUESTS_BY_IDS, ids));
    await this.unitOfWork.write(REMOVE_MANY, ids);
    return removed;
  }

  /** Takes a person off all of their events. */
  async removePerson(guestId: string): Promise<void> {
    await this.unitOfWork.write(REMOVE_PERSON, guestId);
  }
}
