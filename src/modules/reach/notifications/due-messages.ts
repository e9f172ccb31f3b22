import { Injectable } from '@nestjs/common';
import { MailLimits } from '../mail-limits';
import type { Chosen } from './chosen-recipients.repository';
import { NotificationQueue, type Sendable } from './notification-queue';
import type { FailureReason } from './notifications.dto';
import { ScheduleRepository } from './schedule.repository';

/** Sends what nobody waits for: there is no caller whom an exhausted limit could be told. */
@Injectable()
export class DueMessages {
  constructor(
    private readonly queue: NotificationQueue,
    private readonly schedule: ScheduleRepository,
    private readonly mailLimits: MailLimits,
  ) {}

  /**
   * Adds the recipients of a notification that is stored, inside a unit of work that has locked it for copying. As many as
   * the day's limit allows get it now, the next ones on the next day; the others have failed.
   *
   * @param until when it makes no sense any more; null for never
   * @param isNew whether nobody has recorded yet that there is such a notification
   */
  async send(notification: Sendable, chosen: Chosen, until: Date | null, isNew = false): Promise<void> {
    const spread = async (emails: number) => {
      if (emails === 0) return;
      const allowed = await this.mailLimits.take(emails, until);
      if (allowed.now < emails) await this.schedule.spread(notification.id, emails, allowed);
    };
    await this.queue.add(notification, chosen, spread, isNew);
  }

  /** Gives up a notification that can't be sent any more. */
  async fail(id: string, reason: FailureReason, now: Date): Promise<void> {
    await this.schedule.fail(id, reason, now);
    await this.queue.complete(id);
  }
}
