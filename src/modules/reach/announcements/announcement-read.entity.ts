import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That a user has read an announcement. */
@Entity({ name: 'announcement_reads' })
export class AnnouncementRead {
  @PrimaryColumn({ type: 'uuid' }) announcementId: string;
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @Column({ type: 'timestamptz', precision: 3 }) readAt: Date;
}
