export { COUPON_DURATIONS } from './coupon.entity';
export type { RedeemedCoupon } from './coupons.dto';
export { CouponsModule } from './coupons.module';
export { CouponsService } from './coupons.service';
