import { Injectable } from '@nestjs/common';
import { isOneOf, searched, type ListFilter } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, selectAllBut, type RowOf } from '../../../platform/database/table';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { lockOrganization } from '../../people/organizations';
import type { ToursByDigit } from './tour-colours';
import { Tour } from './tour.entity';
import type { ToursQuery, TourView } from './tours.dto';

const TOUR = columnsOf(Tour, 't');

const TOUR_ROW = selectAllBut(Tour, 't', 'organizationId', 'search', 'revision');
const CALENDAR_ENTRY = TOUR_ROW.and(select(Tour, 't', 'revision'));

const FIND = findById(TOUR_ROW);
const FIND_CALENDAR_ENTRY = findById(CALENDAR_ENTRY);
const LIST = {
  ...TOUR_ROW,
  sorts: { startDate: TOUR.startDate, name: TOUR.search, createdAt: TOUR.createdAt },
};

const COUNT_BY_DIGIT = new ScopedStatement<ToursByDigit>(
  `SELECT right(${TOUR.id}::text, 1) AS digit, count(*)::int AS count FROM tours t
   WHERE ${TOUR.organizationId} = $1 AND ${TOUR.status} NOT IN ('completed', 'cancelled')
     AND coalesce(${TOUR.endDate}, ${TOUR.startDate}, $2) >= $2
   GROUP BY digit`,
);

/** A tour, and how often it has changed. */
export type CalendarTour = RowOf<typeof CALENDAR_ENTRY>;

/** All queries of tours. */
@Injectable()
export class ToursRepository extends ScopedRepository<Tour> {
  constructor() {
    super(Tour);
  }

  find(id: string): Promise<TourView | null> {
    return this.byId(FIND, id);
  }

  calendarEntry(id: string): Promise<CalendarTour | null> {
    return this.byId(FIND_CALENDAR_ENTRY, id);
  }

  /**
   * The organization's tours that are not over on a day. It is locked until the unit of work ends, so that no other adds
   * one.
   */
  async countByDigitAlone(day: string): Promise<ToursByDigit[]> {
    await lockOrganization(this.unitOfWork, currentOrganizationId());
    return this.database.rows(COUNT_BY_DIGIT, day);
  }

  list(query: ToursQuery): Promise<WalkedRows<TourView>> {
    const filters: ListFilter[] = [];
    if (query.q) filters.push(searched(TOUR.search, query.q));
    if (query.status) filters.push(isOneOf(TOUR.status, query.status));
    if (query.externalId) filters.push(isOneOf(TOUR.externalId, query.externalId));
    if (query.from) filters.push({ sql: `coalesce(${TOUR.endDate}, ${TOUR.startDate}) >= ?`, values: [query.from] });
    if (query.to) filters.push({ sql: `coalesce(${TOUR.startDate}, ${TOUR.endDate}) <= ?`, values: [query.to] });
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    if (query.updatedSince) filters.push({ sql: `${TOUR.updatedAt} >= ?`, values: [query.updatedSince] });
    return this.database.walkedList(LIST, filters, order, query);
  }
}
