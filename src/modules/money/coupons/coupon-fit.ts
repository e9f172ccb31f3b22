import { enumeration } from '../../../kernel/enumeration';
import { amountProblem, isZero } from '../../../kernel/money';
import type { FieldProblem } from '../../../kernel/problems';

/** Why a coupon is not accepted. Reasons that the caller can do nothing about come first. */
export const REASONS = enumeration('CouponProblem', [
  'unknown',
  'expired',
  'used',
  'exhausted',
  'not_for_plan',
  'currency',
]);
export type Reason = (typeof REASONS)[number];

const MESSAGES: Readonly<Record<Reason, string>> = {
  unknown: 'is no coupon.',
  expired: 'has expired.',
  used: 'has been redeemed by this organization before.',
  exhausted: 'has been redeemed as often as it can be.',
  not_for_plan: 'is not for this plan.',
  currency: 'takes off an amount in another currency than the plan.',
};

/** Why a coupon was not accepted, as a problem of the field `couponCode`. */
export function fitProblem(reason: Reason): FieldProblem {
  return { field: 'couponCode', code: `coupon_${reason}`, message: `couponCode ${MESSAGES[reason]}` };
}

/** The facts that decide whether a coupon is accepted. */
interface Redeemable {
  currency: string | null;
  maxRedemptions: number | null;
  redemptions: number;
  expiresAt: string | null;
  planIds: readonly string[];
  /** Whether the organization at hand has redeemed it. */
  used: boolean;
}

/**
 * Why a coupon is not accepted, or null if it is.
 *
 * @param coupon null when there is none with the code
 * @param plan the plan that it would be redeemed for, or null to ignore plans
 */
export function reasonAgainst(
  coupon: Redeemable | null,
  plan: { id: string; currency: string } | null,
  now: Date,
): Reason | null {
  if (coupon === null) return 'unknown';
  const { expiresAt, maxRedemptions, planIds, currency } = coupon;
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired';
  if (coupon.used) return 'used';
  if (maxRedemptions !== null && coupon.redemptions >= maxRedemptions) return 'exhausted';
  if (plan === null) return null;
  if (planIds.length > 0 && !planIds.includes(plan.id)) return 'not_for_plan';
  return currency !== null && currency !== plan.currency ? 'currency' : null;
}

/** How much a coupon takes off, and for how long. */
interface Terms {
  percentOff?: number | null;
  amountOff?: string | null;
  currency?: string | null;
  duration?: string;
  durationMonths?: number | null;
}

/**
 * What is wrong with the terms of a changed coupon, field by field.
 *
 * @param sent the field to name when the currency can't hold the amount
 */
export function termsProblems(terms: Terms, sent: 'amountOff' | 'currency' = 'amountOff'): FieldProblem[] {
  return [...discountProblems(terms, sent), ...durationProblems(terms)];
}

/** What is wrong with what a coupon takes off. */
export function discountProblems(
  { percentOff = null, amountOff = null, currency = null }: Terms,
  sent: 'amountOff' | 'currency' = 'amountOff',
): FieldProblem[] {
  if (amountOff === null) {
    const missing: FieldProblem = {
      field: 'percentOff',
      code: 'required',
      message: 'percentOff or amountOff is required.',
    };
    const needless: FieldProblem = {
      field: 'currency',
      code: 'not_allowed',
      message: 'currency goes with amountOff only.',
    };
    return [...(percentOff === null ? [missing] : []), ...(currency === null ? [] : [needless])];
  }
  if (percentOff !== null)
    return [{ field: 'amountOff', code: 'not_allowed', message: 'amountOff cannot stand beside percentOff.' }];
  if (currency === null)
    return [{ field: 'currency', code: 'required', message: 'currency is required with amountOff.' }];
  if (isZero(amountOff))
    return [{ field: 'amountOff', code: 'out_of_range', message: 'amountOff must be above zero.' }];
  const problem = amountProblem(amountOff, currency, sent);
  return problem === null ? [] : [problem];
}

/** What is wrong with how long a coupon counts. */
export function durationProblems({ duration = 'once', durationMonths = null }: Terms): FieldProblem[] {
  const field = 'durationMonths';
  if (duration === 'repeating' && durationMonths === null)
    return [{ field, code: 'required', message: 'durationMonths is required with the duration repeating.' }];
  if (duration !== 'repeating' && durationMonths !== null)
    return [{ field, code: 'not_allowed', message: 'durationMonths goes with the duration repeating only.' }];
  return [];
}
