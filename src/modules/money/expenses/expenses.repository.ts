import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import { isOneOf, type ListFilter, type ListOrder } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, type RowOf, selectAllBut } from '../../../platform/database/table';
import type { EventNames } from '../../planning/events';
import { Event } from '../../planning/events/event.entity';
import { Tour } from '../../planning/tours/tour.entity';
import { Expense } from './expense.entity';
import type { ExpenseRow, ExpenseView } from './expenses.dto';

const EXPENSE = columnsOf(Expense, 'x');
const GIVEN = columnsOf(Expense, 'w');
const EVENT = columnsOf(Event, 'e');
const TOUR = columnsOf(Tour, 't');
const BARE_EXPENSE = columnsOf(Expense);

/** Sub-selects, so that counting a list joins nothing, and only the rows of a page look names up. */
const OF_EVENT = `WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = ${EXPENSE.eventId}`;
const JOIN_TOUR = `JOIN tours t ON ${TOUR.organizationId} = ${EVENT.organizationId} AND ${TOUR.id} = ${EVENT.tourId}`;
const EXPENSE_ROW = selectAllBut(Expense, 'x', 'organizationId').and<EventNames>(
  `(SELECT ${EVENT.name} FROM events e ${OF_EVENT}) AS "eventName",
   (SELECT ${TOUR.name} FROM events e ${JOIN_TOUR} ${OF_EVENT}) AS "tourName"`,
);

const FIND = findById(EXPENSE_ROW);
const LIST = {
  ...EXPENSE_ROW,
  sorts: { incurredAt: EXPENSE.incurredAt, amount: EXPENSE.amount, createdAt: EXPENSE.createdAt },
};

const OF_TOUR = `${EXPENSE.eventId} IN (SELECT ${EVENT.id} FROM events e
  WHERE ${EVENT.organizationId} = $1 AND ${EVENT.tourId} = ?)`;

/** In the order of their ids, so that two that lock the same ones don't deadlock. */
const LOCK_BY_EXTERNAL_IDS = new ScopedStatement<RowOf<typeof EXPENSE_ROW>>(
  `SELECT expense.* FROM (
     SELECT ${EXPENSE.id} FROM unnest($2::text[]) AS wish (external_id) CROSS JOIN LATERAL (
       SELECT ${EXPENSE.id} FROM expenses x WHERE ${EXPENSE.organizationId} = $1
         AND ${EXPENSE.externalId} = wish.external_id LIMIT 1
     ) AS x GROUP BY ${EXPENSE.id} ORDER BY ${EXPENSE.id}
   ) AS found CROSS JOIN LATERAL (
     SELECT ${EXPENSE_ROW.columns} FROM ${EXPENSE_ROW.from}
     WHERE ${EXPENSE.organizationId} = $1 AND ${EXPENSE.id} = found.id FOR UPDATE
   ) AS expense`,
);

const BATCH = ManyRows.allBut(Expense, 'organizationId');
const INSERT_ALL = new ScopedStatement<Pick<Expense, 'id'>>(
  `INSERT INTO expenses (${BARE_EXPENSE.organizationId}, ${BATCH.columns})
   SELECT $1, ${BATCH.selected} FROM ${BATCH.source} ORDER BY ${GIVEN.externalId}
   ON CONFLICT (${columnList(Expense, 'organizationId', 'externalId')})
   WHERE ${BARE_EXPENSE.externalId} IS NOT NULL DO NOTHING RETURNING ${BARE_EXPENSE.id}`,
);
const UPDATE_ALL = new ScopedStatement(
  `UPDATE expenses AS x
   SET ${BATCH.assignmentsOfAllBut('w', 'id', 'eventId', 'externalId', 'createdBy', 'createdAt')}
   FROM ${BATCH.source} WHERE ${EXPENSE.organizationId} = $1 AND ${EXPENSE.id} = ${GIVEN.id}`,
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
    if (filter.eventId) filters.push({ sql: `${EXPENSE.eventId} = ?`, values: [filter.eventId] });
    if (filter.tourId) filters.push({ sql: OF_TOUR, values: [filter.tourId] });
    if (filter.currency) filters.push({ sql: `${EXPENSE.currency} = ?`, values: [filter.currency] });
    if (filter.externalId) filters.push(isOneOf(EXPENSE.externalId, filter.externalId));
    if (filter.category) filters.push({ sql: `${EXPENSE.category} = ?`, values: [filter.category] });
    if (filter.from) filters.push({ sql: `${EXPENSE.incurredAt} >= ?`, values: [filter.from] });
    if (filter.to) filters.push({ sql: `${EXPENSE.incurredAt} <= ?`, values: [filter.to] });
    if (filter.updatedSince) filters.push({ sql: `${EXPENSE.updatedAt} >= ?`, values: [filter.updatedSince] });
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
