import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found } from '../../../kernel/problems';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MailLimits } from '../mail-limits';
import { UserNames } from '../../people/users';
import { isPersonal } from './message-variables';
import { NotificationDrafts, type Draft } from './notification-drafts';
import { NotificationWorker } from './notification-worker';
import type { SendBulk, SendEmail, SendWhatsApp } from './notification-sending.dto';
import type {
  FailuresView,
  NotificationsQuery,
  NotificationView,
  RecipientsQuery,
  RecipientView,
} from './notifications.dto';
import { NotificationRecorder } from './notification.recorder';
import { NotificationsRepository } from './notifications.repository';
import { RecipientRetriesRepository } from './recipient-retries.repository';
import { RecipientsRepository } from './recipients.repository';
import { ScheduleRepository } from './schedule.repository';

const NOBODY_TO_RETRY =
  'Nobody whom it did not reach can be reached now: they have no address, have unsubscribed, are not on the event any more, or may have got it.';

/** The notifications of the organization in scope. They are sent in the background, see notification-worker.ts. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly drafts: NotificationDrafts,
    private readonly notifications: NotificationsRepository,
    private readonly recipients: RecipientsRepository,
    private readonly retries: RecipientRetriesRepository,
    private readonly schedule: ScheduleRepository,
    private readonly recorder: NotificationRecorder,
    private readonly worker: NotificationWorker,
    private readonly mailLimits: MailLimits,
    private readonly userNames: UserNames,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: NotificationsQuery): Promise<Page<NotificationView>> {
    if (query.eventId !== undefined && !isId(query.eventId)) return toPage([], 0, query);
    const { records, total } = await this.notifications.list(query);
    return toPage(await this.userNames.withCreatorNames(records), total, query);
  }

  /** @throws NotFound when the organization in scope has no such notification */
  async get(id: string): Promise<NotificationView> {
    return this.userNames.withCreatorName(found(await this.notifications.find(id)));
  }

  /** @throws NotFound when the organization in scope has no such notification */
  async listRecipients(id: string, query: RecipientsQuery): Promise<Page<RecipientView>> {
    const { rows, total } = await this.recipients.list(id, query);
    // If there are recipients the notification exists; only without any must that be checked.
    if (total === 0) await this.get(id);
    return toPage(rows, total, query);
  }

  /** Why recipients were not reached. @throws NotFound when the organization in scope has no such notification */
  async listFailures(id: string): Promise<FailuresView> {
    await this.get(id);
    return { data: await this.retries.failures(id) };
  }

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

  /**
   * Sends a notification again to those it did not reach, if it can reach them now. Who may have got it is left out.
   *
   * @throws NotFound, Conflict `nobody_to_retry`, TooManyRequests `mail_limit_reached`
   */
  retry(id: string): Promise<NotificationView> {
    return this.unitOfWork.run(async () => {
      await lockForCopying(this.unitOfWork.current);
      const notification = found(isId(id) ? await this.retries.lock(id) : null);
      const { channel } = notification;
      const count = await this.retries.retry(id, notification, this.clock.now());
      if (count === 0) throw new Conflict('nobody_to_retry', NOBODY_TO_RETRY);
      const view = await this.get(id);
      if (channel === 'email') await this.mailLimits.count(count);
      this.recorder.retried(view, count);
      this.wakeAfterCommit(view);
      return view;
    });
  }

  private wakeAfterCommit({ id, channel }: NotificationView): void {
    const key = { organizationId: currentOrganizationId(), notificationId: id };
    this.unitOfWork.current.afterCommit(() => this.worker.wake(key, channel));
  }

  private send(compose: () => Promise<Draft>): Promise<NotificationView> {
    return this.unitOfWork.run(async () => {
      await lockForCopying(this.unitOfWork.current);
      const draft = await compose();
      const { notification, chosen } = draft;
      const { id, channel } = notification;
      if (notification.sendAt !== null) return this.later(draft);
      await this.notifications.insert(notification);
      const counts = await this.recipients.insert(notification, chosen, isPersonal(notification));
      await this.notifications.count(id, counts);
      const view = await this.get(id);
      if (channel === 'email') await this.mailLimits.count(counts.total - counts.failed);
      this.recorder.created(view);
      // Nobody can be reached.
      if (view.status !== 'queued') this.recorder.completed(view);
      this.wakeAfterCommit(view);
      return view;
    });
  }

  private async later({ notification, chosen }: Draft): Promise<NotificationView> {
    await this.notifications.insert(notification, 'scheduled');
    await this.schedule.remember(notification.id, notification.channel, chosen);
    const view = await this.get(notification.id);
    this.recorder.created(view);
    return view;
  }
}
