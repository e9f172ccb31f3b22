import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { ANNOUNCEMENT_RECORD } from './announcement.record';
import type { Announcement } from './announcement.entity';
import { AnnouncementMessages } from './announcement-messages';
import type { AnnouncementView } from './announcements.dto';

/**
 * Records changes of announcements: each has a record in the platform's audit log and a message to streams. Called
 * inside the caller's unscoped unit of work.
 */
@Injectable()
export class AnnouncementRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly messages: AnnouncementMessages,
  ) {}

  published(announcement: AnnouncementView): void {
    this.record('announcement.published', null, announcement, announcement.id);
    this.messages.shown('nobody', announcement);
  }

  updated(before: AnnouncementView, after: AnnouncementView): void {
    this.record('announcement.updated', before, after, after.id);
    this.messages.shown(before.audience, after);
  }

  removed(announcement: AnnouncementView): void {
    this.record('announcement.removed', announcement, null, announcement.id);
    this.messages.removed(announcement.id, announcement.audience);
  }

  /** No audit record: the expiry was known when the announcement was published. */
  expired({ id, audience }: Pick<Announcement, 'id' | 'audience'>): void {
    this.messages.removed(id, audience);
  }

  /** In the log of the organization of the reader's session. */
  read(id: string, readAt: Date, organizationId: string): void {
    this.audit.record({
      action: 'announcement.read',
      target: { type: 'announcement', id },
      changes: { readAt: { before: null, after: readAt.toISOString() } },
      organizationId,
    });
  }

  /** Without `readAt`, which belongs to the reader and not to the announcement. */
  private record(action: string, before: AnnouncementView | null, after: AnnouncementView | null, id: string): void {
    const changes = ANNOUNCEMENT_RECORD.auditedBetween(before, after);
    this.audit.record({ action, target: { type: 'announcement', id }, changes, organizationId: null });
  }
}
