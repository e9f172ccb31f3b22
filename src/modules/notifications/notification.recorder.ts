import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, placeOf } from '../../platform/audit/audit-trail';
import type { NotificationView } from './notifications.dto';

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
      place: placeOf('notification', notification),
    });
  }

  suppressed(id: string): void {
    this.audit.record({ action: 'suppression.created', target: { type: 'suppression', id } });
  }

  suppressionLifted(id: string): void {
    this.audit.record({ action: 'suppression.deleted', target: { type: 'suppression', id } });
  }
}
