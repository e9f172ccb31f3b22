import { Injectable } from '@nestjs/common';
import { searched, type ListFilter, type ListShape } from '../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { Tour } from './tour.entity';
import type { ToursQuery, TourView } from './tours.dto';

const COLUMNS = `t.id, t.name, t.description, t.start_date AS "startDate", t.end_date AS "endDate", t.status, t.budget,
  t.currency, t.notes, t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

const FIND = new ScopedStatement(`SELECT ${COLUMNS} FROM tours t WHERE t.organization_id = $1 AND t.id = $2`);

const CALENDAR_ENTRY = new ScopedStatement(
  `SELECT ${COLUMNS}, t.revision FROM tours t WHERE t.organization_id = $1 AND t.id = $2`,
);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'tours t',
  organization: 't.organization_id',
  id: 't.id',
  sorts: { startDate: 't.start_date', name: 't.search', createdAt: 't.created_at' },
};

/** A tour, and how often it has changed. */
export type CalendarRow = TourView & { revision: number };

/** All queries of tours. */
@Injectable()
export class ToursRepository extends ScopedRepository<Tour> {
  constructor() {
    super(Tour);
  }

  find(id: string): Promise<TourView | null> {
    return this.byId<TourView>(FIND, id);
  }

  calendarEntry(id: string): Promise<CalendarRow | null> {
    return this.byId<CalendarRow>(CALENDAR_ENTRY, id);
  }

  list(query: ToursQuery): Promise<{ rows: TourView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.q) filters.push(searched('t.search', query.q));
    if (query.status) filters.push({ sql: 't.status = ?', values: [query.status] });
    if (query.from) filters.push({ sql: 'coalesce(t.end_date, t.start_date) >= ?', values: [query.from] });
    if (query.to) filters.push({ sql: 'coalesce(t.start_date, t.end_date) <= ?', values: [query.to] });
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.list<TourView>(LIST, filters, order, query);
  }
}
