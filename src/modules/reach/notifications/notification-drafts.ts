import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { Conflict, naming } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { currentPrincipal } from '../../../platform/context/request-context';
import type { Rsvp } from '../../planning/event-guests';
import { EventsService, type EventView } from '../../planning/events';
import { GuestsService } from '../../planning/guests';
import { OrganizationsService } from '../../people/organizations';
import { SettingsService } from '../../people/settings';
import type { Chosen } from './chosen-recipients.repository';
import { sharedValues } from './message-variables';
import type { SendBulk, SendEmail, SendWhatsApp } from './notifications.dto';
import type { NewNotification } from './notifications.repository';

type Texts = Pick<SendBulk, 'channel' | 'subject' | 'body' | 'template' | 'language' | 'variables'>;

/** A notification as it was requested, after all checks. */
export interface Draft {
  readonly notification: NewNotification;
  readonly chosen: Chosen;
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
  email({ to, guestIds, subject, body }: SendEmail): Promise<Draft> {
    return this.direct({ channel: 'email', subject, body }, to, guestIds);
  }

  /** @throws Conflict `channel_not_configured`, NotFound for an unknown guest */
  whatsApp({ to, guestIds, template, language, variables }: SendWhatsApp): Promise<Draft> {
    return this.direct({ channel: 'whatsapp', template, language, variables }, to, guestIds);
  }

  /** @throws Conflict `channel_not_configured`, NotFound for an unknown event */
  async bulk({ eventId, rsvp: answer, ...texts }: SendBulk): Promise<Draft> {
    this.requireConfigured(texts.channel);
    const event = await naming('eventId', this.events.get(eventId));
    const rsvp = answer ?? null;
    return { notification: await this.fill(texts, event, rsvp), chosen: { eventId: event.id, rsvp } };
  }

  private async direct(texts: Texts, to?: readonly string[], guestIds?: readonly string[]): Promise<Draft> {
    this.requireConfigured(texts.channel);
    const chosen = guestIds === undefined ? { to: to! } : { guestIds: [...new Set(guestIds)] };
    if (guestIds !== undefined) await this.guests.requireAll(guestIds);
    return { notification: await this.fill(texts, null, null), chosen };
  }

  private requireConfigured(channel: Texts['channel']): void {
    if (channel === 'whatsapp' && this.configuration.whatsapp === null)
      throw new Conflict('channel_not_configured', 'The service is not set up to send WhatsApp messages.');
  }

  private async fill(texts: Texts, event: EventView | null, rsvp: Rsvp | null): Promise<Draft['notification']> {
    const [organization, settings] = await Promise.all([this.organizations.current(), this.settings.get()]);
    const { channel, subject = null, body = null, template = null, language, variables } = texts;
    const { name, replyTo } = settings.notificationSender;
    const isWhatsApp = channel === 'whatsapp';
    return {
      id: newId(),
      channel,
      eventId: event?.id ?? null,
      rsvp,
      subject,
      body,
      template,
      language: isWhatsApp ? (language ?? settings.locale.replaceAll('-', '_')) : null,
      variables: isWhatsApp ? (variables ?? {}) : null,
      locale: settings.locale,
      senderName: name ?? organization.name,
      replyTo,
      sharedValues: sharedValues(organization.name, event, settings.locale),
      createdBy: currentPrincipal().userId,
      createdAt: this.clock.now(),
    };
  }
}
