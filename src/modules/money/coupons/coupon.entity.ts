import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';

export const COUPON_DURATIONS = enumeration('CouponDuration', ['once', 'repeating', 'forever']);
export type CouponDuration = (typeof COUPON_DURATIONS)[number];

/** A code that makes a subscription cheaper, by a percentage or by an amount. It belongs to the platform. */
@Entity({ name: 'coupons' })
export class Coupon {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) code: string;
  /** The code in small letters: it is found by this. */
  @Column({ type: 'text' }) codeKey: string;
  @Column({ type: 'integer', nullable: true }) percentOff: number | null;
  /** Major units of `currency`. */
  @Column({ type: 'numeric', precision: 19, scale: 4, nullable: true }) amountOff: string | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'text' }) duration: CouponDuration;
  @Column({ type: 'integer', nullable: true }) durationMonths: number | null;
  @Column({ type: 'integer', nullable: true }) maxRedemptions: number | null;
  /** Counted under the row's lock. */
  @Column({ type: 'integer' }) redemptions: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
