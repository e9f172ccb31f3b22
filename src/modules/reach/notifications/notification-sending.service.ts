import { Injectable } from '@nestjs/common';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MailLimits } from '../mail-limits';
import { NotificationDrafts, type Draft } from './notification-drafts';
import { NotificationQueue } from './notification-queue';
import type { SendBulk, SendEmail, SendWhatsApp } from './notification-sending.dto';
import type { NotificationView } from './notifications.dto';
import { NotificationsRepository } from './notifications.repository';
import { ScheduledNotificationsService } from './scheduled-notifications.service';

/** Sends the notifications that somebody writes, now or later. They go out in the background, see notification-worker.ts. */
@Injectable()
export class NotificationSending {
  constructor(
    private readonly drafts: NotificationDrafts,
    private readonly notifications: NotificationsRepository,
    private readonly queue: NotificationQueue,
    private readonly scheduled: ScheduledNotificationsService,
    private readonly mailLimits: MailLimits,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws NotFound and ValidationFailed as {@link NotificationDrafts.email}, TooManyRequests `mail_limit_reached` */
  sendEmail(input: SendEmail): Promise<NotificationView> {
    return this.send(() => this.drafts.email(input));
  }

  /** @throws NotFound, ValidationFailed and Conflict as {@link NotificationDrafts.whatsApp} */
  sendWhatsApp(input: SendWhatsApp): Promise<NotificationView> {
    return this.send(() => this.drafts.whatsApp(input));
  }

  /** @throws as {@link NotificationDrafts.bulk}; TooManyRequests `mail_limit_reached` */
  sendBulk(input: SendBulk): Promise<NotificationView> {
    return this.send(() => this.drafts.bulk(input));
  }

  private send(compose: () => Promise<Draft>): Promise<NotificationView> {
    return this.unitOfWork.run(async () => {
      await lockForCopying(this.unitOfWork.current);
      const draft = await compose();
      const { notification, chosen } = draft;
      if (notification.sendAt !== null) return this.scheduled.add(draft);
      await this.notifications.insert(notification);
      return this.queue.add(notification, chosen, (emails) => this.mailLimits.count(emails));
    });
  }
}
