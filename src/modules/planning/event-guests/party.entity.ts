import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import { Personal } from '../../../platform/records/personal-column';

/** Guests of an event who come together: a family, a delegation. Who is in it stands with each guest of the event. */
@Entity({ name: 'parties' })
@Distributed('events')
@OpensNothing()
export class Party {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) eventId: string;
  /** Often that of a family. */
  @Personal('record') @Column({ type: 'text' }) name: string;
  /** The form in which the name is sorted, and compared. */
  @Personal('record') @Column({ type: 'text' }) nameKey: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
