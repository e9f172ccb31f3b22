import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { newId } from '../../../kernel/ids';
import { Conflict, forField, ValidationFailed } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { currentPrincipal } from '../../../platform/context/request-context';
import type { Rsvp } from '../../planning/event-guests';
import { EventsService, type EventView } from '../../planning/events';
import { GuestsService } from '../../planning/guests';
import { OrganizationsService } from '../../people/organizations';
import { SettingsService } from '../../people/settings';
import type { NamedRecipients } from './chosen-recipients.repository';
import { sharedValues } from './message-variables';
import type { SendBulk, SendEmail, SendWhatsApp } from './notification-sending.dto';
import type { NewNotification } from './notifications.repository';

type Texts = Pick<SendBulk, 'channel' | 'subject' | 'body' | 'template' | 'language' | 'variables'>;

const MAX_AHEAD_MS = 366 * DAY_MS;

/** What a message takes from where it is sent. */
export type Surroundings = Pick<NewNotification, 'locale' | 'senderName' | 'replyTo' | 'sharedValues'>;

/** A notification as it was requested, after all checks. */
export interface Draft {
  readonly notification: NewNotification;
  readonly chosen: NamedRecipients;
}

/** Makes notifications from requests, with all values that they are filled with. */
@Injectable()
export class NotificationDrafts {
  constructor(
    private readonly events: EventsService,
    private readonly guests: GuestsService,
    private readonly settings: SettingsService,
    private readonly organizations: OrganizationsService,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown guest */
  email({ to, guestIds, subject, body, sendAt }: SendEmail): Promise<Draft> {
    return this.direct({ channel: 'email', subject, body }, sendAt, to, guestIds);
  }

  /** @throws Conflict `channel_not_configured`, NotFound for an unknown guest */
  whatsApp({ to, guestIds, template, language, variables, sendAt }: SendWhatsApp): Promise<Draft> {
    return this.direct({ channel: 'whatsapp', template, language, variables }, sendAt, to, guestIds);
  }

  /** @throws Conflict `channel_not_configured`, NotFound for an unknown event */
  async bulk({ eventId, rsvp: answer, sendAt, ...texts }: SendBulk): Promise<Draft> {
    this.requireConfigured(texts.channel);
    this.requireAhead(sendAt);
    const event = await forField('eventId', this.events.get(eventId));
    const rsvp = answer ?? null;
    return { notification: await this.compose(texts, event, rsvp, sendAt), chosen: { eventId: event.id, rsvp } };
  }

  /**
   * What a message takes from the settings, the organization and the event as they are now.
   *
   * @param event null for a message to addresses or guests
   */
  async surroundings(event: EventView | null): Promise<Surroundings> {
    const [organization, settings] = await Promise.all([this.organizations.current(), this.settings.get()]);
    const { name, replyTo } = settings.notificationSender;
    const { locale } = settings;
    const values = sharedValues(organization.name, event, locale);
    return { locale, senderName: name ?? organization.name, replyTo, sharedValues: values };
  }

  /** Whether messages can be sent by a channel. */
  isConfigured(channel: Texts['channel']): boolean {
    return channel !== 'whatsapp' || this.configuration.whatsapp !== null;
  }

  /** @throws Conflict `channel_not_configured` */
  requireConfigured(channel: Texts['channel']): void {
    if (!this.isConfigured(channel))
      throw new Conflict('channel_not_configured', 'The service is not set up to send WhatsApp messages.');
  }

  /** @throws ValidationFailed for a time that is past, or more than a year ahead */
  requireAhead(sendAt: Date | undefined): void {
    if (sendAt === undefined) return;
    const now = this.clock.now().getTime();
    const latest = now + MAX_AHEAD_MS;
    if (sendAt.getTime() > now && sendAt.getTime() <= latest) return;
    throw ValidationFailed.on('sendAt', 'out_of_range', 'sendAt must lie ahead, by a year at most.', {
      min: new Date(now).toISOString(),
      max: new Date(latest).toISOString(),
    });
  }

  private async direct(
    texts: Texts,
    sendAt?: Date,
    to?: readonly string[],
    guestIds?: readonly string[],
  ): Promise<Draft> {
    this.requireConfigured(texts.channel);
    this.requireAhead(sendAt);
    const chosen = guestIds === undefined ? { to: to! } : { guestIds: [...new Set(guestIds)] };
    if (guestIds !== undefined) await this.guests.requireAll(guestIds);
    return { notification: await this.compose(texts, null, null, sendAt), chosen };
  }

  private async compose(
    texts: Texts,
    event: EventView | null,
    rsvp: Rsvp | null,
    sendAt: Date | undefined,
  ): Promise<NewNotification> {
    const surroundings = await this.surroundings(event);
    const { channel, subject = null, body = null, template = null, language, variables } = texts;
    const isWhatsApp = channel === 'whatsapp';
    return {
      id: newId(),
      channel,
      eventId: event?.id ?? null,
      rsvp,
      subject,
      body,
      template,
      language: isWhatsApp ? (language ?? templateLanguage(surroundings.locale)) : null,
      variables: isWhatsApp ? (variables ?? {}) : null,
      ...surroundings,
      calendar: null,
      sendAt: sendAt ?? null,
      ruleId: null,
      createdBy: currentPrincipal().userId,
      createdAt: this.clock.now(),
    };
  }
}

/** A template's language where none is named: the locale, as the Cloud API writes it. */
export function templateLanguage(locale: string): string {
  return locale.replaceAll('-', '_');
}
