import { Injectable } from '@nestjs/common';
import { isOneOf, searched, type ListFilter } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById } from '../../../platform/tenancy/statement';
import { columnsOf, select, selectAllBut, type RowOf } from '../../../platform/database/table';
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
