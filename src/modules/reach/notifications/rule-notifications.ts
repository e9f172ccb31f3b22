import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { EventsService } from '../../planning/events';
import type { Place } from './chosen-recipients.repository';
import { DueMessages } from './due-messages';
import { NotificationDrafts, templateLanguage } from './notification-drafts';
import type { Channel } from './notifications.dto';
import { NotificationsRepository, type NewNotification } from './notifications.repository';

/** A message of a rule. */
export type RuleMessage = Pick<
  NewNotification,
  'id' | 'ruleId' | 'channel' | 'subject' | 'body' | 'template' | 'language' | 'variables' | 'calendar' | 'createdBy'
>;

/** The notifications that rules send. */
@Injectable()
export class RuleNotifications {
  constructor(
    private readonly drafts: NotificationDrafts,
    private readonly events: EventsService,
    private readonly notifications: NotificationsRepository,
    private readonly messages: DueMessages,
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
   * @param until as for {@link DueMessages.send}
   */
  async send(
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
    await this.messages.send(notification, { places }, until, true);
  }
}
