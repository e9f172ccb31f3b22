import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { isSameCode } from '../../kernel/codes';
import { NotFound } from '../../kernel/problems';
import { requireMatch } from '../../platform/http/etag';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import type { LockedPlan } from '../plans';
import type { BillingView, Subscribe, SubscriptionRow } from './billing.dto';
import { isInForce, leftOf, type CouponTerms } from './charges';
import { CurrentBilling, type BillingState } from './current-billing';
import { PlanAndCouponLookup } from './plan-and-coupon-lookup';
import { SubscriptionPeriods } from './subscription-periods';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What the organization in scope is subscribed to. */
@Injectable()
export class BillingService {
  constructor(
    private readonly billing: CurrentBilling,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly periods: SubscriptionPeriods,
    private readonly offers: PlanAndCouponLookup,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the organization is deleted */
  async get(): Promise<BillingView> {
    return (await this.billing.read()).view;
  }

  /**
   * Subscribes to a plan, from now on and with an invoice. The same plan and interval again goes on as it is, and takes
   * a cancellation back; a coupon that it does not have yet counts from its next period on. Another plan or interval
   * takes along what is left of the coupon, unless the caller sends another one.
   *
   * @throws NotFound for an unknown plan, Conflict `plan_inactive`, ValidationFailed for a coupon that does not fit,
   *   PreconditionFailed (If-Match)
   */
  subscribe(wanted: Subscribe): Promise<BillingView> {
    return this.unitOfWork.run(async () => {
      const before = await this.billing.lock();
      requireMatch(before.view);
      const { current } = before;
      if (current?.planId === wanted.planId && current.interval === wanted.interval)
        return this.goOn(before, current, wanted.couponCode);
      const plan = await this.offers.plan(wanted.planId);
      const left = current === null ? null : await this.leave(current, plan);
      const code = wanted.couponCode;
      const keeps = code === undefined || (left !== null && isSameCode(code, left.code));
      await this.periods.begin(plan, wanted.interval, keeps ? left : await this.offers.redeem(code, plan, 0));
      return this.billing.tell(current === null ? 'created' : 'updated', before);
    });
  }

  /**
   * Lets the subscription end with its current period.
   *
   * @throws NotFound without one, PreconditionFailed (If-Match)
   */
  cancel(): Promise<BillingView> {
    return this.unitOfWork.run(async () => {
      const before = await this.billing.lock();
      if (before.current === null) throw new NotFound();
      requireMatch(before.view);
      if (before.current.cancelAtPeriodEnd) return before.view;
      await this.subscriptions.update(before.current.id, { cancelAtPeriodEnd: true, updatedAt: this.clock.now() });
      return this.billing.tell('cancelled', before);
    });
  }

  /** Ends a subscription in favour of another one. @returns what is left of its coupon for the new one */
  private async leave(current: SubscriptionRow, plan: LockedPlan): Promise<CouponTerms | null> {
    const periods = await this.periods.breakOff(current);
    const { coupon, interval } = current;
    return coupon && leftOf(coupon, { periods, interval }, plan);
  }

  private async goOn(before: BillingState, current: SubscriptionRow, couponCode?: string): Promise<BillingView> {
    const brings = couponCode === undefined || (await this.has(current, couponCode)) ? null : couponCode;
    if (brings === null && !current.cancelAtPeriodEnd) return before.view;
    const coupon =
      brings === null
        ? current.coupon
        : await this.offers.redeem(brings, await this.offers.held(current.planId), current.periodNumber + 1);
    await this.subscriptions.update(current.id, { coupon, cancelAtPeriodEnd: false, updatedAt: this.clock.now() });
    return this.billing.tell('updated', before);
  }

  /** Whether a code stands for the coupon that a subscription has, or used up: that until another one gets its code. */
  private async has({ coupon, periodNumber, interval }: SubscriptionRow, code: string): Promise<boolean> {
    if (coupon === null || !isSameCode(code, coupon.code)) return false;
    return isInForce(coupon, periodNumber, interval) || !(await this.offers.isReplaced(coupon));
  }
}
