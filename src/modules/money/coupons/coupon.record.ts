import { RecordKind } from '../../../platform/records/record-kind';
import { CouponView } from './coupons.dto';

/** No organization is informed of its changes. */
export const COUPON_RECORD = new RecordKind<CouponView>({ type: 'coupon', view: CouponView });
