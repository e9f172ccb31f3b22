import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The timetable and the lease of a background job. */
@Entity({ name: 'jobs' })
export class ScheduledJob {
  @PrimaryColumn({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz', precision: 3 }) nextRunAt: Date;
  /** The holder of the lease. */
  @Column({ type: 'text', nullable: true }) lockedBy: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lockedUntil: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastStartedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastFinishedAt: Date | null;
  /** Of the last round, when it failed. */
  @Column({ type: 'text', nullable: true }) lastError: string | null;
}
