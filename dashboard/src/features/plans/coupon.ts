import type { CouponDuration, GetCouponResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { resource } from '../../shared/resource';
import { localTime, OWN_TIME_ZONE } from '../../shared/time';
import { instantOrNull, orNull } from '../../shared/typed';
import { amountToType, typedAmount } from '../../shared/typed-amount';

export type Coupon = GetCouponResponse;
export type CouponKind = 'percent' | 'amount';

export const DURATIONS: readonly CouponDuration[] = ['once', 'repeating', 'forever'];

export const coupons = resource({
  name: 'coupon',
  key: 'coupons',
  calls: api.coupons,
  valuesOf: (coupon) => ({
    code: coupon.code,
    kind: (coupon.percentOff === null ? 'amount' : 'percent') as CouponKind,
    percentOff: coupon.percentOff ?? ('' as number | ''),
    amountOff: coupon.amountOff === null ? '' : amountToType(coupon.amountOff, coupon.currency ?? ''),
    currency: coupon.currency ?? '',
    duration: coupon.duration,
    durationMonths: coupon.durationMonths ?? ('' as number | ''),
    maxRedemptions: coupon.maxRedemptions ?? ('' as number | ''),
    expiresAt: localTime(coupon.expiresAt, OWN_TIME_ZONE),
    planIds: [...coupon.planIds],
  }),
  empty: {
    code: '',
    kind: 'percent',
    percentOff: '',
    amountOff: '',
    currency: '',
    duration: 'once',
    durationMonths: '',
    maxRedemptions: '',
    expiresAt: '',
    planIds: [],
  },
  /** Only what belongs to the chosen kind and duration: the API refuses the rest. */
  bodyOf: (values) => ({
    code: values.code,
    percentOff: values.kind === 'percent' ? orNull(values.percentOff) : null,
    amountOff: values.kind === 'amount' ? typedAmount(values.amountOff, values.currency) : null,
    currency: values.kind === 'amount' ? values.currency : null,
    duration: values.duration,
    durationMonths: values.duration === 'repeating' ? orNull(values.durationMonths) : null,
    maxRedemptions: orNull(values.maxRedemptions),
    expiresAt: instantOrNull(values.expiresAt, OWN_TIME_ZONE),
    planIds: values.planIds,
  }),
});
