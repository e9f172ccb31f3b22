import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isSameCode } from '../../../kernel/codes';
import { NotFound } from '../../../kernel/problems';
import { withContext } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { dryRun } from '../../../platform/tenancy/dry-run';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { LockedPlan } from '../plans';
import { SUBSCRIPTION_RECORD } from './billing.record';
import type { BillingView, Subscribe, SubscriptionRow } from './billing.dto';
import { chargeOf, isInForce, remainderOf } from './charges';
import { CurrentBilling, type BillingState } from './current-billing';
import { PlanAndCouponLookup } from './plan-and-coupon-lookup';
import { SubscriptionPeriods } from './subscription-periods';
import {
  toPreview,
  type NextInvoice,
  type SubscriptionChange,
  type SubscriptionPreview,
} from './subscription-preview.dto';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What the organization in scope is subscribed to. */
@Injectable()
export class BillingService {
  constructor(
    private readonly billing: CurrentBilling,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly periods: SubscriptionPeriods,
    private readonly lookup: PlanAndCouponLookup,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the organization is deleted */
  async get(): Promise<BillingView> {
    return (await this.billing.read()).view;
  }

  /**
   * Subscribes to a plan, from now on and with an invoice. With the plan and interval that it already has, the
   * subscription stays, a cancellation is revoked, and a new coupon counts from the next period on. With another plan
   * or interval the new subscription keeps the rest of the coupon, unless the caller sends another one.
   *
   * @throws NotFound for an unknown plan, Conflict `plan_inactive`, ValidationFailed for a coupon that does not fit,
   *   PreconditionFailed (If-Match)
   */
  async subscribe(wanted: Subscribe): Promise<BillingView> {
    return (await this.unitOfWork.run(() => this.change(wanted))).billing;
  }

  /**
   * What subscribing would do and cost now. It is done, looked at, and rolled back in a transaction of its own: so the
   * preview can't say anything else than what would happen, and an idempotency key's transaction keeps nothing of it.
   *
   * @throws as subscribe does
   */
  preview(wanted: Subscribe): Promise<SubscriptionPreview> {
    return withContext({ transaction: null, deferred: null }, () =>
      dryRun(this.unitOfWork, async () => {
        const change = await this.change(wanted);
        return toPreview(change, await this.nextInvoice());
      }),
    );
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
      requireMatch(SUBSCRIPTION_RECORD, before.view);
      if (before.current.cancelAtPeriodEnd) return before.view;
      await this.subscriptions.update(before.current.id, { cancelAtPeriodEnd: true, updatedAt: this.clock.now() });
      return this.billing.record('cancelled', before);
    });
  }

  private async change(wanted: Subscribe): Promise<SubscriptionChange> {
    const before = await this.billing.lock();
    requireMatch(SUBSCRIPTION_RECORD, before.view);
    const { current } = before;
    if (current?.planId === wanted.planId && current.interval === wanted.interval) {
      const billing = await this.keepCurrent(before, current, wanted.couponCode);
      return { billing, issued: null, voided: null };
    }
    const plan = await this.lookup.lockOffered(wanted.planId);
    const { remaining, voided } =
      current === null ? { remaining: null, voided: null } : await this.endFor(plan, current);
    const code = wanted.couponCode;
    const keepsCoupon = code === undefined || (remaining !== null && isSameCode(code, remaining.code));
    const coupon = keepsCoupon ? remaining : await this.lookup.redeem(code, plan, 0);
    const issued = await this.periods.begin(plan, wanted.interval, coupon);
    const billing = await this.billing.record(current === null ? 'created' : 'updated', before);
    return { billing, issued, voided };
  }

  /** Ends the current subscription early. @returns what is left of its coupon for a plan, and the invoice that was voided */
  private async endFor(plan: LockedPlan, current: SubscriptionRow) {
    const { periods, voided } = await this.periods.endEarly(current);
    const { coupon, interval } = current;
    return { remaining: coupon && remainderOf(coupon, { periods, interval }, plan), voided };
  }

  /** What the next period will cost as things stand; null when there is none. */
  private async nextInvoice(): Promise<NextInvoice | null> {
    const { current } = await this.billing.read();
    if (current === null || current.cancelAtPeriodEnd) return null;
    const plan = await this.lookup.lockTerms(current.planId);
    const charge = chargeOf(plan, current, current.periodNumber + 1);
    return { issuedAt: current.currentPeriodEnd, currency: plan.currency, ...charge };
  }

  private async keepCurrent(before: BillingState, current: SubscriptionRow, couponCode?: string): Promise<BillingView> {
    const newCode = couponCode === undefined || (await this.hasCoupon(current, couponCode)) ? null : couponCode;
    if (newCode === null && !current.cancelAtPeriodEnd) return before.view;
    const coupon =
      newCode === null
        ? current.coupon
        : await this.lookup.redeem(newCode, await this.lookup.lockTerms(current.planId), current.periodNumber + 1);
    await this.subscriptions.update(current.id, { coupon, cancelAtPeriodEnd: false, updatedAt: this.clock.now() });
    return this.billing.record('updated', before);
  }

  /** Whether a code is that of the subscription's coupon. The code of a used-up coupon counts until it is reused. */
  private async hasCoupon({ coupon, periodNumber, interval }: SubscriptionRow, code: string): Promise<boolean> {
    if (coupon === null || !isSameCode(code, coupon.code)) return false;
    return isInForce(coupon, periodNumber, interval) || !(await this.lookup.isCodeReused(coupon));
  }
}
