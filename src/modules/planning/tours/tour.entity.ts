import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { enumeration } from '../../../kernel/enumeration';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const TOUR_STATUSES = enumeration('TourStatus', [
  'draft',
  'planning',
  'confirmed',
  'active',
  'completed',
  'cancelled',
]);
export type TourStatus = (typeof TOUR_STATUSES)[number];

/** A journey that groups events. */
@Entity({ name: 'tours' })
@Distributed()
@OpensNothing()
export class Tour {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  /** YYYY-MM-DD */
  @Column({ type: 'date', nullable: true }) startDate: string | null;
  /** YYYY-MM-DD */
  @Column({ type: 'date', nullable: true }) endDate: string | null;
  @Column({ type: 'text' }) status: TourStatus;
  /** Major units of `currency`. */
  @Column({ type: 'numeric', precision: 19, scale: 4, nullable: true }) budget: string | null;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  /** The record's id in another system. */
  @Column({ type: 'text', nullable: true }) externalId: string | null;
  /** Everything that `q` searches, in its search form. It begins with the name, so sorting by it sorts by name. */
  @Column({ type: 'text' }) search: string;
  /** How often it has changed, for calendars; TypeORM counts it up in every UPDATE. */
  @VersionColumn({ type: 'integer' }) revision: number;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
