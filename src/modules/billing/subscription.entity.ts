import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BillingInterval } from '../../kernel/billing-period';
import type { CouponTerms } from './charges';

/** What an organization subscribed to: one plan at a time. Subscriptions that ended stay. */
@Entity({ name: 'subscriptions' })
export class Subscription {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ name: 'plan_id', type: 'uuid' }) planId: string;
  @Column({ name: 'billing_interval', type: 'text' }) interval: BillingInterval;
  /** What the organization's clocks showed at the start; every period is counted from it. */
  @Column({ type: 'text' }) anchor: string;
  /** The current period's, counted from 0. */
  @Column({ name: 'period_number', type: 'integer' }) periodNumber: number;
  @Column({ name: 'current_period_start', type: 'timestamptz', precision: 3 }) currentPeriodStart: Date;
  @Column({ name: 'current_period_end', type: 'timestamptz', precision: 3 }) currentPeriodEnd: Date;
  @Column({ name: 'cancel_at_period_end', type: 'boolean' }) cancelAtPeriodEnd: boolean;
  @Column({ name: 'ended_at', type: 'timestamptz', precision: 3, nullable: true }) endedAt: Date | null;
  @Column({ type: 'jsonb', nullable: true }) coupon: CouponTerms | null;
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
