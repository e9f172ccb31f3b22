import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { found } from '../../../kernel/problems';
import type { Chosen } from './chosen-recipients.repository';
import { isPersonal } from './message-variables';
import { NotificationRecorder } from './notification.recorder';
import { NotificationWorker } from './notification-worker';
import type { NotificationView } from './notifications.dto';
import { NotificationsRepository, type NewNotification } from './notifications.repository';
import { RecipientsRepository } from './recipients.repository';

/** What the sending of a notification needs of it. */
export type Sendable = Pick<NewNotification, 'id' | 'channel' | 'createdAt' | 'subject' | 'body' | 'variables'>;

/**
 * Where notifications wait for the worker that sends them. Everything happens inside a unit of work that has locked them
 * for copying; the worker is woken when that is committed.
 */
@Injectable()
export class NotificationQueue {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly recipients: RecipientsRepository,
    private readonly recorder: NotificationRecorder,
    private readonly worker: NotificationWorker,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Adds the recipients of a notification that is stored.
   *
   * @param limit counts so many e-mails against the limit of the day
   * @param isNew whether nobody has recorded yet that there is such a notification
   * @throws what `limit` throws
   */
  async add(
    notification: Sendable,
    chosen: Chosen,
    limit: (emails: number) => Promise<void>,
    isNew = true,
  ): Promise<NotificationView> {
    const { id, channel } = notification;
    const counts = await this.recipients.insert(notification, chosen, isPersonal(notification));
    await this.notifications.count(id, counts);
    if (channel === 'email') await limit(counts.total - counts.failed);
    const view = found(await this.notifications.find(id));
    if (isNew) this.recorder.created(view);
    // Nobody can be reached.
    if (view.status !== 'queued') this.recorder.completed(view);
    this.wakeAfterCommit(view);
    return view;
  }

  /** Goes on with a notification, so many of whose recipients are to be tried again. */
  retry(view: NotificationView, count: number): void {
    this.recorder.retried(view, count);
    this.wakeAfterCommit(view);
  }

  /** Records that nobody waits for a notification any more, unless it was deleted. */
  async complete(id: string): Promise<void> {
    const view = await this.notifications.find(id);
    if (view !== null) this.recorder.completed(view);
  }

  private wakeAfterCommit({ id, channel }: NotificationView): void {
    const key = { organizationId: currentOrganizationId(), notificationId: id };
    this.unitOfWork.current.afterCommit(() => this.worker.wake(key, channel));
  }
}
