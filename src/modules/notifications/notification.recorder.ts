import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import type { NotificationView } from './notifications.dto';

/**
 * Writes the audit records of notifications: what was sent, to how many, and by whom. They contain no addresses,
 * because an append-only log would keep those for ever. The end of one is also an outgoing event.
 */
@Injectable()
export class NotificationRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

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

  /** All recipients are finished. @param organizationId named in an unscoped unit of work */
  completed(notification: NotificationView, organizationId?: string): void {
    const { id, eventId, status, sent, failed } = notification;
    const place = { eventId, tourId: null };
    this.audit.record({
      action: 'notification.completed',
      target: { type: 'notification', id },
      changes: changesBetween({ status: 'sending', sent: 0, failed: 0 }, { status, sent, failed }),
      place,
      ...(organizationId !== undefined && { organizationId }),
    });
    this.outbox.record('notification.completed', notification, { organizationId, place });
  }

  /** It is sent again to so many whom it had not reached. */
  retried({ id, eventId, failed }: NotificationView, count: number): void {
    this.audit.record({
      action: 'notification.retried',
      target: { type: 'notification', id },
      changes: changesBetween({ failed: failed + count }, { failed }),
      place: { eventId, tourId: null },
    });
  }

  suppressed(id: string): void {
    this.audit.record({ action: 'suppression.created', target: { type: 'suppression', id } });
  }

  suppressionLifted(id: string): void {
    this.audit.record({ action: 'suppression.deleted', target: { type: 'suppression', id } });
  }
}
