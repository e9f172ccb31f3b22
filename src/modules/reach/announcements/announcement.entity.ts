import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';
import { enumeration } from '../../../kernel/enumeration';

export const ANNOUNCEMENT_LEVELS = enumeration('AnnouncementLevel', ['info', 'warning', 'critical']);
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number];

/** `admins` are those whose role in any organization is named Admin; Super Admins see all. */
export const ANNOUNCEMENT_AUDIENCES = enumeration('AnnouncementAudience', ['admins', 'everyone']);
export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number];

const OVER = 'expires_at <= $1 AND withdrawn';

/** A notice of the platform to the people in all organizations. */
@Entity({ name: 'announcements' })
@KeptFor(
  'forget-announcements',
  {
    table: 'announcement_reads',
    condition: `announcement_id IN (SELECT id FROM announcements WHERE ${OVER})`,
    keptMs: 30 * DAY_MS,
  },
  { table: 'announcements', condition: OVER, keptMs: 30 * DAY_MS },
)
export class Announcement {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'text' }) body: string;
  @Column({ type: 'text' }) level: AnnouncementLevel;
  @Column({ type: 'text' }) audience: AnnouncementAudience;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) expiresAt: Date | null;
  /** Whether its expiry has been published on streams. */
  @Column({ type: 'boolean' }) withdrawn: boolean;
  @Column({ type: 'uuid' }) publishedBy: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
