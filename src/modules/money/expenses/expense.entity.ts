import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed, DistributedTriggers } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import { SPREAD_TRIGGERS } from './expense-day-triggers';

/** A line item of what an event cost. */
@Entity({ name: 'expenses' })
@Distributed('events', 'expense_days', 'expense_day_changes')
@DistributedTriggers(SPREAD_TRIGGERS)
@OpensNothing()
export class Expense {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) eventId: string;
  @Column({ type: 'text' }) category: string;
  /** Major units of `currency`. */
  @Column({ type: 'numeric', precision: 19, scale: 4 }) amount: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'timestamptz', precision: 3 }) incurredAt: Date;
  @Column({ type: 'text', nullable: true }) description: string | null;
  /** The record's id in another system. */
  @Column({ type: 'text', nullable: true }) externalId: string | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
