import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** When the guests of an organization who were due had all been erased the last time. */
@Entity({ name: 'retention_runs' })
@OpensNothing()
export class RetentionRun {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'timestamptz', precision: 3 }) lastRunAt: Date;
}
