import { Inject, Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { found } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { EventsService } from '../../planning/events';
import { MessageAudienceRepository, type Addressee } from './message-audience.repository';
import type { Audience, AudienceQuery, ChannelAudience, MessagePreview, PreviewMessage } from './message-previews.dto';
import { MessageTexts } from './message-texts';
import { NotificationDrafts } from './notification-drafts';
import { CHANNELS, type Channel } from './notifications.dto';

/** Shows what would be sent, and to how many, before it is. It writes nothing. */
@Injectable()
export class MessagePreviews {
  constructor(
    private readonly drafts: NotificationDrafts,
    private readonly audiences: MessageAudienceRepository,
    private readonly texts: MessageTexts,
    private readonly events: EventsService,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** @throws as {@link NotificationDrafts.bulk}; NotFound for a guest whom the message would not go to */
  async preview({ guestId, ...message }: PreviewMessage): Promise<MessagePreview> {
    const { notification } = await this.drafts.bulk(message);
    const { channel, subject, body, variables, senderName, sharedValues, eventId, rsvp } = notification;
    const addressee = await this.addressee(channel, eventId!, rsvp, guestId);
    const recipient = {
      organizationId: currentOrganizationId(),
      eventGuestId: addressee?.eventGuestId ?? null,
      ownValues: addressee?.ownValues ?? null,
      sharedValues,
    };
    const filled = (text: string) => this.texts.filled(text, recipient);
    return {
      guestId: addressee?.guestId ?? null,
      guestName: addressee?.name ?? null,
      address: addressee?.address ?? null,
      error: addressee === null ? null : obstacleOf(addressee),
      senderName: senderName!,
      subject: subject && filled(subject),
      body: body && filled(body),
      variables: variables && Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, filled(text)])),
    };
  }

  /** @throws NotFound for an unknown event */
  async audience({ eventId, rsvp }: AudienceQuery): Promise<Audience> {
    const { id } = await this.events.get(eventId);
    const rows = await Promise.all(
      CHANNELS.map(async (channel) => ({ channel, ...(await this.audiences.count(channel, id, rsvp ?? null)) })),
    );
    const channels = rows.map(({ channel, reachable, reachableGuests, noAddress, unsubscribed }): ChannelAudience => ({
      channel,
      configured: channel === 'email' || this.configuration.whatsapp !== null,
      reachable,
      reachableGuests,
      noAddress,
      unsubscribed,
    }));
    return { guests: rows[0]!.guests, channels };
  }

  private async addressee(
    channel: Channel,
    eventId: string,
    rsvp: string | null,
    guestId: string | undefined,
  ): Promise<Addressee | null> {
    if (guestId === undefined) return this.audiences.addressee(channel, eventId, rsvp, null);
    return found(isId(guestId) ? await this.audiences.addressee(channel, eventId, rsvp, guestId) : null, 'guestId');
  }
}

function obstacleOf({ address, suppressed }: Addressee): MessagePreview['error'] {
  if (address === null) return 'no_address';
  return suppressed ? 'unsubscribed' : null;
}
