import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import { hasId, isOneOf, searched, type ListFilter, type ListOrder } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, selectAllBut, type RowOf } from '../../../platform/database/table';
import { Event, type EventStatus } from './event.entity';
import type { EventRow } from './events.dto';

const COLUMN = columnsOf(Event, 'e');

/** A sub-select, so that counting a list joins nothing, and only the rows of a page look names up. */
const TOUR_NAME = '(SELECT t.name FROM tours t WHERE t.organization_id = $1 AND t.id = e.tour_id)';
const EVENT = selectAllBut(Event, 'e', 'organizationId', 'search', 'revision', 'cancelledAt').and<
  Pick<EventNames, 'tourName'>
>(`${TOUR_NAME} AS "tourName"`);
/** An event as calendars show it, from `events e`. */
export const CALENDAR_ENTRY = EVENT.and(select(Event, 'e', 'revision'));
const VERSION = select(Event, 'e', 'id', 'revision', 'updatedAt');

const FIND = findById(EVENT);
const FIND_CALENDAR_ENTRY = findById(CALENDAR_ENTRY);

const OF_TOUR = `FROM events e WHERE e.organization_id = $1 AND e.tour_id = $2 AND e.starts_at IS NOT NULL
   ORDER BY e.starts_at DESC, e.id DESC LIMIT $3`;

const CALENDAR_OF_TOUR = new ScopedStatement<CalendarEvent>(`SELECT ${CALENDAR_ENTRY.columns} ${OF_TOUR}`);

const VERSIONS_OF_TOUR = new ScopedStatement<EventVersion>(`SELECT ${VERSION.columns} ${OF_TOUR}`);

const EXISTS = findById(select(Event, 'e', 'id'));
const NAMES = new ScopedStatement<EventNames>(
  `SELECT e.name AS "eventName", ${TOUR_NAME} AS "tourName" FROM events e WHERE e.organization_id = $1 AND e.id = $2`,
);

/** Unlike `FOR UPDATE` it does not block rows that refer to the event: expenses can be logged while guests answer. */
const LOCK_FOR_GUEST_CHANGES = findById(select(Event, 'e', 'id'), 'FOR NO KEY UPDATE');

/** In the order of their ids, so that two that lock the same events don't deadlock. */
const LOCK_MANY = new ScopedStatement<Pick<Event, 'id'>>(
  `SELECT e.id FROM events e WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[]) ORDER BY e.id
   FOR NO KEY UPDATE`,
);

const count = (from: string) => `(SELECT count(*)::int ${from} b WHERE b.organization_id = $1 AND b.event_id = $2)`;
const COUNT_BELONGINGS = new ScopedStatement<Belongings>(
  `SELECT ${count('FROM event_guests')} AS guests, ${count('FROM team_members')} AS team,
     ${count('FROM vehicle_assignments')} AS vehicles, ${count('FROM expenses')} AS expenses`,
);

const LIST = {
  ...EVENT,
  sorts: { startsAt: COLUMN.startsAt, name: COLUMN.search, createdAt: COLUMN.createdAt },
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
    const sql = '(e.starts_at >= ? OR e.starts_at < ? AND e.ends_at > ?)';
    filters.push({ sql, values: [from, from, from] });
  }
  if (to) filters.push({ sql: `${COLUMN.startsAt} <= ?`, values: [to] });
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
    if (filter.q) filters.push(searched(COLUMN.search, filter.q));
    if (filter.status) filters.push(isOneOf(COLUMN.status, filter.status));
    if (filter.externalId) filters.push(isOneOf(COLUMN.externalId, filter.externalId));
    if (filter.tourId !== undefined) filters.push(hasId(COLUMN.tourId, filter.tourId));
    filters.push(...eventsWithin(filter));
    if (filter.updatedSince) filters.push({ sql: `${COLUMN.updatedAt} >= ?`, values: [filter.updatedSince] });
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
