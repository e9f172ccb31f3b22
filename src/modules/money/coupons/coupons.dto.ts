import { enumeration } from '../../../kernel/enumeration';
import { formatAmount } from '../../../kernel/money';
import {
  Amount,
  Code,
  Currency,
  Flag,
  Id,
  IdList,
  Integer,
  OneOf,
  PatchOf,
  Shown,
  Text,
  Timestamp,
} from '../../../platform/fields/fields';
import { Consistent } from '../../../platform/fields/combinations';
import { SortedPageQuery } from '../../../platform/fields/page.query';
import { COUPON_DURATIONS, type CouponDuration } from './coupon.entity';
import { discountProblems, durationProblems, REASONS, type Reason } from './coupon-fit';

const CODE = { example: 'SPRING-2027' };
const PERCENT_OFF = { min: 1, max: 100, presence: 'nullable', example: 20 } as const;
const AMOUNT_OFF = {
  presence: 'nullable',
  description: 'Instead of percentOff. Above zero, with no more decimals than the currency has.',
  example: null,
} as const;
const CURRENCY = {
  presence: 'nullable',
  description: 'The currency of amountOff; given with it, and only with it. The coupon fits plans in this currency.',
  example: null,
} as const;
const DURATION = {
  description:
    'How long it makes the subscription cheaper, from the first invoice that is issued once it is redeemed: that invoice, ' +
    'every invoice of durationMonths, or all of them.',
  example: 'repeating',
};
const DURATION_MONTHS = {
  min: 1,
  max: 1200,
  presence: 'nullable',
  description: 'With the duration repeating, and only with it.',
  example: 3,
} as const;
const MAX_REDEMPTIONS = {
  min: 1,
  max: 1_000_000_000,
  presence: 'nullable',
  description: 'How many organizations can redeem it; any number when null.',
  example: 100,
} as const;
const EXPIRES_AT = {
  presence: 'nullable',
  description: 'From then on it can no longer be redeemed. It must be in the future.',
  example: '2099-12-31T23:59:59.000Z',
} as const;
const PLAN_IDS = {
  min: 0,
  max: 100,
  description: 'The plans that it is for; all plans when the list is empty.',
  example: [],
};

@Consistent(['percentOff', 'amountOff', 'currency'], discountProblems)
@Consistent(['duration', 'durationMonths'], durationProblems)
export class CreateCoupon {
  @Code({ ...CODE, description: 'Unique, ignoring case.' }) code: string;
  @Integer({ ...PERCENT_OFF, description: 'Either this or amountOff.' }) percentOff?: number | null;
  @Amount(AMOUNT_OFF) amountOff?: string | null;
  @Currency(CURRENCY) currency?: string | null;
  @OneOf(COUPON_DURATIONS, {
    ...DURATION,
    presence: 'optional',
    default: 'once',
  })
  duration?: CouponDuration;
  @Integer(DURATION_MONTHS) durationMonths?: number | null;
  @Integer(MAX_REDEMPTIONS) maxRedemptions?: number | null;
  @Timestamp(EXPIRES_AT) expiresAt?: Date | null;
  @IdList({ ...PLAN_IDS, presence: 'optional' }) planIds?: string[];
}

export class UpdateCoupon extends PatchOf(CreateCoupon) {}

const COUPON_SORTS = enumeration('CouponSort', ['code', 'createdAt']);

export class CouponsQuery extends SortedPageQuery {
  @OneOf(COUPON_SORTS, { presence: 'optional', default: 'createdAt' })
  sortBy?: (typeof COUPON_SORTS)[number];
}

/** A coupon as the API shows it. */
export class CouponView {
  @Id() readonly id: string;
  @Code(CODE) readonly code: string;
  @Integer(PERCENT_OFF) readonly percentOff: number | null;
  @Amount(AMOUNT_OFF) readonly amountOff: string | null;
  @Currency(CURRENCY) readonly currency: string | null;
  @OneOf(COUPON_DURATIONS, DURATION) readonly duration: CouponDuration;
  @Integer(DURATION_MONTHS) readonly durationMonths: number | null;
  @Integer(MAX_REDEMPTIONS) readonly maxRedemptions: number | null;
  @Shown({ type: 'integer', minimum: 0, description: 'How many organizations have redeemed it.', example: 7 })
  readonly redemptions: number;
  @Timestamp(EXPIRES_AT) readonly expiresAt: string | null;
  @IdList(PLAN_IDS) readonly planIds: readonly string[];
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

export class ValidateCoupon {
  @Text({ min: 1, max: 200, description: 'In any case of the letters.', example: 'SPRING-2027' }) code: string;
  @Id({ presence: 'optional', description: 'The plan that it is to be redeemed for.' }) planId?: string;
}

/** Whether a coupon would be accepted. */
export class CouponValidity {
  @Flag() readonly valid: boolean;
  @Text({
    max: 200,
    description: 'As the coupon spells it, or as it was sent when there is no such coupon.',
    example: 'SPRING-2027',
  })
  readonly code: string;
  @OneOf(REASONS, {
    presence: 'nullable',
    description:
      'Why not: there is no coupon with this code, it has expired, your organization has redeemed it, all redemptions are used up, ' +
      'it is for other plans, or its amount is in another currency than the plan.',
    example: null,
  })
  readonly reason: Reason | null;
}

/** What a subscription copies of the coupon that it was made with. */
export type RedeemedCoupon = Pick<
  CouponView,
  'id' | 'code' | 'percentOff' | 'amountOff' | 'currency' | 'duration' | 'durationMonths' | 'planIds'
>;

/** A row with its amount as the API shows it; before, the amount is PostgreSQL's numeric or as the caller sent it. */
export function withAmount<Row extends Pick<CouponView, 'amountOff' | 'currency'>>(row: Row): Row {
  const { amountOff, currency } = row;
  return { ...row, amountOff: amountOff === null || currency === null ? null : formatAmount(amountOff, currency) };
}
