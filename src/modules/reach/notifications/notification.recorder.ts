import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { Recorder } from '../../../platform/recorders/recorder';
import { changesBetween } from '../../../platform/records/changes';
import { NOTIFICATION_RECORD } from './notification.record';
import type { NotificationRecord } from './notifications.dto';

/**
 * Writes the audit records of notifications: what was sent, to how many, and by whom. They contain no addresses,
 * because an append-only log would keep those for ever. The end of one is also an outgoing event.
 */
@Injectable()
export class NotificationRecorder {
  constructor(
    private readonly recorder: Recorder,
    private readonly audit: AuditTrail,
  ) {}

  created(notification: NotificationRecord): void {
    const { channel, total, eventId, rsvp, subject, template, sendAt } = notification;
    const changes = changesBetween(null, {
      channel,
      total,
      eventId,
      rsvp,
      subject,
      template,
      ...(sendAt && { sendAt }),
    });
    this.recorder.record(NOTIFICATION_RECORD, 'created', null, notification, { changes });
  }

  /** All recipients are finished. @param organizationId named in an unscoped unit of work */
  completed(notification: NotificationRecord, organizationId?: string): void {
    const { status, sent, failed } = notification;
    const changes = changesBetween({ status: 'sending', sent: 0, failed: 0 }, { status, sent, failed });
    this.recorder.record(NOTIFICATION_RECORD, 'completed', null, notification, { changes, organizationId });
  }

  /** It is sent again to so many whom it had not reached. */
  retried(notification: NotificationRecord, count: number): void {
    const { failed } = notification;
    const changes = changesBetween({ failed: failed + count }, { failed });
    this.recorder.record(NOTIFICATION_RECORD, 'retried', null, notification, { changes });
  }

  /** One that is sent later was changed. */
  updated(before: NotificationRecord, after: NotificationRecord): void {
    this.recorder.updated(NOTIFICATION_RECORD, before, after);
  }

  /** One that was to be sent later was deleted. */
  deleted(notification: NotificationRecord): void {
    this.recorder.deleted(NOTIFICATION_RECORD, notification);
  }

  suppressed(id: string): void {
    this.audit.record({ action: 'suppression.created', target: { type: 'suppression', id } });
  }

  suppressionLifted(id: string): void {
    this.audit.record({ action: 'suppression.deleted', target: { type: 'suppression', id } });
  }
}
