import { Injectable } from '@nestjs/common';
import { Conflict } from '../../kernel/problems';
import { currentOrganizationId } from '../../platform/context/request-context';
import { CouponsService } from '../coupons';
import { type LockedPlan, PlansService } from '../plans';
import type { CouponTerms } from './charges';

/** What can be subscribed to, and for how much less. All of it inside the caller's unit of work. */
@Injectable()
export class PlanAndCouponLookup {
  constructor(
    private readonly plans: PlansService,
    private readonly coupons: CouponsService,
  ) {}

  /** @throws NotFound, Conflict `plan_inactive` */
  async plan(planId: string): Promise<LockedPlan> {
    const plan = await this.plans.held(planId);
    if (!plan.active) throw new Conflict('plan_inactive', 'The plan is not offered any more.');
    return plan;
  }

  /**
   * Redeems a coupon for the organization in scope.
   *
   * @param firstPeriod the number of the first period that it counts for
   * @throws ValidationFailed on `couponCode` when it does not fit, or no more
   */
  async redeem(code: string, plan: LockedPlan, firstPeriod: number): Promise<CouponTerms> {
    const organizationId = currentOrganizationId();
    const coupon = await this.coupons.redeem({ code, planId: plan.id, currency: plan.currency, organizationId });
    return { ...coupon, firstPeriod };
  }

  /** Whether another coupon has the code of a redeemed one, which was deleted, by now. */
  async isReplaced({ id, code }: CouponTerms): Promise<boolean> {
    const now = await this.coupons.idOf(code);
    return now !== null && now !== id;
  }

  /** The plan of an existing subscription, whether it is still offered or not. */
  held(planId: string): Promise<LockedPlan> {
    return this.plans.held(planId);
  }
}
