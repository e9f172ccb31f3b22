import { enumeration } from '../../../kernel/enumeration';
import { enumSchema } from '../../../platform/fields/field-definitions';
import {
  CreatedByName,
  Id,
  Integer,
  ListOf,
  OneOf,
  Shown,
  SomeOf,
  Text,
  Timestamp,
} from '../../../platform/fields/fields';
import { PageQuery } from '../../../platform/fields/page.query';
import { RSVPS } from '../../planning/event-guests';
import { Variables } from './notification-fields';

export const CHANNELS = enumeration('NotificationChannel', ['email', 'whatsapp']);
export type Channel = (typeof CHANNELS)[number];

/**
 * The states of a notification: `scheduled` until its time has come, `queued` until the first message is begun, `sending` until every recipient is finished,
 * then `sent` if all got it, `failed` if none did, and `partly_failed` otherwise.
 */
const NOTIFICATION_STATUSES = enumeration('NotificationStatus', [
  'scheduled',
  'queued',
  'sending',
  'sent',
  'partly_failed',
  'failed',
]);
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** The states of a recipient; the last three are final. Whoever is skipped counts in no total. */
const RECIPIENT_STATUSES = enumeration('RecipientStatus', ['queued', 'sending', 'sent', 'failed', 'skipped']);
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** Why a recipient failed or was skipped. Stable, for people and for programs. */
const RECIPIENT_ERRORS = enumeration('RecipientError', [
  'no_address',
  'unsubscribed',
  'rejected',
  'rate_limited',
  'unreachable',
  'outcome_unknown',
  'duplicate_address',
  'mail_limit_reached',
]);
export type RecipientError = (typeof RECIPIENT_ERRORS)[number];

/** Why a notification was not sent, or not to all. Stable, for people and for programs. */
const FAILURE_REASONS = enumeration('NotificationFailureReason', [
  'missed',
  'event_deleted',
  'channel_not_configured',
  'mail_limit_reached',
]);
export type FailureReason = (typeof FAILURE_REASONS)[number];

const ERROR_DESCRIPTION =
  'Why it failed. `no_address`: the guest has none for this channel. `unsubscribed`: they want no more e-mail from the ' +
  'organization. `rejected`: the server refused it for good. `unreachable`: it did not get through in two minutes. ' +
  '`rate_limited`: the provider asked to wait for a whole day. `duplicate_address`: skipped, because another recipient has ' +
  'the address and the text is the same for both. `mail_limit_reached`: the organization could not send e-mail to so many ' +
  'on that day, nor on the next. `outcome_unknown`: the server had received the whole message when its response, or the process that waited ' +
  'for it, was lost, or a gateway in between lost the response; since nobody gets a message twice, it is not sent again.';

export const SUBJECT = { min: 1, max: 200, example: 'See you in Salzburg, {{guest.name}}' };
export const BODY = {
  min: 1,
  max: 20_000,
  lines: true,
  description: 'Plain text. An empty line begins a paragraph, and web addresses can be clicked.',
  example: 'Hello {{guest.name}},\n\nWe look forward to seeing you.',
} as const;
export const TEMPLATE = {
  min: 1,
  max: 512,
  description: 'The name of an approved template.',
  example: 'event_reminder',
};
export const LANGUAGE = {
  min: 2,
  max: 20,
  description: "The template's language, as it was approved: by default the organization's locale.",
  example: 'en_US',
};
export const RSVP = {
  presence: 'optional',
  description:
    'Only guests who gave this answer; all when left out. `pending` leaves out who waits for a place: they have answered.',
  example: 'accepted',
} as const;

export class NotificationsQuery extends PageQuery {
  @Id({ presence: 'optional', description: 'Only what went to the guests of this event.' }) eventId?: string;
  @SomeOf(CHANNELS) channel?: Channel[];
  @SomeOf(NOTIFICATION_STATUSES, { example: ['sent'] }) status?: NotificationStatus[];
}

export class RecipientsQuery extends PageQuery {
  @SomeOf(RECIPIENT_STATUSES, { example: ['failed'] }) status?: RecipientStatus[];
  @SomeOf(RECIPIENT_ERRORS, { example: ['rejected'] }) error?: RecipientError[];
}

export const COUNT = { min: 0, max: 2_147_483_647 };

