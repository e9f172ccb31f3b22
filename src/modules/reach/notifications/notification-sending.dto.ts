import type { FieldProblem } from '../../../kernel/problems';
import { Combining, Consistent } from '../../../platform/fields/combinations';
import { Id, OneOf, Text, Timestamp } from '../../../platform/fields/fields';
import { type Rsvp, RSVPS } from '../../planning/event-guests';
import { variableProblems, type AvailableData } from './message-variables';
import { Addresses, GuestIds, Variables } from './notification-fields';
import { BODY, type Channel, CHANNELS, LANGUAGE, RSVP, SUBJECT, TEMPLATE } from './notifications.dto';

const SEND_AT = {
  presence: 'optional',
  description:
    'When to send it: up to a year ahead; at once when left out. Until then it is `scheduled`, and can be changed and ' +
    'deleted. Whom it goes to and what it says is decided when it is sent, which is within a minute of its time.',
} as const;

// For examples with addresses, where no guest has a name to fill in.
const DIRECT_SUBJECT = 'See you in Salzburg';
const DIRECT_BODY = 'Hello,\n\nWe look forward to seeing you.';
const DIRECT_VARIABLES = { '1': 'Ada', '2': 'Residenzplatz' };

class EmailTexts {
  @Text({ ...SUBJECT, example: DIRECT_SUBJECT }) subject: string;
  @Text({ ...BODY, example: DIRECT_BODY }) body: string;
  @Timestamp(SEND_AT) sendAt?: Date;
}

/** How the response to sending differs from later reads, for the OpenAPI document. */
export const ACCEPTED_EMAIL = {
  status: 'queued',
  total: 1,
  sent: 0,
  sendAt: null,
  eventId: null,
  eventName: null,
  rsvp: null,
  subject: DIRECT_SUBJECT,
  sentSubject: DIRECT_SUBJECT,
  body: DIRECT_BODY,
};
export const ACCEPTED_WHATSAPP = {
  ...ACCEPTED_EMAIL,
  channel: 'whatsapp',
  subject: null,
  sentSubject: null,
  body: null,
  template: TEMPLATE.example,
  language: LANGUAGE.example,
  variables: DIRECT_VARIABLES,
};
export const ACCEPTED_BULK = { status: 'queued', sent: 0, sendAt: null };

/** One of the two ways to name recipients. This shape and those like it are only for the OpenAPI document. */
export class EmailToAddresses extends EmailTexts {
  @Addresses('email', 'required') to: string[];
}

export class EmailToGuests extends EmailTexts {
  @GuestIds('required') guestIds: string[];
}

type AnyTexts = Partial<Pick<SendBulk, 'subject' | 'body' | 'variables'>> & { guestIds?: unknown };

/** Declares that a text, or each of several, names only variables that there are values for. */
function Fillable(field: 'subject' | 'body' | 'variables', dataOf: (message: AnyTexts) => AvailableData) {
  return Consistent<AnyTexts>([field], (message) => {
    const text = message[field] ?? '';
    const data = dataOf(message);
    if (typeof text === 'string') return variableProblems(field, text, data);
    return Object.entries(text).flatMap(([name, value]) => variableProblems(`${field}.${name}`, value, data));
  });
}

const dataOfRecipients = ({ guestIds }: AnyTexts) => ({ guest: guestIds !== undefined, event: false });
const dataOfEvent = () => ({ guest: true, event: true });

/** Both ways to name recipients, of which exactly one is used. */
@Combining(recipientProblems)
@Fillable('subject', dataOfRecipients)
@Fillable('body', dataOfRecipients)
export class SendEmail extends EmailTexts {
  @Addresses('email') to?: string[];
  @GuestIds() guestIds?: string[];
}

class WhatsAppTexts {
  @Text(TEMPLATE) template: string;
  @Text({ ...LANGUAGE, presence: 'optional' }) language?: string;
  @Variables({ example: DIRECT_VARIABLES }) variables?: Record<string, string>;
  @Timestamp(SEND_AT) sendAt?: Date;
}

export class WhatsAppToAddresses extends WhatsAppTexts {
  @Addresses('whatsapp', 'required') to: string[];
}

export class WhatsAppToGuests extends WhatsAppTexts {
  @GuestIds('required') guestIds: string[];
}

/** See {@link SendEmail}. */
@Combining(recipientProblems)
@Fillable('variables', dataOfRecipients)
export class SendWhatsApp extends WhatsAppTexts {
  @Addresses('whatsapp') to?: string[];
  @GuestIds() guestIds?: string[];
}

class ToEvent {
  @Id({ description: 'Goes to the guests of this event.' }) eventId: string;
  @OneOf(RSVPS, RSVP) rsvp?: Rsvp;
  @Timestamp(SEND_AT) sendAt?: Date;
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

/** The names of a channel's own texts; the other one's must be left out. */
const OWN_TEXTS = {
  email: { required: ['subject', 'body'], foreign: ['template', 'language', 'variables'] },
  whatsapp: { required: ['template'], foreign: ['subject', 'body'] },
} as const;

/** Both channels; the texts are those of the channel. */
@Combining(textsProblems)
@Fillable('subject', dataOfEvent)
@Fillable('body', dataOfEvent)
@Fillable('variables', dataOfEvent)
export class SendBulk extends ToEvent {
  @OneOf(CHANNELS) channel: Channel;
  @Text({ ...SUBJECT, presence: 'optional' }) subject?: string;
  @Text({ ...BODY, presence: 'optional' }) body?: string;
  @Text({ ...TEMPLATE, presence: 'optional' }) template?: string;
  @Text({ ...LANGUAGE, presence: 'optional' }) language?: string;
  @Variables() variables?: Record<string, string>;
}

/** What may be changed of a notification that is still scheduled. */
export class UpdateNotification {
  @Text({ ...SUBJECT, presence: 'optional', description: 'For e-mail alone.' }) subject?: string;
  @Text({ ...BODY, presence: 'optional' }) body?: string;
  @Timestamp({ ...SEND_AT, description: 'Up to a year ahead.' }) sendAt?: Date;
}

function recipientProblems({ to, guestIds }: { to?: string[]; guestIds?: string[] }): FieldProblem[] {
  const named = [to, guestIds].filter((way) => way !== undefined).length;
  if (named === 1) return [];
  const message = 'Exactly one of to and guestIds must be given.';
  const code = named === 0 ? 'required' : 'not_combinable';
  return ['to', 'guestIds'].map((field) => ({ field, code, message }));
}

function textsProblems(input: SendBulk): FieldProblem[] {
  const { channel } = input;
  if (!CHANNELS.includes(channel)) return [];
  const { required, foreign } = OWN_TEXTS[channel];
  return [
    ...required
      .filter((field) => input[field] === undefined)
      .map((field): FieldProblem => ({ field, code: 'required', message: `${field} is required for ${channel}.` })),
    ...foreign
      .filter((field) => input[field] !== undefined)
      .map((field): FieldProblem => ({ field, code: 'not_allowed', message: `${field} is not for ${channel}.` })),
  ];
}
