import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import type { UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { findUnscoped, UnscopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { CouponPlan } from './coupon-plan.entity';
import { CouponRedemption } from './coupon-redemption.entity';
import { Coupon } from './coupon.entity';
import type { CouponsQuery, CouponView } from './coupons.dto';

const COUPON = columnsOf(Coupon, 'c');
const COUPON_REDEMPTION = columnsOf(CouponRedemption, 'r');
const BARE_COUPON = columnsOf(Coupon);
const COUPON_PLAN = columnsOf(CouponPlan, 'p');
const BARE_COUPON_PLAN = columnsOf(CouponPlan);

export const COUPONS_REASON = 'coupons belong to no organization';

const COUPON_ROW = selectAllBut(Coupon, 'c', 'codeKey').and<{ planIds: string[] }>(
  `ARRAY(
     SELECT ${COUPON_PLAN.planId}::text FROM coupon_plans p WHERE ${COUPON_PLAN.couponId} = ${COUPON.id}
       ORDER BY ${COUPON_PLAN.position}
   ) AS "planIds"`,
);
const COUPON_FOR_ORGANIZATION = COUPON_ROW.and<{ used: boolean }>(
  `EXISTS (SELECT FROM coupon_redemptions r WHERE ${COUPON_REDEMPTION.organizationId} = $2
     AND ${COUPON_REDEMPTION.couponId} = ${COUPON.id}) AS used`,
);

const FIND = findUnscoped(COUPONS_REASON, COUPON_ROW);
const FIND_FOR = new UnscopedStatement<CouponForOrganization>(
  COUPONS_REASON,
  `SELECT ${COUPON_FOR_ORGANIZATION.columns} FROM coupons c WHERE ${COUPON.codeKey} = $1`,
);

const LIST: UnscopedListShape<RowOf<typeof COUPON_ROW>> = {
  ...COUPON_ROW,
  reason: COUPONS_REASON,
  sorts: { code: COUPON.codeKey, createdAt: COUPON.createdAt },
};

const LOCK = named(`SELECT ${BARE_COUPON.id} FROM coupons WHERE ${BARE_COUPON.id} = $1 FOR UPDATE`);
const LOCK_BY_CODE = named(`SELECT ${BARE_COUPON.id} FROM coupons WHERE ${BARE_COUPON.codeKey} = $1 FOR UPDATE`);
const COUNT = named(
  `UPDATE coupons SET ${BARE_COUPON.redemptions} = ${BARE_COUPON.redemptions} + 1, ${BARE_COUPON.updatedAt} = $2
   WHERE ${BARE_COUPON.id} = $1`,
);
const CLEAR_PLANS = named(`DELETE FROM coupon_plans WHERE ${BARE_COUPON_PLAN.couponId} = $1`);
const ADD_PLANS = named(`INSERT INTO coupon_plans (${columnList(CouponPlan, 'couponId', 'planId', 'position')})
    SELECT $1, plan_id, number FROM unnest($2::uuid[]) WITH ORDINALITY AS named (plan_id, number)`);

/** A coupon, and whether the organization at hand has redeemed it. */
export type CouponForOrganization = RowOf<typeof COUPON_FOR_ORGANIZATION>;

/**
 * All queries of coupons and their redemptions, with amounts as PostgreSQL's numeric. Locks are taken and changes
 * happen inside an unscoped unit of work.
 */
@Injectable()
export class CouponsRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param id well formed */
  find(id: string): Promise<CouponView | null> {
    return this.database.unscopedRow(FIND, id);
  }

  /** The coupon with this code, and whether the organization has redeemed it. */
  findFor(organizationId: string, codeKey: string): Promise<CouponForOrganization | null> {
    return this.database.unscopedRow(FIND_FOR, codeKey, organizationId);
  }

  list(query: CouponsQuery): Promise<{ rows: CouponView[]; total: number }> {
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' };
    return this.database.unscopedList(LIST, [], order, query);
  }

  /** Locks a coupon until the unit of work ends; says whether there is one. */
  async lock(id: string): Promise<boolean> {
    return (await this.unitOfWork.writeUnscoped(LOCK, id)).rows.length > 0;
  }

  /** Locks the coupon with this code, if there is one, until the unit of work ends. */
  async lockByCode(codeKey: string): Promise<void> {
    await this.unitOfWork.writeUnscoped(LOCK_BY_CODE, codeKey);
  }

  async insert(coupon: Coupon): Promise<void> {
    await this.unitOfWork.insert(Coupon, coupon);
  }

  async update(id: string, changes: Partial<Coupon>): Promise<void> {
    await this.unitOfWork.update(Coupon, { id }, changes);
  }

  /** Replaces the plans that a coupon is for. The unit of work has locked them. */
  async setPlans(id: string, planIds: readonly string[]): Promise<void> {
    await this.unitOfWork.writeUnscoped(CLEAR_PLANS, id);
    if (planIds.length > 0) await this.unitOfWork.writeUnscoped(ADD_PLANS, id, planIds);
  }

  /** Counts the redemption of a coupon that is locked. */
  async redeem(id: string, organizationId: string, redeemedAt: Date): Promise<void> {
    await this.unitOfWork.writeUnscoped(COUNT, id, redeemedAt);
    await this.unitOfWork.insert(CouponRedemption, { organizationId, couponId: id, redeemedAt });
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.delete(Coupon, { id });
  }
}
