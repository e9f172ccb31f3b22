import { Injectable } from '@nestjs/common';
import { toPage, type Page } from '../../kernel/page';
import { found } from '../../kernel/problems';
import { currentOrganizationId } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { MailLimits } from '../mail-limits';
import { NotificationDrafts, type Draft } from './notification-drafts';
import { NotificationWorker } from './notification-worker';
import type {
  NotificationsQuery,
  NotificationView,
  RecipientsQuery,
  RecipientView,
  SendBulk,
  SendEmail,
  SendWhatsApp,
} from './notifications.dto';
import { NotificationRecorder } from './notification.recorder';
import { NotificationsRepository } from './notifications.repository';
import { RecipientsRepository } from './recipients.repository';

/** The notifications of the organization in scope. They are sent in the background, see notification-worker.ts. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly drafts: NotificationDrafts,
    private readonly notifications: NotificationsRepository,
    private readonly recipients: RecipientsRepository,
    private readonly recorder: NotificationRecorder,
    private readonly worker: NotificationWorker,
    private readonly mailLimits: MailLimits,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async list(query: NotificationsQuery): Promise<Page<NotificationView>> {
    const { views, total } = await this.notifications.list(query);
    return toPage(views, total, query);
  }

  /** @throws NotFound when the organization in scope has no such notification */
  async get(id: string): Promise<NotificationView> {
    return found(await this.notifications.find(id));
  }

  /** @throws NotFound when the organization in scope has no such notification */
  async listRecipients(id: string, query: RecipientsQuery): Promise<Page<RecipientView>> {
    const { rows, total } = await this.recipients.list(id, query);
    // If there are recipients the notification exists; only without any must that be checked.
    if (total === 0) await this.get(id);
    return toPage(rows, total, query);
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

  private send(compose: () => Promise<Draft>): Promise<NotificationView> {
    return this.unitOfWork.run(async () => {
      const { notification, chosen } = await compose();
      const { id, channel, createdAt } = notification;
      await this.notifications.insert(notification);
      const counts = await this.recipients.insert(id, channel, chosen, createdAt);
      await this.notifications.count(id, counts);
      const view = await this.get(id);
      if (channel === 'email') await this.mailLimits.count(counts.total - counts.failed);
      this.recorder.created(view);
      // Nobody can be reached.
      if (view.status !== 'queued') this.recorder.completed(view);
      const key = { organizationId: currentOrganizationId(), notificationId: id };
      this.unitOfWork.current.afterCommit(() => this.worker.wake(key, channel));
      return view;
    });
  }
}
