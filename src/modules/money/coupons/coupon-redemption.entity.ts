import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** That an organization has redeemed a coupon. */
@Entity({ name: 'coupon_redemptions' })
@OpensNothing()
export class CouponRedemption {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) couponId: string;
  @Column({ type: 'timestamptz', precision: 3 }) redeemedAt: Date;
}
