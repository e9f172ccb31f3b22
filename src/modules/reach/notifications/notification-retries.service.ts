import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId } from '../../../kernel/ids';
import { Conflict, found } from '../../../kernel/problems';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MailLimits } from '../mail-limits';
import { NotificationQueue } from './notification-queue';
import type { NotificationView } from './notifications.dto';
import { NotificationsRepository } from './notifications.repository';
import { RecipientRetriesRepository } from './recipient-retries.repository';

const NOBODY_TO_RETRY =
  'Nobody whom it did not reach can be reached now: they have no address, have unsubscribed, are not on the event any more, or may have got it.';

/** Sends notifications again to those they did not reach. */
@Injectable()
export class NotificationRetries {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly retries: RecipientRetriesRepository,
    private readonly queue: NotificationQueue,
    private readonly mailLimits: MailLimits,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Sends a notification again to those it did not reach, if it can reach them now. Who may have got it is left out.
   *
   * @throws NotFound, Conflict `nobody_to_retry`, TooManyRequests `mail_limit_reached`
   */
  retry(id: string): Promise<NotificationView> {
    return this.unitOfWork.run(async () => {
      await lockForCopying(this.unitOfWork.current);
      const notification = found(isId(id) ? await this.retries.lock(id) : null);
      const count = await this.retries.retry(id, notification, this.clock.now());
      if (count === 0) throw new Conflict('nobody_to_retry', NOBODY_TO_RETRY);
      const view = found(await this.notifications.find(id));
      if (notification.channel === 'email') await this.mailLimits.count(count);
      this.queue.retry(view, count);
      return view;
    });
  }
}
