import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import { isOneOf, type ListFilter, type ListOrder } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import type { EventNames } from '../../planning/events';
import { Expense } from './expense.entity';
import type { ExpenseRow, ExpenseView } from './expenses.dto';

const COLUMN = columnsOf(Expense, 'x');

/** Sub-selects, so that counting a list joins nothing, and only the rows of a page look names up. */
const OF_EVENT = 'WHERE e.organization_id = $1 AND e.id = x.event_id';
const TOUR = 'JOIN tours t ON t.organization_id = e.organization_id AND t.id = e.tour_id';
const EXPENSE = selectAllBut(Expense, 'x', 'organizationId').and<EventNames>(
  `(SELECT e.name FROM events e ${OF_EVENT}) AS "eventName", (SELECT t.name FROM events e ${TOUR} ${OF_EVENT}) AS "tourName"`,
);

const FIND = findById(EXPENSE);
const LIST = {
  ...EXPENSE,
  sorts: { incurredAt: COLUMN.incurredAt, amount: COLUMN.amount, createdAt: COLUMN.createdAt },
};

const OF_TOUR = 'x.event_id IN (SELECT e.id FROM events e WHERE e.organization_id = $1 AND e.tour_id = ?)';

/** In the order of their ids, so that two that lock the same ones don't deadlock. */
const LOCK_BY_EXTERNAL_IDS = new ScopedStatement<RowOf<typeof EXPENSE>>(
  `SELECT expense.* FROM (
     SELECT x.id FROM unnest($2::text[]) AS wish (external_id) CROSS JOIN LATERAL (
       SELECT x.id FROM expenses x WHERE x.organization_id = $1 AND x.external_id = wish.external_id LIMIT 1
     ) AS x GROUP BY x.id ORDER BY x.id
   ) AS found CROSS JOIN LATERAL (
     SELECT ${EXPENSE.columns} FROM ${EXPENSE.from} WHERE x.organization_id = $1 AND x.id = found.id FOR UPDATE
   ) AS expense`,
);

const BATCH = ManyRows.allBut(Expense, 'organizationId');
const INSERT_ALL = new ScopedStatement<Pick<Expense, 'id'>>(
  `INSERT INTO expenses (organization_id, ${BATCH.columns})
   SELECT $1, ${BATCH.selected} FROM ${BATCH.source} ORDER BY w.external_id
   ON CONFLICT (organization_id, external_id) WHERE external_id IS NOT NULL DO NOTHING RETURNING id`,
);
const UPDATE_ALL = new ScopedStatement(
  `UPDATE expenses AS x
   SET ${BATCH.assignmentsOfAllBut('w', 'id', 'eventId', 'externalId', 'createdBy', 'createdAt')}
   FROM ${BATCH.source} WHERE x.organization_id = $1 AND x.id = w.id`,
);

/** Which expenses a list shows; the period is of when they were incurred. */
export interface ExpenseFilter extends Period {
  eventId?: string;
  tourId?: string;
  currency?: string;
  category?: string;
  externalId?: readonly string[];
  updatedSince?: Date;
}

/** All queries of single expenses; reports have a repository of their own. */
@Injectable()
export class ExpensesRepository extends ScopedRepository<Expense> {
  constructor() {
    super(Expense);
  }

  find(id: string): Promise<ExpenseRow | null> {
    return this.byId(FIND, id);
  }

  list(filter: ExpenseFilter, order: ListOrder, page: PageRequest): Promise<WalkedRows<ExpenseRow>> {
    const filters: ListFilter[] = [];
    if (filter.eventId) filters.push({ sql: `${COLUMN.eventId} = ?`, values: [filter.eventId] });
    if (filter.tourId) filters.push({ sql: OF_TOUR, values: [filter.tourId] });
    if (filter.currency) filters.push({ sql: `${COLUMN.currency} = ?`, values: [filter.currency] });
    if (filter.externalId) filters.push(isOneOf(COLUMN.externalId, filter.externalId));
    if (filter.category) filters.push({ sql: `${COLUMN.category} = ?`, values: [filter.category] });
    if (filter.from) filters.push({ sql: `${COLUMN.incurredAt} >= ?`, values: [filter.from] });
    if (filter.to) filters.push({ sql: `${COLUMN.incurredAt} <= ?`, values: [filter.to] });
    if (filter.updatedSince) filters.push({ sql: `${COLUMN.updatedAt} >= ?`, values: [filter.updatedSince] });
    return this.database.walkedList(LIST, filters, order, page);
  }

  /** The expenses with these externalIds, locked until the unit of work ends. */
  async lockByExternalIds(externalIds: readonly string[]): Promise<ExpenseRow[]> {
    return (await this.unitOfWork.write(LOCK_BY_EXTERNAL_IDS, externalIds)).rows;
  }

  /** Inserts those whose externalId nobody has. @returns their ids */
  async insertAll(expenses: readonly ExpenseView[]): Promise<ReadonlySet<string>> {
    if (expenses.length === 0) return new Set();
    const { rows } = await this.unitOfWork.write(INSERT_ALL, ...BATCH.values(expenses));
    return new Set(rows.map(({ id }) => id));
  }

  /** Writes what a batch can change of expenses. */
  async updateAll(expenses: readonly ExpenseView[]): Promise<void> {
    if (expenses.length > 0) await this.unitOfWork.write(UPDATE_ALL, ...BATCH.values(expenses));
  }
}
