import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

export const CONFLICT_KINDS = enumeration('ConflictKind', [
  'vehicle',
  'driver',
  'team_member',
  'guest',
  'outside_tour',
  'over_capacity',
]);
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** That somebody knows of a conflict. The conflict itself is stored nowhere: it follows from what is planned. */
@Entity({ name: 'conflict_acknowledgements' })
@Distributed('events')
@OpensNothing()
export class ConflictAcknowledgement {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) kind: ConflictKind;
  @Column({ type: 'uuid' }) subjectId: string;
  /** The smaller one of the two ids. */
  @Column({ type: 'uuid' }) firstEventId: string;
  /** Of a conflict of one event, the same one. */
  @Column({ type: 'uuid' }) secondEventId: string;
  @Column({ type: 'text', nullable: true }) note: string | null;
  /** The user who knows. */
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
