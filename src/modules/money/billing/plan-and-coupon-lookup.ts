import { Injectable } from '@nestjs/common';
import { Conflict, forField } from '../../../kernel/problems';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { CouponsService } from '../coupons';
import { type LockedPlan, PlansService } from '../plans';
import type { CouponTerms } from './charges';

/** Looks up and locks plans and coupons for a subscription, inside the caller's unit of work. */
@Injectable()
export class PlanAndCouponLookup {
  constructor(
    private readonly plans: PlansService,
    private readonly coupons: CouponsService,
  ) {}

  /** Locks a plan for a new subscription. @throws NotFound, Conflict `plan_inactive` */
  async lockOffered(planId: string): Promise<LockedPlan> {
    const plan = await forField('planId', this.plans.lockTerms(planId));
    if (!plan.active) throw new Conflict('plan_inactive', 'The plan is not offered any more.');
    return plan;
  }

  /**
   * Redeems a coupon for the organization in scope.
   *
   * @param firstPeriod the number of the first period that it counts for
   * @throws ValidationFailed on `couponCode` when it does not fit (any more)
   */
  async redeem(code: string, plan: LockedPlan, firstPeriod: number): Promise<CouponTerms> {
    const organizationId = currentOrganizationId();
    const coupon = await this.coupons.redeem({ code, planId: plan.id, currency: plan.currency, organizationId });
    return { ...coupon, firstPeriod };
  }

  /** True when the deleted coupon's code has been reused. */
  async isCodeReused({ id, code }: CouponTerms): Promise<boolean> {
    const now = await this.coupons.idOf(code);
    return now !== null && now !== id;
  }

  /** Locks the plan of an existing subscription, whether it is still offered or not. */
  lockTerms(planId: string): Promise<LockedPlan> {
    return this.plans.lockTerms(planId);
  }
}
