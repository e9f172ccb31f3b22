import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import { hasId, isOneOf, searched, type ListFilter, type ListOrder } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import {
  columnsOf,
  type EntityClass,
  tableOf,
  select,
  selectAllBut,
  type RowOf,
} from '../../../platform/database/table';
import { EventGuest } from '../event-guests/event-guest.entity';
import { TeamMember } from '../team-members/team-member.entity';
import { VehicleAssignment } from '../vehicle-assignments/vehicle-assignment.entity';
import { Expense } from '../../money/expenses/expense.entity';
import { Tour } from '../tours/tour.entity';
import { Event, type EventStatus } from './event.entity';
import type { EventRow } from './events.dto';

const EVENT = columnsOf(Event, 'e');
const TOUR = columnsOf(Tour, 't');

/** A sub-select, so that counting a list joins nothing, and only the rows of a page look names up. */
const TOUR_NAME = `(SELECT ${TOUR.name} FROM tours t WHERE ${TOUR.organizationId} = $1
  AND ${TOUR.id} = ${EVENT.tourId})`;
const EVENT_ROW = selectAllBut(Event, 'e', 'organizationId', 'search', 'revision', 'cancelledAt').and<
  Pick<EventNames, 'tourName'>
>(`${TOUR_NAME} AS "tourName"`);
/** An event as calendars show it, from `events e`. */
export const CALENDAR_ENTRY = EVENT_ROW.and(select(Event, 'e', 'revision'));
const VERSION = select(Event, 'e', 'id', 'revision', 'updatedAt');

const FIND = findById(EVENT_ROW);
const FIND_CALENDAR_ENTRY = findById(CALENDAR_ENTRY);

const OF_TOUR = `FROM events e WHERE ${EVENT.organizationId} = $1 AND ${EVENT.tourId} = $2
  AND ${EVENT.startsAt} IS NOT NULL
   ORDER BY ${EVENT.startsAt} DESC, ${EVENT.id} DESC LIMIT $3`;

const CALENDAR_OF_TOUR = new ScopedStatement<CalendarEvent>(`SELECT ${CALENDAR_ENTRY.columns} ${OF_TOUR}`);

const VERSIONS_OF_TOUR = new ScopedStatement<EventVersion>(`SELECT ${VERSION.columns} ${OF_TOUR}`);

const EXISTS = findById(select(Event, 'e', 'id'));
const NAMES = new ScopedStatement<EventNames>(
  `SELECT ${EVENT.name} AS "eventName", ${TOUR_NAME} AS "tourName" FROM events e
   WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = $2`,
);

/** Unlike `FOR UPDATE` it does not block rows that refer to the event: expenses can be logged while guests answer. */
const LOCK_FOR_GUEST_CHANGES = findById(select(Event, 'e', 'id'), 'FOR NO KEY UPDATE');

/** In the order of their ids, so that two that lock the same events don't deadlock. */
const LOCK_MANY = new ScopedStatement<Pick<Event, 'id'>>(
  `SELECT ${EVENT.id} FROM events e WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = ANY ($2::uuid[])
   ORDER BY ${EVENT.id} FOR NO KEY UPDATE`,
);

const count = (entity: EntityClass<{ organizationId: string; eventId: string }>) => {
  const { organizationId, eventId } = columnsOf(entity, 'b');
  return `(SELECT count(*)::int FROM ${tableOf(entity).name} b WHERE ${organizationId} = $1 AND ${eventId} = $2)`;
};
const COUNT_BELONGINGS = new ScopedStatement<Belongings>(
  `SELECT ${count(EventGuest)} AS guests, ${count(TeamMember)} AS team,
     ${count(VehicleAssignment)} AS vehicles, ${count(Expense)} AS expenses`,
);

const LIST = {
  ...EVENT_ROW,
  sorts: { startsAt: EVENT.startsAt, name: EVENT.search, createdAt: EVENT.createdAt },
};

