import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UserNames } from '../../people/users';
import { MailLimits } from '../mail-limits';
import { EventsService } from '../../planning/events';
import type { Chosen, Place } from './chosen-recipients.repository';
import { isPersonal } from './message-variables';
import { NotificationDrafts, templateLanguage } from './notification-drafts';
import type { Channel } from './notifications.dto';
import { NotificationRecorder } from './notification.recorder';
import { NotificationWorker } from './notification-worker';
import { NotificationsRepository, type NewNotification } from './notifications.repository';
import { RecipientsRepository } from './recipients.repository';
import { ScheduleRepository } from './schedule.repository';

/** What the sending of a notification needs of it. */
export type Sendable = Pick<NewNotification, 'id' | 'channel' | 'createdAt' | 'subject' | 'body' | 'variables'>;

/** A message of a rule. */
export type RuleMessage = Pick<
  NewNotification,
  'id' | 'ruleId' | 'channel' | 'subject' | 'body' | 'template' | 'language' | 'variables' | 'calendar' | 'createdBy'
>;

/** Sends what nobody waits for: there is no caller whom an exhausted limit could be told. */
@Injectable()
export class DueMessages {
  constructor(
    private readonly drafts: NotificationDrafts,
    private readonly events: EventsService,
    private readonly notifications: NotificationsRepository,
    private readonly recipients: RecipientsRepository,
    private readonly schedule: ScheduleRepository,
    private readonly recorder: NotificationRecorder,
    private readonly worker: NotificationWorker,
    private readonly mailLimits: MailLimits,
    private readonly userNames: UserNames,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Conflict `channel_not_configured` */
  requireConfigured(channel: Channel): void {
    this.drafts.requireConfigured(channel);
  }

  /**
   * Sends a rule's message to guests of an event, inside a unit of work that is locked for copying.
   *
   * @param places of the guests, in batches
   * @param until as for {@link send}
   */
  async sendByRule(
    message: RuleMessage,
    eventId: string,
    places: AsyncIterable<readonly Place[]>,
    until: Date | null,
  ): Promise<void> {
    const surroundings = await this.drafts.surroundings(await this.events.get(eventId));
    const isWhatsApp = message.channel === 'whatsapp';
    const notification: NewNotification = {
      ...message,
      ...surroundings,
      language: isWhatsApp ? (message.language ?? templateLanguage(surroundings.locale)) : null,
      variables: isWhatsApp ? (message.variables ?? {}) : null,
      eventId,
      rsvp: null,
      sendAt: null,
      createdAt: this.clock.now(),
    };
    await this.notifications.insert(notification);
    await this.send(notification, { places }, until, true);
  }

  /**
   * Adds the recipients of a notification that is stored, inside a unit of work that has locked it for copying. As many as
   * the day's limit allows get it now, the next ones on the next day; the others have failed.
   *
   * @param until when it makes no sense any more; null for never
   * @param isNew whether nobody has recorded yet that there is such a notification
   */
  async send(notification: Sendable, chosen: Chosen, until: Date | null, isNew = false): Promise<void> {
    const { id, channel } = notification;
    const counts = await this.recipients.insert(notification, chosen, isPersonal(notification));
    await this.notifications.count(id, counts);
    const waiting = counts.total - counts.failed;
    if (channel === 'email' && waiting > 0) {
      const allowed = await this.mailLimits.take(waiting, until);
      if (allowed.now < waiting) await this.schedule.spread(id, waiting, allowed);
    }
    const record = await this.userNames.withCreatorName((await this.notifications.find(id))!);
    if (isNew) this.recorder.created(record);
    // Nobody can be reached.
    if (record.status !== 'queued') this.recorder.completed(record);
    const key = { organizationId: currentOrganizationId(), notificationId: id };
    this.unitOfWork.current.afterCommit(() => this.worker.wake(key, channel));
  }
}
