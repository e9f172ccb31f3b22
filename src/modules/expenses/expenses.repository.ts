import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/page';
import type { Period } from '../../kernel/period';
import type { ListFilter, ListOrder } from '../../platform/tenancy/list-statements';
import { ScopedRepository } from '../../platform/tenancy/scoped.repository';
import { findById } from '../../platform/tenancy/statement';
import { selectAllBut } from '../../platform/tenancy/table';
import { Expense } from './expense.entity';
import type { ExpenseView } from './expenses.dto';

const EXPENSE = selectAllBut(Expense, 'x', 'organizationId');

const FIND = findById(EXPENSE);
const LIST = {
  ...EXPENSE,
  sorts: { incurredAt: 'x.incurred_at', amount: 'x.amount', createdAt: 'x.created_at' },
};

const OF_TOUR = 'x.event_id IN (SELECT e.id FROM events e WHERE e.organization_id = $1 AND e.tour_id = ?)';

/** Which expenses a list shows; the period is of when they were incurred. */
export interface ExpenseFilter extends Period {
  eventId?: string;
  tourId?: string;
  currency?: string;
  category?: string;
  externalId?: string;
}

/** All queries of single expenses; reports have a repository of their own. */
@Injectable()
export class ExpensesRepository extends ScopedRepository<Expense> {
  constructor() {
    super(Expense);
  }

  find(id: string): Promise<ExpenseView | null> {
    return this.byId(FIND, id);
  }

  list(filter: ExpenseFilter, order: ListOrder, page: PageRequest): Promise<{ rows: ExpenseView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (filter.eventId) filters.push({ sql: 'x.event_id = ?', values: [filter.eventId] });
    if (filter.tourId) filters.push({ sql: OF_TOUR, values: [filter.tourId] });
    if (filter.currency) filters.push({ sql: 'x.currency = ?', values: [filter.currency] });
    if (filter.externalId) filters.push({ sql: 'x.external_id = ?', values: [filter.externalId] });
    if (filter.category) filters.push({ sql: 'x.category = ?', values: [filter.category] });
    if (filter.from) filters.push({ sql: 'x.incurred_at >= ?', values: [filter.from] });
    if (filter.to) filters.push({ sql: 'x.incurred_at <= ?', values: [filter.to] });
    return this.database.list(LIST, filters, order, page);
  }
}
