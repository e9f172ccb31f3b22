import type { CouponDuration, GetCouponResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { resource } from '../../shared/resource';

export type Coupon = GetCouponResponse;
export type CouponKind = 'percent' | 'amount';

export const DURATIONS: readonly CouponDuration[] = ['once', 'repeating', 'forever'];

export const coupons = resource({
  name: 'coupon',
  key: 'coupons',
  calls: api.coupons,
});
