import { queryOptions } from '@tanstack/react-query';
import type {
  GetNotificationResponse,
  ListNotificationRecipientsData,
  ListNotificationsData,
  PreviewNotificationData,
  Rsvp,
  SendBulkNotificationData,
} from '@tour-events/client';
import { api } from '../../shared/api';
import { followChanges, makeStale, makingStale, queryClient } from '../../shared/query-client';
import { paging } from '../../shared/reading';

followChanges('audience', 'event_guest', 'guest');

export type Message = GetNotificationResponse;

/** While messages go out, screens look again: each one that arrives is no change of the organization. */
const LOOK_AGAIN_MS = 1_500;

export const isUnderWay = ({ status }: Pick<Message, 'status'>) => status === 'queued' || status === 'sending';

export const messagesQuery = (query: ListNotificationsData['query']) =>
  queryOptions({
    queryKey: ['notifications', 'list', query],
    queryFn: ({ signal }) => api.notifications.list(query, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) === true ? LOOK_AGAIN_MS : false),
  });

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['notifications', id],
    queryFn: ({ signal }) => api.notifications.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  });

/** Whom a message did not reach, by reason. It is read again whenever the count of the message changes. */
export const failuresQuery = ({ id, failed }: Pick<Message, 'id' | 'failed'>) =>
  paging(
    ['notifications', id, 'failures', failed],
    async (options) => (await api.notifications.failures.list(id, options)).data,
  );

export const recipientsQuery = (
  { id, sent, failed }: Pick<Message, 'id' | 'sent' | 'failed'>,
  query: ListNotificationRecipientsData['query'],
) =>
  paging(['notifications', id, 'recipients', query, sent, failed], (options) =>
    api.notifications.recipients.list(id, query, options),
  );

/** Whom a message to the guests of an event would reach. */
export const audienceQuery = (eventId: string, rsvp: Rsvp | null) =>
  paging(['audience', eventId, rsvp], (options) =>
    api.notifications.getAudience({ eventId, ...(rsvp !== null && { rsvp }) }, options),
  );

/** A message as a guest would get it. */
export const previewQuery = (body: PreviewNotificationData['body'] | null) =>
  paging(['audience', body?.eventId, 'preview', body], (options) => api.notifications.preview(body!, options), {
    enabled: body !== null,
  });

/** The locale of the organization, whose language its guests are written to in. */
export const organizationLocaleQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.settings.get({ signal }),
  staleTime: 300_000,
  select: (settings) => settings.locale,
});

/** Sends what one guest would get to somebody else, to look at. */
export const sendTest = (to: string, subject: string, body: string) =>
  api.notifications.sendEmail({ to: [to], subject, body }, { idempotencyKey: crypto.randomUUID() });

/** What sending makes stale. */
const changing = makingStale('notifications', 'overview');

export const sendMessage = (body: SendBulkNotificationData['body'], idempotencyKey: string) =>
  changing(api.notifications.sendBulk(body, { idempotencyKey }));

/** Takes back a message that is sent later. */
export async function cancelMessage(id: string): Promise<void> {
  await api.notifications.delete(id);
  // Not the message itself, which is gone.
  for (const queryKey of [['notifications', 'list'], ['overview']]) void queryClient.invalidateQueries({ queryKey });
}

/** Sends it again to those it did not reach. */
export async function tryAgain(id: string): Promise<void> {
  const message = await api.notifications.retry(id);
  queryClient.setQueryData(messageQuery(id).queryKey, message);
  void makeStale('notifications', 'overview');
}
