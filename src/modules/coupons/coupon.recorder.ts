import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import type { CouponView, RedeemedCoupon } from './coupons.dto';

/** Records changes of coupons in the audit log. No organization is told of them. */
@Injectable()
export class CouponRecorder {
  constructor(private readonly audit: AuditTrail) {}

  created(coupon: CouponView): void {
    this.record('coupon.created', coupon, changesBetween(null, coupon));
  }

  updated(before: CouponView, after: CouponView): void {
    this.record('coupon.updated', after, changesBetween(before, after));
  }

  deleted(coupon: CouponView): void {
    this.record('coupon.deleted', coupon, changesBetween(coupon, null));
  }

  /** In the log of the organization that redeemed it, which is not told how many others have. */
  redeemed({ id, code }: RedeemedCoupon, organizationId: string): void {
    this.record('coupon.redeemed', { id }, changesBetween(null, { code }), organizationId);
  }

  private record(action: string, { id }: { id: string }, changes: Changes, organizationId: string | null = null): void {
    this.audit.record({ action, target: { type: 'coupon', id }, changes, organizationId });
  }
}
