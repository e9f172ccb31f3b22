import { Inject, Injectable } from '@nestjs/common';
import { billingAnchor, billingPeriodEnd, type BillingInterval } from '../../../kernel/billing-period';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { OrganizationsService } from '../../people/organizations';
import type { LockedPlan } from '../plans';
import type { SubscriptionRow } from './billing.dto';
import type { CouponTerms } from './charges';
import { Invoicing } from './invoicing';
import type { InvoiceView } from './invoices.dto';
import { PlanAndCouponLookup } from './plan-and-coupon-lookup';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What is left of a subscription that ended before its period did. */
export interface EarlyEnd {
  /** How many periods are paid or owed. */
  readonly periods: number;
  /** The invoice of the period cut short, where it need not be paid. */
  readonly voided: InvoiceView | null;
}

/**
 * The periods of subscriptions: each begins where the one before ended, and has one invoice. All inside the caller's
 * unit of work, which has the organization's billing locked.
 */
@Injectable()
export class SubscriptionPeriods {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly invoicing: Invoicing,
    private readonly lookup: PlanAndCouponLookup,
    private readonly organizations: OrganizationsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Begins a subscription now, with the invoice of its first period. */
  async begin(plan: LockedPlan, interval: BillingInterval, coupon: CouponTerms | null): Promise<InvoiceView> {
    const { timezone } = await this.organizations.current();
    const now = this.clock.now();
    const id = newId();
    const anchor = billingAnchor(now, timezone);
    const end = billingPeriodEnd(anchor, interval, 0, timezone);
    await this.subscriptions.insert({
      id,
      planId: plan.id,
      interval,
      anchor,
      periodNumber: 0,
      currentPeriodStart: now,
      currentPeriodEnd: end,
      cancelAtPeriodEnd: false,
      endedAt: null,
      coupon,
      createdAt: now,
      updatedAt: now,
    });
    const period = { subscriptionId: id, periodNumber: 0, start: now, end, interval, coupon };
    const invoice = await this.invoicing.issue(period, plan);
    await this.organizations.changePlan(plan.id);
    return invoice;
  }

  /** Begins the next period of a subscription, with its invoice, at what the plan costs now. */
  async renew(subscription: SubscriptionRow): Promise<void> {
    const { id, planId, anchor, interval, coupon } = subscription;
    const plan = await this.lookup.lockTerms(planId);
    const { timezone } = await this.organizations.current();
    const periodNumber = subscription.periodNumber + 1;
    const start = new Date(subscription.currentPeriodEnd);
    const end = billingPeriodEnd(anchor, interval, periodNumber, timezone);
    await this.subscriptions.update(id, {
      periodNumber,
      currentPeriodStart: start,
      currentPeriodEnd: end,
      updatedAt: this.clock.now(),
    });
    await this.invoicing.issue({ subscriptionId: id, periodNumber, start, end, interval, coupon }, plan);
  }

  /**
   * Ends a subscription whose last period is over. The organization is on no plan then, unless it was given another
   * one.
   */
  async end({ id, planId, currentPeriodEnd }: SubscriptionRow): Promise<void> {
    await this.subscriptions.update(id, { endedAt: new Date(currentPeriodEnd), updatedAt: this.clock.now() });
    if ((await this.organizations.current()).planId === planId) await this.organizations.changePlan(null);
  }

  /** Ends a subscription now, because another one begins. */
  async endEarly(subscription: SubscriptionRow): Promise<EarlyEnd> {
    const now = this.clock.now();
    await this.subscriptions.update(subscription.id, { endedAt: now, updatedAt: now });
    const voided = await this.invoicing.voidIfUnused(subscription);
    return { periods: subscription.periodNumber + (voided === null ? 1 : 0), voided };
  }
}
