import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A plan that a coupon is for. A coupon without any is for all plans. */
@Entity({ name: 'coupon_plans' })
export class CouponPlan {
  @PrimaryColumn({ type: 'uuid' }) couponId: string;
  @PrimaryColumn({ type: 'uuid' }) planId: string;
  /** In the coupon's list. */
  @Column({ type: 'integer' }) position: number;
}
