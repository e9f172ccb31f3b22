import { instantAt } from '../../shared/time';
import type { NotificationChannel, Rsvp, SendBulkNotificationData } from '@tour-events/client';

type Body = SendBulkNotificationData['body'];

export const EMPTY_MESSAGE = {
  channel: 'email' as NotificationChannel,
  rsvp: 'all' as Rsvp | 'all',
  subject: '',
  body: '',
  template: '',
  language: '',
  values: [] as string[],
  /** In the event's zone; empty for at once. */
  sendAt: '',
};

export type MessageValues = typeof EMPTY_MESSAGE;

/** What is typed, as the API takes it. */
export function messageOf(eventId: string, values: MessageValues, zone: string): Body {
  const { channel, rsvp, subject, body, template, language, sendAt } = values;
  const later = sendAt !== '' && { sendAt: instantAt(`${sendAt}:00`, zone) };
  const to = { eventId, ...(rsvp !== 'all' && { rsvp }), ...later };
  if (channel === 'email') return { ...to, channel, subject, body };
  const variables = Object.fromEntries(values.values.map((value, index) => [String(index + 1), value]));
  return { ...to, channel, template, variables, ...(language !== '' && { language }) };
}
