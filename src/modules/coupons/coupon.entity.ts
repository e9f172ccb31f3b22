import { Column, Entity, PrimaryColumn } from 'typeorm';

export const COUPON_DURATIONS = ['once', 'repeating', 'forever'] as const;
export type CouponDuration = (typeof COUPON_DURATIONS)[number];

/** A code that makes a subscription cheaper, by a percentage or by an amount. It belongs to the platform. */
@Entity({ name: 'coupons' })
export class Coupon {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) code: string;
  /** The code in small letters: it is found by this. */
  @Column({ name: 'code_key', type: 'text' }) codeKey: string;
  @Column({ name: 'percent_off', type: 'integer', nullable: true }) percentOff: number | null;
  /** Major units of `currency`. */
  @Column({ name: 'amount_off', type: 'numeric', precision: 19, scale: 4, nullable: true }) amountOff: string | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'text' }) duration: CouponDuration;
  @Column({ name: 'duration_months', type: 'integer', nullable: true }) durationMonths: number | null;
  @Column({ name: 'max_redemptions', type: 'integer', nullable: true }) maxRedemptions: number | null;
  /** Counted under the row's lock. */
  @Column({ type: 'integer' }) redemptions: number;
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
