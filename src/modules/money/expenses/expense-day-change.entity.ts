import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** That the sums of a day are outdated. Triggers write it, so that a cascade is not missed. */
@Entity({ name: 'expense_day_changes' })
@Distributed()
@OpensNothing()
export class ExpenseDayChange {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** YYYY-MM-DD */
  @PrimaryColumn({ type: 'date' }) day: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'timestamptz' }) changedAt: Date;
}
