import { enumeration } from '../../../kernel/enumeration';
import { enumSchema } from '../../../platform/fields/field-definitions';
import { Flag, Id, Integer, ListOf, OneOf, Shown, Text } from '../../../platform/fields/fields';
import { type Rsvp, RSVPS } from '../../planning/event-guests';
import { Variables } from './notification-fields';
import { BulkEmail, BulkWhatsApp, SendBulk } from './notification-sending.dto';
import { BODY, type Channel, CHANNELS, COUNT, RSVP, SUBJECT } from './notifications.dto';

const GUEST = {
  presence: 'optional',
  description: 'One of the guests that the message would go to; one whom it would reach when left out.',
} as const;

export class PreviewEmail extends BulkEmail {
  @Id(GUEST) guestId?: string;
}

export class PreviewWhatsApp extends BulkWhatsApp {
  @Id(GUEST) guestId?: string;
}

/** Both channels; the texts are those of the channel, as for {@link SendBulk}. */
export class PreviewMessage extends SendBulk {
  @Id(GUEST) guestId?: string;
}

/** Why a guest would not get a message. */
const OBSTACLES = enumeration('RecipientObstacle', ['no_address', 'unsubscribed']);

/** A message as one guest would get it. */
export class MessagePreview {
  @Id({ presence: 'nullable', description: 'Null when there is nobody whom the message would go to.' })
  readonly guestId: string | null;
  @Text({ max: 200, presence: 'nullable', example: 'Ada Lovelace' }) readonly guestName: string | null;
  @Text({ max: 254, presence: 'nullable', description: 'E-mail address or phone number.', example: 'ada@example.com' })
  readonly address: string | null;
  @Shown({
    ...enumSchema(OBSTACLES),
    nullable: true,
    description: 'Why this guest would not get it; null when nothing is known to stand in the way.',
    example: null,
  })
  readonly error: (typeof OBSTACLES)[number] | null;
  @Text({ max: 200, description: 'Whom the message is from.', example: 'Alpine Tours' }) readonly senderName: string;
  @Text({ ...SUBJECT, presence: 'nullable', description: 'Filled in; null for WhatsApp.', example: 'See you, Ada' })
  readonly subject: string | null;
  @Text({ ...BODY, presence: 'nullable', description: 'Filled in; null for WhatsApp.', example: 'Hello Ada' })
  readonly body: string | null;
  @Variables({ presence: 'nullable', description: 'Filled in; null for e-mail.', example: null })
  readonly variables: Record<string, string> | null;
}

export class AudienceQuery {
  @Id({ description: 'The event whose guests are counted.' }) eventId: string;
  @OneOf(RSVPS, RSVP) rsvp?: Rsvp;
}

/** Whom a message by one channel would reach. */
export class ChannelAudience {
  @OneOf(CHANNELS) readonly channel: Channel;
  @Flag({ description: 'Whether the service is set up to send by this channel.' }) readonly configured: boolean;
  @Integer({ ...COUNT, description: 'Recipients that it would be sent to, each address once.', example: 112 })
  readonly reachable: number;
  @Integer({
    ...COUNT,
    description: 'Recipients of a text that has a variable of the guest: each guest gets their own.',
    example: 115,
  })
  readonly reachableGuests: number;
  @Integer({ ...COUNT, description: 'Guests who have no address for the channel.', example: 5 })
  readonly noAddress: number;
  @Integer({ ...COUNT, description: 'Addresses that want no more e-mail from the organization.', example: 3 })
  readonly unsubscribed: number;
}

/** Whom a message to the guests of an event would reach. */
export class Audience {
  @Integer({ ...COUNT, description: 'Guests of the event who gave the answer.', example: 121 }) readonly guests: number;
  @ListOf(() => ChannelAudience, { description: 'One for each channel.' }) readonly channels: ChannelAudience[];
}
