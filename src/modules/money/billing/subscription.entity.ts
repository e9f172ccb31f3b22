import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BillingInterval } from '../../../kernel/billing-period';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import type { CouponTerms } from './charges';

/** What an organization subscribed to: one plan at a time. Subscriptions that ended stay. */
@Entity({ name: 'subscriptions' })
@OpensNothing()
export class Subscription {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) planId: string;
  @Column({ name: 'billing_interval', type: 'text' }) interval: BillingInterval;
  /** What the organization's clocks showed at the start; every period is counted from it. */
  @Column({ type: 'text' }) anchor: string;
  /** The current period's, counted from 0. */
  @Column({ type: 'integer' }) periodNumber: number;
  @Column({ type: 'timestamptz', precision: 3 }) currentPeriodStart: Date;
  @Column({ type: 'timestamptz', precision: 3 }) currentPeriodEnd: Date;
  @Column({ type: 'boolean' }) cancelAtPeriodEnd: boolean;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) endedAt: Date | null;
  @Column({ type: 'jsonb', nullable: true }) coupon: CouponTerms | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
