import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { named } from '../../../platform/database/named';
import type { ListFilter, UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { findUnscoped, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, selectAllBut, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { Plan } from './plan.entity';
import type { LockedPlan, PlansQuery, PlanView, PublicPlanView } from './plans.dto';

const PLAN = columnsOf(Plan, 'p');
const BARE_PLAN = columnsOf(Plan);

export const PLANS_REASON = 'plans belong to no organization';

const PLAN_ROW = selectAllBut(Plan, 'p', 'nameKey');
const OFFER = selectAllBut(Plan, 'p', 'nameKey', 'active');
const TERMS = select(Plan, 'p', 'id', 'name', 'monthlyPrice', 'yearlyPrice', 'currency', 'active');

const FIND = findUnscoped(PLANS_REASON, PLAN_ROW);
const LOCK_TERMS = findUnscoped(PLANS_REASON, TERMS, 'FOR SHARE');
// In one order, to prevent deadlocks.
const LOCK_SHARED = new UnscopedStatement<Pick<Plan, 'id'>>(
  PLANS_REASON,
  `SELECT ${PLAN.id} FROM plans p WHERE ${PLAN.id} = ANY ($1::uuid[]) ORDER BY ${PLAN.id} FOR KEY SHARE`,
);

const SORTS = { name: PLAN.nameKey, monthlyPrice: PLAN.monthlyPrice, createdAt: PLAN.createdAt };
const LIST: UnscopedListShape<RowOf<typeof PLAN_ROW>> = { ...PLAN_ROW, reason: PLANS_REASON, sorts: SORTS };
const OFFERED: UnscopedListShape<RowOf<typeof OFFER>> = {
  ...OFFER,
  reason: PLANS_REASON,
  sorts: SORTS,
  always: PLAN.active,
};

// Not FOR UPDATE: rows that refer to the plan can still be written meanwhile.
const LOCK = named(`SELECT ${BARE_PLAN.id} FROM plans WHERE ${BARE_PLAN.id} = $1 FOR NO KEY UPDATE`);

/** All queries of plans, with prices as PostgreSQL's numeric. Changes happen inside an unscoped unit of work. */
@Injectable()
export class PlansRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param id well formed */
  find(id: string): Promise<PlanView | null> {
    return this.database.unscopedRow(FIND, id);
  }

  list(query: PlansQuery): Promise<{ rows: PlanView[]; total: number }> {
    const filters: ListFilter[] = [];
    if (query.active !== undefined) filters.push({ sql: `${PLAN.active} = ?`, values: [query.active] });
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.unscopedList(LIST, filters, order, query);
  }

  /** The active ones, cheapest first. */
  listOffered(page: PageRequest): Promise<{ rows: PublicPlanView[]; total: number }> {
    return this.database.unscopedList(OFFERED, [], { by: 'monthlyPrice', direction: 'asc' }, page);
  }

  /** What a subscription is made from. Locks the plan against changes until the unit of work ends. */
  lockTerms(id: string): Promise<LockedPlan | null> {
    return this.database.unscopedRow(LOCK_TERMS, id);
  }

  /** Locks plans against deletion until the unit of work ends. @returns the ids of those that exist */
  async lockShared(ids: readonly string[]): Promise<string[]> {
    return (await this.database.unscopedRows(LOCK_SHARED, ids)).map(({ id }) => id);
  }

  /** Locks a plan until the unit of work ends; says whether there is one. */
  async lock(id: string): Promise<boolean> {
    return (await this.unitOfWork.writeUnscoped(LOCK, id)).rows.length > 0;
  }

  async insert(plan: Plan): Promise<void> {
    await this.unitOfWork.insert(Plan, plan);
  }

  async update(id: string, changes: Partial<Plan>): Promise<void> {
    await this.unitOfWork.update(Plan, { id }, changes);
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.delete(Plan, { id });
  }
}
