import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import type { NotificationView } from './notifications.dto';

/** What became of a notification. */
export type CompletedNotification = Pick<NotificationView, 'id' | 'eventId' | 'status' | 'sent' | 'failed'> & {
  readonly organizationId?: string;
};

/**
 * Writes the audit records of notifications: what was sent, to how many, and by whom. They contain no addresses,
 * because an append-only log would keep those for ever.
 */
@Injectable()
export class NotificationRecorder {
  constructor(private readonly audit: AuditTrail) {}

  created(notification: NotificationView): void {
    const { channel, total, eventId, rsvp, subject, template } = notification;
    const changes = changesBetween(null, { channel, total, eventId, rsvp, subject, template });
    this.audit.record({
      action: 'notification.created',
      target: { type: 'notification', id: notification.id },
      changes,
      place: { eventId, tourId: null },
    });
  }

  /** All recipients are finished. In an unscoped unit of work it names the organization. */
  completed({ organizationId, id, eventId, status, sent, failed }: CompletedNotification): void {
    this.audit.record({
      action: 'notification.completed',
      target: { type: 'notification', id },
      changes: changesBetween({ status: 'sending', sent: 0, failed: 0 }, { status, sent, failed }),
      place: { eventId, tourId: null },
      ...(organizationId !== undefined && { organizationId }),
    });
  }

  suppressed(id: string): void {
    this.audit.record({ action: 'suppression.created', target: { type: 'suppression', id } });
  }

  suppressionLifted(id: string): void {
    this.audit.record({ action: 'suppression.deleted', target: { type: 'suppression', id } });
  }
}