/** An event, and how often it has changed. */
export type CalendarEvent = RowOf<typeof CALENDAR_ENTRY>;

/** What records that belong to an event are shown with: its name, and its tour's, if it has one. */
export interface EventNames {
  readonly eventName: string;
  readonly tourName: string | null;
}

/** What differs between any two states of an event. */
export type EventVersion = RowOf<typeof VERSION>;

/** How many records belong to an event, of each kind. */
export type Belongings = Record<'guests' | 'team' | 'vehicles' | 'expenses', number>;

/** Which events a list shows: those that overlap the period. */
interface EventFilter extends Period {
  q?: string;
  status?: readonly EventStatus[];
  externalId?: readonly string[];
  updatedSince?: Date;
  tourId?: string;
}

/** Matches the rows whose event, `e`, overlaps a period. */
export function eventsWithin({ from, to }: Period): ListFilter[] {
  const filters: ListFilter[] = [];
  if (from) {
    const sql = `(${EVENT.startsAt} >= ? OR ${EVENT.startsAt} < ? AND ${EVENT.endsAt} > ?)`;
    filters.push({ sql, values: [from, from, from] });
  }
  if (to) filters.push({ sql: `${EVENT.startsAt} <= ?`, values: [to] });
  return filters;
}

/** All queries of events. */
@Injectable()
export class EventsRepository extends ScopedRepository<Event> {
  constructor() {
    super(Event);
  }

  list(filter: EventFilter, order: ListOrder, page: PageRequest): Promise<WalkedRows<EventRow>> {
    const filters: ListFilter[] = [];
    if (filter.q) filters.push(searched(EVENT.search, filter.q));
    if (filter.status) filters.push(isOneOf(EVENT.status, filter.status));
    if (filter.externalId) filters.push(isOneOf(EVENT.externalId, filter.externalId));
    if (filter.tourId !== undefined) filters.push(hasId(EVENT.tourId, filter.tourId));
    filters.push(...eventsWithin(filter));
    if (filter.updatedSince) filters.push({ sql: `${EVENT.updatedAt} >= ?`, values: [filter.updatedSince] });
    return this.database.walkedList(LIST, filters, order, page);
  }

  find(id: string): Promise<EventRow | null> {
    return this.byId(FIND, id);
  }

  calendarEntry(id: string): Promise<CalendarEvent | null> {
    return this.byId(FIND_CALENDAR_ENTRY, id);
  }

  /** The events of a tour that have a start, the latest `limit` of them, latest first. */
  calendarOfTour(tourId: string, limit: number): Promise<CalendarEvent[]> {
    return this.database.longRead((rows) => rows(CALENDAR_OF_TOUR, tourId, limit));
  }

  /** The same events, without what they are. */
  versionsOfTour(tourId: string, limit: number): Promise<EventVersion[]> {
    return this.database.longRead((rows) => rows(VERSIONS_OF_TOUR, tourId, limit));
  }

  names(id: string): Promise<EventNames | null> {
    return this.byId(NAMES, id);
  }

  async exists(id: string): Promise<boolean> {
    return (await this.byId(EXISTS, id)) !== null;
  }

  /** Locks the event until the unit of work ends. @returns whether the organization has it */
  async lockForGuestChanges(id: string): Promise<boolean> {
    return isId(id) && (await this.unitOfWork.write(LOCK_FOR_GUEST_CHANGES, id)).rows.length > 0;
  }

  /** Like {@link lockForGuestChanges}, for several. @returns the ids of those that exist */
  async lockMany(ids: readonly string[]): Promise<string[]> {
    return (await this.unitOfWork.write(LOCK_MANY, ids)).rows.map(({ id }) => id);
  }

  /** Counts what is deleted with the event. */
  async countBelongings(id: string): Promise<Belongings> {
    return this.database.only(COUNT_BELONGINGS, id);
  }
}
