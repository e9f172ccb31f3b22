import { enumeration } from '../../../kernel/enumeration';
import { BILLING_INTERVALS, type BillingInterval } from '../../../kernel/billing-period';
import {
  Amount,
  Currency,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  Text,
  TextList,
  Timestamp,
} from '../../../platform/fields/fields';
import { COUPON_DURATIONS } from '../coupons';
import { isInForce, type CouponTerms } from './charges';

export class Subscribe {
  @Id() planId: string;
  @OneOf(BILLING_INTERVALS) interval: BillingInterval;
  @Text({
    min: 1,
    max: 32,
    presence: 'optional',
    description: 'A coupon to redeem for this subscription, which keeps it.',
    example: 'SPRING-2027',
  })
  couponCode?: string;
}

export class BilledPlan {
  @Id({ of: 'plan' }) readonly id: string;
  @Text({ max: 200, example: 'Professional' }) readonly name: string;
  @Amount({ example: '49.90' }) readonly monthlyPrice: string;
  @Amount({ example: '499.00' }) readonly yearlyPrice: string;
  @Currency() readonly currency: string;
  @TextList({ maxEntries: 100, max: 200, example: ['Unlimited events', 'Vehicle assignments'] })
  readonly features: readonly string[];
}

class BilledCoupon {
  @Text({ max: 32, example: 'SPRING-2027' }) readonly code: string;
  @Integer({ min: 1, max: 100, presence: 'nullable', example: 20 }) readonly percentOff: number | null;
  @Amount({ presence: 'nullable', example: null }) readonly amountOff: string | null;
  @Currency({ presence: 'nullable', example: null }) readonly currency: string | null;
  @OneOf(COUPON_DURATIONS, { example: 'repeating' })
  readonly duration: CouponTerms['duration'];
  @Integer({ min: 1, max: 1200, presence: 'nullable', example: 3 }) readonly durationMonths: number | null;
}

const BILLING_STATUSES = enumeration('BillingStatus', ['none', 'trialing', 'active', 'past_due', 'cancelled']);
type BillingStatus = (typeof BILLING_STATUSES)[number];

/** What an organization is subscribed to, as the API shows it. */
export class BillingView {
  @Id({ of: 'organization', description: "The organization's id." }) readonly id: string;
  @Nested(() => BilledPlan, {
    presence: 'nullable',
    description:
      "The plan as it is offered now: the subscription's, even after that has ended; for an organization that never " +
      'had one, the plan that it was given, if any.',
  })
  readonly plan: BilledPlan | null;
  @OneOf(BILLING_INTERVALS, { presence: 'nullable' }) readonly interval: BillingInterval | null;
  @OneOf(BILLING_STATUSES, {
    description:
      '`past_due` as long as any invoice is open, `cancelled` once the last period is over. There are no trials yet.',
    example: 'active',
  })
  readonly status: BillingStatus;
  @Timestamp({ presence: 'nullable' }) readonly currentPeriodStart: string | null;
  @Timestamp({ presence: 'nullable', example: '2027-06-14T09:30:00.000Z' }) readonly currentPeriodEnd: string | null;
  @Flag({ example: false }) readonly cancelAtPeriodEnd: boolean;
  @Nested(() => BilledCoupon, { presence: 'nullable' }) readonly coupon: BilledCoupon | null;
  @Timestamp({ description: "The organization's: its billing record is there from the beginning." })
  readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A subscription as the repository reads it. */
export interface SubscriptionRow {
  id: string;
  planId: string;
  interval: BillingInterval;
  anchor: string;
  periodNumber: number;
  currentPeriodStart: string;
  currentPeriodEnd: string;
  cancelAtPeriodEnd: boolean;
  endedAt: string | null;
  coupon: CouponTerms | null;
  updatedAt: string;
}

/** What the repository reads of an organization's billing. */
export interface BillingRow {
  organizationId: string;
  organizationCreatedAt: string;
  organizationPlanId: string | null;
  /** Whether any invoice is open. */
  owing: boolean;
  /** The current subscription, else the last one, else null. */
  subscription: SubscriptionRow | null;
}

/**
 * The row as the API shows it.
 *
 * @param plan the subscription's, or the organization's if there never was a subscription
 */
export function toBillingView(row: BillingRow, plan: BilledPlan | null): BillingView {
  const { organizationId: id, organizationCreatedAt, owing, subscription } = row;
  if (subscription === null) {
    return {
      id,
      plan,
      interval: null,
      status: 'none',
      currentPeriodStart: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      coupon: null,
      createdAt: organizationCreatedAt,
      updatedAt: organizationCreatedAt,
    };
  }
  const { interval, endedAt, periodNumber, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, coupon } =
    subscription;
  return {
    id,
    plan,
    interval,
    status: endedAt !== null ? 'cancelled' : owing ? 'past_due' : 'active',
    currentPeriodStart,
    currentPeriodEnd,
    cancelAtPeriodEnd,
    coupon: coupon && isInForce(coupon, periodNumber, interval) ? toCouponView(coupon) : null,
    createdAt: organizationCreatedAt,
    updatedAt: subscription.updatedAt,
  };
}

function toCouponView({ code, percentOff, amountOff, currency, duration, durationMonths }: CouponTerms): BilledCoupon {
  return { code, percentOff, amountOff, currency, duration, durationMonths };
}
