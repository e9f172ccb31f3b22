import { monthsOf, type BillingInterval } from '../../../kernel/billing-period';
import { formatAmount, fromMinorUnits, toMinorUnits } from '../../../kernel/money';
import type { RedeemedCoupon } from '../coupons';

/** What a coupon takes off, as it was when it was redeemed. */
export type CouponTerms = RedeemedCoupon & {
  /** The number of the first period that it counts for. */
  firstPeriod: number;
};

/** What a plan costs at the moment. */
export interface PlanPrices {
  name: string;
  monthlyPrice: string;
  yearlyPrice: string;
  currency: string;
}

/** How a plan is subscribed to. */
export interface Choice {
  interval: BillingInterval;
  coupon: CouponTerms | null;
}

/** What one line of an invoice is about; amounts are text, with exactly the currency's decimals. */
export interface InvoiceLine {
  description: string;
  quantity: number;
  unitPrice: string;
  amount: string;
}

/** What a period costs: `total` is `subtotal` without `discount`, to the last decimal. */
interface Charge {
  lines: InvoiceLine[];
  subtotal: string;
  discount: string;
  total: string;
  /** Of the coupon that was taken into account, or null. */
  couponCode: string | null;
}

/**
 * What a period of a subscription costs.
 *
 * @param periodNumber counted from 0
 * @throws RangeError when the currency is unknown or can't hold a price
 */
export function chargeOf(plan: PlanPrices, { interval, coupon }: Choice, periodNumber: number): Charge {
  const { currency } = plan;
  const price = formatAmount(interval === 'monthly' ? plan.monthlyPrice : plan.yearlyPrice, currency);
  const subtotal = toMinorUnits(price, currency);
  const applied = coupon !== null && isFor(coupon, plan) && countsFor(coupon, periodNumber, interval) ? coupon : null;
  const discount = applied === null ? 0n : discountOf(applied, subtotal, currency);
  return {
    lines: [{ description: `${plan.name} (${interval})`, quantity: 1, unitPrice: price, amount: price }],
    subtotal: price,
    discount: fromMinorUnits(discount, currency),
    total: fromMinorUnits(subtotal - discount, currency),
    couponCode: applied?.code ?? null,
  };
}

/** Whether a coupon counts for this period or a later one. */
export function isInForce(coupon: CouponTerms, periodNumber: number, interval: BillingInterval): boolean {
  return countsFor(coupon, Math.max(periodNumber, coupon.firstPeriod), interval);
}

/**
 * The rest of a coupon for the subscription that replaces another one. Null when it is used up or not for the new plan.
 *
 * @param periods how many periods of the replaced subscription are paid or owed
 * @param interval of the replaced subscription
 */
export function remainderOf(
  coupon: CouponTerms,
  { periods, interval }: { periods: number; interval: BillingInterval },
  plan: PlanPrices & { id: string },
): CouponTerms | null {
  if (!isFor(coupon, plan) || (coupon.planIds.length > 0 && !coupon.planIds.includes(plan.id))) return null;
  const used = Math.max(0, periods - coupon.firstPeriod);
  const months = coupon.durationMonths === null ? null : coupon.durationMonths - used * monthsOf(interval);
  if ((coupon.duration === 'once' && used > 0) || (months !== null && months <= 0)) return null;
  return { ...coupon, durationMonths: months, firstPeriod: 0 };
}

/** An amount is taken off prices in its own currency only, and the plan's currency may have changed since. */
function isFor({ amountOff, currency }: CouponTerms, plan: PlanPrices): boolean {
  return amountOff === null || currency === plan.currency;
}

/**
 * Whether a coupon counts for a period: the first one only; each that begins within its months of the first; or every
 * one. Months are counted by periods and not by dates, so that a short month or another time zone changes nothing: with
 * 3 months that is three monthly invoices, or one of a year.
 */
function countsFor(coupon: CouponTerms, periodNumber: number, interval: BillingInterval): boolean {
  const periodsSince = periodNumber - coupon.firstPeriod;
  if (periodsSince < 0) return false;
  switch (coupon.duration) {
    case 'once':
      return periodsSince === 0;
    case 'repeating':
      return periodsSince * monthsOf(interval) < (coupon.durationMonths ?? 0);
    case 'forever':
      return true;
  }
}

/** In minor units; never more than the price. Half a unit is rounded up, in favour of the customer. */
function discountOf({ percentOff, amountOff }: CouponTerms, subtotal: bigint, currency: string): bigint {
  const wanted =
    percentOff === null ? toMinorUnits(amountOff ?? '0', currency) : (subtotal * BigInt(percentOff) + 50n) / 100n;
  return wanted < subtotal ? wanted : subtotal;
}
