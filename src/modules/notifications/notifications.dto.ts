import type { Type } from '@nestjs/common';
import { refusalOf, type Presence } from '../../platform/http/field-definitions';
import {
  Custom,
  Email,
  Id,
  Integer,
  OneOf,
  Phone,
  Shown,
  Text,
  Timestamp,
  type FieldOptions,
  type Refusal,
} from '../../platform/http/fields';
import { PageQuery } from '../../platform/http/page.query';

export const CHANNELS = ['email', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The states of a notification: `queued` until the first message is begun, `sending` until every recipient is done with,
 * then `sent` when all got it, `failed` when none did, and `partly_failed` else.
 */
export const NOTIFICATION_STATUSES = ['queued', 'sending', 'sent', 'partly_failed', 'failed'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** The states of a recipient; the last two are for good. */
export const RECIPIENT_STATUSES = ['queued', 'sending', 'sent', 'failed'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

const RSVPS = ['pending', 'accepted', 'declined', 'tentative'] as const;

/** Why a recipient failed. Stable, for people and for programs. */
export const RECIPIENT_ERRORS = [
  'no_address',
  'unsubscribed',
  'rejected',
  'rate_limited',
  'unreachable',
  'outcome_unknown',
] as const;
export type RecipientError = (typeof RECIPIENT_ERRORS)[number];

const ERROR_DESCRIPTION =
  'Why it failed. `no_address`: the guest has none for this channel. `unsubscribed`: they want no more e-mail from the ' +
  'organization. `rejected`: the server refused it for good. `rate_limited`, `unreachable`: it did not get through in two ' +
  'minutes. `outcome_unknown`: the server had all of the message when its answer, or the process that waited for it, was ' +
  'lost, or its error may have come after it took the message; since nobody gets a message twice it is not sent again.';

const MOST_RECIPIENTS = 1_000;
const MOST_VARIABLES = 50;
const LONGEST_VALUE = 1_000;
const VARIABLE_NAME = /^[A-Za-z0-9_]{1,64}$/;

class OneAddress {
  @Email() email: string;
  @Phone() whatsapp: string;
}

/** A list of which every entry passes a check; one that is named twice counts once. */
function ListOfOnes(options: FieldOptions, item: object, check: (value: unknown) => Refusal | null): PropertyDecorator {
  return Custom(
    options,
    { type: 'array', items: item, minItems: 1, maxItems: MOST_RECIPIENTS } as Parameters<typeof Custom>[1],
    (value) => {
      if (!Array.isArray(value)) return { code: 'wrong_type', message: 'must be a list of strings.' };
      if (value.length < 1 || value.length > MOST_RECIPIENTS)
        return { code: 'out_of_range', message: `must have 1 to ${MOST_RECIPIENTS} entries.` };
      for (const [index, entry] of value.entries()) {
        const refusal = check(entry);
        if (refusal !== null) return { ...refusal, message: `must have at ${index} a value that ${refusal.message}` };
      }
      return null;
    },
    (value) =>
      Array.isArray(value) ? value.map((entry) => (typeof entry === 'string' ? entry.trim() : entry)) : value,
  );
}

/** Addresses of a channel; two that differ only in case are one. */
function Addresses(channel: Channel, presence: Presence = 'optional'): PropertyDecorator {
  const example = [channel === 'email' ? 'ada@example.com' : '+4930123456'];
  const description = 'Who is named twice, whatever the case, is one recipient.';
  return ListOfOnes({ presence, description, example }, { type: 'string' }, (value) =>
    refusalOf(OneAddress as Type, channel, value),
  );
}

function GuestIds(presence: Presence = 'optional'): PropertyDecorator {
  const description =
    'Guests who share an address are one recipient: the first of them. A guest without an address for ' +
    'the channel counts as failed.';
  return ListOfOnes(
    { presence, description, example: ['019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607'] },
    { type: 'string' },
    (value) => (typeof value === 'string' ? null : { code: 'wrong_type', message: 'is a string.' }),
  );
}

/** Values of a template's places, by name. */
function Variables(options: FieldOptions = {}): PropertyDecorator {
  return Custom(
    {
      presence: 'optional',
      description:
        "The values of the template's places: by number (`1`, `2`, ... without a gap) or by name, as the template was " +
        'approved. They may hold variables of their own, see above. One that is empty in the end is sent as `-`, since ' +
        'WhatsApp refuses empty ones.',
      example: { '1': '{{guest.name}}', '2': 'Residenzplatz' },
      ...options,
    },
    { type: 'object', additionalProperties: { type: 'string', maxLength: LONGEST_VALUE } },
    refusalOfVariables,
  );
}

function refusalOfVariables(value: unknown): Refusal | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { code: 'wrong_type', message: 'must be an object.' };
  const entries = Object.entries(value);
  if (entries.length > MOST_VARIABLES)
    return { code: 'out_of_range', message: `must have at most ${MOST_VARIABLES} fields.` };
  if (entries.some(([name]) => !VARIABLE_NAME.test(name)))
    return { code: 'invalid_format', message: 'must have names of 1 to 64 letters, digits and underscores.' };
  if (entries.some(([, text]) => typeof text !== 'string'))
    return { code: 'wrong_type', message: 'must have values that are strings.' };
  if (entries.some(([, text]) => (text as string).length > LONGEST_VALUE))
    return { code: 'too_long', message: `must have values of at most ${LONGEST_VALUE} characters.` };
  const numbers = entries.filter(([name]) => /^\d+$/.test(name)).length;
  if (numbers === 0) return null;
  if (numbers < entries.length)
    return { code: 'invalid_format', message: 'must have either numbers or names, not both.' };
  return entries.every((_entry, index) => Object.hasOwn(value, String(index + 1)))
    ? null
    : { code: 'invalid_format', message: `must have the numbers from 1 to ${numbers}, without a gap.` };
}

const SUBJECT = { min: 1, max: 200, example: 'See you in Salzburg, {{guest.name}}' };
const BODY = {
  min: 1,
  max: 20_000,
  lines: true,
  description: 'Plain text. An empty line begins a paragraph, and web addresses can be clicked.',
  example: 'Hello {{guest.name}},\n\nwe look forward to seeing you.',
} as const;
const TEMPLATE = { min: 1, max: 512, description: 'The name of an approved template.', example: 'event_reminder' };
const LANGUAGE = {
  min: 2,
  max: 20,
  description: "Of the template, as it was approved. The organization's locale when left out.",
  example: 'en_US',
};
const RSVP = {
  presence: 'optional',
  description: 'Only guests who answered so; all when left out.',
  example: 'accepted',
} as const;

// Examples that go to addresses: there is no guest to take a name from.
const DIRECT_SUBJECT = 'See you in Salzburg';
const DIRECT_BODY = 'Hello,\n\nwe look forward to seeing you.';
const DIRECT_VARIABLES = { '1': 'Ada', '2': 'Residenzplatz' };

class EmailTexts {
  @Text({ ...SUBJECT, example: DIRECT_SUBJECT }) subject: string;
  @Text({ ...BODY, example: DIRECT_BODY }) body: string;
}

/** How the answer to one who sends differs from what is read later, for the OpenAPI document. */
export const ACCEPTED_EMAIL = {
  status: 'queued',
  total: 1,
  sent: 0,
  eventId: null,
  rsvp: null,
  subject: DIRECT_SUBJECT,
  body: DIRECT_BODY,
};
export const ACCEPTED_WHATSAPP = {
  ...ACCEPTED_EMAIL,
  channel: 'whatsapp',
  subject: null,
  body: null,
  template: TEMPLATE.example,
  language: LANGUAGE.example,
  variables: DIRECT_VARIABLES,
};
export const ACCEPTED_BULK = { status: 'queued', sent: 0 };

/** One of the two ways to name recipients, for the OpenAPI document; the other shapes like it are too. */
export class EmailToAddresses extends EmailTexts {
  @Addresses('email', 'required') to: string[];
}

export class EmailToGuests extends EmailTexts {
  @GuestIds('required') guestIds: string[];
}

/** Either way: which one it is is for the rules to find out. */
export class SendEmail extends EmailTexts {
  @Addresses('email') to?: string[];
  @GuestIds() guestIds?: string[];
}

class WhatsAppTexts {
  @Text(TEMPLATE) template: string;
  @Text({ ...LANGUAGE, presence: 'optional' }) language?: string;
  @Variables({ example: DIRECT_VARIABLES }) variables?: Record<string, string>;
}

export class WhatsAppToAddresses extends WhatsAppTexts {
  @Addresses('whatsapp', 'required') to: string[];
}

export class WhatsAppToGuests extends WhatsAppTexts {
  @GuestIds('required') guestIds: string[];
}

export class SendWhatsApp extends WhatsAppTexts {
  @Addresses('whatsapp') to?: string[];
  @GuestIds() guestIds?: string[];
}

class ToEvent {
  @Id({ description: 'Goes to the guests of this event.' }) eventId: string;
  @OneOf(RSVPS, RSVP) rsvp?: (typeof RSVPS)[number];
}

export class BulkEmail extends ToEvent {
  @OneOf(['email']) channel: 'email';
  @Text(SUBJECT) subject: string;
  @Text(BODY) body: string;
}

export class BulkWhatsApp extends ToEvent {
  @OneOf(['whatsapp']) channel: 'whatsapp';
  @Text(TEMPLATE) template: string;
  @Text({ ...LANGUAGE, presence: 'optional' }) language?: string;
  @Variables() variables?: Record<string, string>;
}

/** Either channel: which texts it takes is for the rules to find out. */
export class SendBulk extends ToEvent {
  @OneOf(CHANNELS) channel: Channel;
  @Text({ ...SUBJECT, presence: 'optional' }) subject?: string;
  @Text({ ...BODY, presence: 'optional' }) body?: string;
  @Text({ ...TEMPLATE, presence: 'optional' }) template?: string;
  @Text({ ...LANGUAGE, presence: 'optional' }) language?: string;
  @Variables() variables?: Record<string, string>;
}

export class NotificationsQuery extends PageQuery {
  @OneOf(CHANNELS, { presence: 'optional' }) channel?: Channel;
  @OneOf(NOTIFICATION_STATUSES, { presence: 'optional', example: 'sent' }) status?: NotificationStatus;
}

export class RecipientsQuery extends PageQuery {
  @OneOf(RECIPIENT_STATUSES, { presence: 'optional', example: 'failed' }) status?: RecipientStatus;
}

const COUNT = { least: 0, most: 2_147_483_647 };

/** A notification as the API shows it. */
export class NotificationView {
  @Id() readonly id: string;
  @OneOf(CHANNELS) readonly channel: Channel;
  @OneOf(NOTIFICATION_STATUSES, {
    description:
      '`queued` until the first message is begun, `sending` until every recipient is done with, then `sent` when all got ' +
      'it, `failed` when none did, and `partly_failed` else.',
    example: 'sent',
  })
  readonly status: NotificationStatus;
  @Integer({ ...COUNT, description: 'Recipients. In the end it is `sent` and `failed` together.', example: 2 })
  readonly total: number;
  @Integer({ ...COUNT, example: 2 }) readonly sent: number;
  @Integer({ ...COUNT, example: 0 }) readonly failed: number;
  @Id({ presence: 'nullable', description: 'The event to whose guests it goes.' }) readonly eventId: string | null;
  @OneOf(RSVPS, { presence: 'nullable', example: 'accepted' }) readonly rsvp: string | null;
  @Text({ ...SUBJECT, presence: 'nullable', description: 'As it was written; null for WhatsApp.' })
  readonly subject: string | null;
  @Text({ ...BODY, presence: 'nullable', description: 'As it was written; null for WhatsApp.' })
  readonly body: string | null;
  @Text({ ...TEMPLATE, presence: 'nullable', description: 'Its name; null for e-mail.', example: null })
  readonly template: string | null;
  @Text({ ...LANGUAGE, presence: 'nullable', description: "The template's; null for e-mail.", example: null })
  readonly language: string | null;
  @Variables({ presence: 'nullable', description: 'As they were written; null for e-mail.', example: null })
  readonly variables: Record<string, string> | null;
  @Id({ description: 'The user who sent it.' }) readonly createdBy: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A recipient as the API shows it. */
export class RecipientView {
  @Id() readonly id: string;
  @Text({ max: 254, presence: 'nullable', description: 'E-mail address or phone number.', example: 'ada@example.com' })
  readonly address: string | null;
  @Id({ presence: 'nullable' }) readonly guestId: string | null;
  @OneOf(RECIPIENT_STATUSES, { example: 'sent' }) readonly status: RecipientStatus;
  @Shown({
    type: 'string',
    enum: [...RECIPIENT_ERRORS],
    nullable: true,
    description: `${ERROR_DESCRIPTION} While it waits to be tried again it says what kept it back.`,
    example: null,
  })
  readonly error: RecipientError | null;
  @Text({
    max: 200,
    presence: 'nullable',
    description: "The server's codes, such as `EENVELOPE at RCPT TO: 550 5.1.1`.",
    example: null,
  })
  readonly detail: string | null;
  @Timestamp({ presence: 'nullable', description: 'When the server took it.' }) readonly sentAt: string | null;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
