import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** The sum of an event's expenses of a UTC day, currency and category; see expense-days.ts. */
@Entity({ name: 'expense_days' })
@Distributed()
@OpensNothing()
export class ExpenseDay {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** YYYY-MM-DD */
  @PrimaryColumn({ type: 'date' }) day: string;
  @PrimaryColumn({ type: 'text' }) currency: string;
  @PrimaryColumn({ type: 'text' }) category: string;
  @PrimaryColumn({ type: 'uuid' }) eventId: string;
  /** Major units of `currency`. */
  @Column({ type: 'numeric' }) amount: string;
  /** How many expenses it sums up. */
  @Column({ type: 'integer' }) count: number;
}