/** A notification as the API shows it. */
export class NotificationView {
  @Id() readonly id: string;
  @OneOf(CHANNELS) readonly channel: Channel;
  @OneOf(NOTIFICATION_STATUSES, {
    description:
      '`scheduled` until its time has come, `queued` until the first message is begun, `sending` until every recipient is done, then `sent` if all got it, ' +
      '`failed` if none did, and `partly_failed` otherwise.',
    example: 'sent',
  })
  readonly status: NotificationStatus;
  @Integer({
    ...COUNT,
    description: 'The number of recipients without those skipped. In the end, it is the sum of `sent` and `failed`.',
    example: 2,
  })
  readonly total: number;
  @Integer({ ...COUNT, example: 2 }) readonly sent: number;
  @Integer({ ...COUNT, example: 0 }) readonly failed: number;
  @Id({ presence: 'nullable', description: 'The event whose guests it goes to.' }) readonly eventId: string | null;
  @Text({
    max: 200,
    presence: 'nullable',
    description: 'As the event is called now; null when it was deleted.',
    example: 'Salzburg: open-air concert',
  })
  readonly eventName: string | null;
  @OneOf(RSVPS, { presence: 'nullable', example: 'accepted' }) readonly rsvp: string | null;
  @Text({ ...SUBJECT, presence: 'nullable', description: 'As it was written; null for WhatsApp.' })
  readonly subject: string | null;
  @Text({
    max: 2_000,
    presence: 'nullable',
    description:
      'The subject with the values that all recipients share; variables of the guest stay. Null for WhatsApp.',
    example: 'See you in Salzburg, {{guest.name}}',
  })
  readonly sentSubject: string | null;
  @Text({ ...BODY, presence: 'nullable', description: 'As it was written; null for WhatsApp.' })
  readonly body: string | null;
  @Text({ ...TEMPLATE, presence: 'nullable', description: 'Its name; null for e-mail.', example: null })
  readonly template: string | null;
  @Text({ ...LANGUAGE, presence: 'nullable', description: "The template's; null for e-mail.", example: null })
  readonly language: string | null;
  @Variables({ presence: 'nullable', description: 'As they were written; null for e-mail.', example: null })
  readonly variables: Record<string, string> | null;
  @Timestamp({ presence: 'nullable', description: 'When it is or was to be sent; null for at once.', example: null })
  readonly sendAt: string | null;
  @Shown({
    ...enumSchema(FAILURE_REASONS),
    nullable: true,
    description:
      'Why it was not sent, or not to all. `missed`: the service was down, and its time was more than 24 hours ago. ' +
      '`event_deleted`, `channel_not_configured`: so it was when its time had come. `mail_limit_reached`: the ' +
      'organization could not send e-mail to so many on that day, nor on the next.',
    example: null,
  })
  readonly failureReason: FailureReason | null;
  @Id({ presence: 'nullable', of: 'message_rule', description: 'The rule that made it.' })
  readonly ruleId: string | null;
  @Id({ of: 'user', description: 'The user who sent it.' }) readonly createdBy: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
  @CreatedByName() readonly createdByName: string | null;
}

/** What the database has of one. */
export type NotificationRecord = Omit<NotificationView, 'createdByName'>;

/** A recipient as the API shows it. */
export class RecipientView {
  @Id() readonly id: string;
  @Text({ max: 254, presence: 'nullable', description: 'E-mail address or phone number.', example: 'ada@example.com' })
  readonly address: string | null;
  @Id({ presence: 'nullable' }) readonly guestId: string | null;
  @Text({ max: 200, presence: 'nullable', description: 'As the guest is called now.', example: 'Ada Lovelace' })
  readonly guestName: string | null;
  @OneOf(RECIPIENT_STATUSES, { example: 'sent' }) readonly status: RecipientStatus;
  @Shown({
    ...enumSchema(RECIPIENT_ERRORS),
    nullable: true,
    description: `${ERROR_DESCRIPTION} While a message waits to be tried again, this says what delayed it.`,
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

/** How many recipients a notification did not reach for one reason. */
export class FailureView {
  @Shown({ ...enumSchema(RECIPIENT_ERRORS), description: ERROR_DESCRIPTION, example: 'rejected' })
  readonly error: RecipientError;
  @Integer({ ...COUNT, example: 3 }) readonly count: number;
}

export class FailuresView {
  @ListOf(() => FailureView, { description: 'By reason, the most frequent first.' }) readonly data: FailureView[];
}
