import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AnnouncementAudience } from './announcement.entity';

/** Whom an announcement is shown to: not yet, or no longer, is `nobody`. */
export type ShownTo = AnnouncementAudience | 'nobody';

/** What streams send about a change of an announcement. */
@Entity({ name: 'announcement_messages' })
export class AnnouncementMessage {
  /** In the order of the commits. */
  @PrimaryColumn({ type: 'bigint' }) position: string;
  /** It may have been deleted. */
  @Column({ type: 'uuid' }) announcementId: string;
  @Column({ type: 'text' }) audienceBefore: ShownTo;
  @Column({ type: 'text' }) audience: ShownTo;
  /** The announcement as JSON; empty when it is gone. */
  @Column({ type: 'text' }) data: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
