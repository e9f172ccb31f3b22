import { Injectable } from '@nestjs/common';
import { changesBetween } from '../../platform/audit/audit-trail';
import { RecordRecorder } from '../../platform/recorders/record-recorder';
import type { CouponView, RedeemedCoupon } from './coupons.dto';

/** Records changes of coupons in the platform's audit log. No organization is informed of them. */
@Injectable()
export class CouponRecorder extends RecordRecorder<CouponView> {
  protected readonly type = 'coupon';

  /** In the log of the organization that redeemed it, which does not learn how many others have. */
  redeemed({ id, code }: RedeemedCoupon, organizationId: string): void {
    const changes = changesBetween(null, { code });
    this.audit.record({ action: 'coupon.redeemed', target: { type: this.type, id }, changes, organizationId });
  }
}
