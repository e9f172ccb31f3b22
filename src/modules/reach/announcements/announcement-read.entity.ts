import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** That a user has read an announcement. */
@Entity({ name: 'announcement_reads' })
@OpensNothing('it counts something, or remembers that it was seen')
export class AnnouncementRead {
  @PrimaryColumn({ type: 'uuid' }) announcementId: string;
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @Column({ type: 'timestamptz', precision: 3 }) readAt: Date;
}
