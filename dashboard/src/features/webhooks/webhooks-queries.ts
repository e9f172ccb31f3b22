import { queryOptions } from '@tanstack/react-query';
import type { EventType, ListWebhookDeliveriesData } from '@tour-events/client';
import { ApiError, NotFoundError } from '@tour-events/client';
import { api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { followChanges, makeStale, makingStale, queryClient } from '../../shared/query-client';
import { reading } from '../../shared/reading';
import { webhooks } from './webhook';

// Whatever happens may be on its way to an endpoint.
followChanges('webhooks', '*');

/** How often the test inbox looks for what came: what comes there is no change of the organization. */
const LOOK_INTO_INBOX_MS = 3_000;

/** While something is on its way to an endpoint, the page looks again: attempts are no changes of the organization. */
const LOOK_AGAIN_MS = 5_000;

/** They change with the service only. */
export const eventTypesQuery = reading(
  ['webhook-event-types'],
  async (options) => (await api.webhooks.eventTypes.list(options)).data,
  { staleTime: Infinity },
);

/** An endpoint, which is looked at again while something is on its way to it. */
export const webhookQuery = (id: string) =>
  queryOptions({
    ...webhooks.one(id),
    refetchInterval: ({ state }) => ((state.data?.record.health.pending ?? 0) > 0 ? LOOK_AGAIN_MS : false),
  });

/** What became of an endpoint's attempts, by the hour. */
export const hoursQuery = (id: string) =>
  reading(['webhooks', id, 'hours'], async (options) => (await api.webhooks.getHours(id, options)).data, {
    staleTime: 0,
  });

/** Whether an endpoint sends to the test inbox: without such a one nobody asks for it. */
export const sendsToInbox = ({ url }: { readonly url: string }) => url.includes('/webhook-inbox/');

/** The organization's test inbox with what came there; null without one. */
export const inboxQuery = queryOptions({
  queryKey: ['webhook-inbox'],
  queryFn: async ({ signal }) => {
    const inbox = await api.webhooks.getTestInbox({ signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
    if (inbox === null) return null;
    return { url: inbox.url, requests: (await api.webhooks.testInbox.requests.list({ limit: 50 }, { signal })).data };
  },
  refetchInterval: ({ state }) => (state.data ? LOOK_INTO_INBOX_MS : false),
});

export const deliveriesQuery = (id: string, query: ListWebhookDeliveriesData['query']) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', query],
    queryFn: ({ signal }) => api.webhooks.deliveries.list(id, query, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending') === true ? LOOK_AGAIN_MS : false,
  });

/** The id of the latest delivery that failed or is tried again; null without one. */
export const latestFailureQuery = (id: string) =>
  reading(
    ['webhooks', id, 'latest failure'],
    async (options) => {
      const { data } = await api.webhooks.deliveries.list(id, { status: ['failed', 'pending'], limit: 50 }, options);
      return data.find(({ status, attempts }) => status === 'failed' || attempts > 0)?.id ?? null;
    },
    { staleTime: 0, gcTime: 0 },
  );

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'delivery', deliveryId],
    queryFn: ({ signal }) => api.webhooks.deliveries.get(id, deliveryId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_AGAIN_MS : false),
  });

/** What a change of an endpoint or its deliveries makes stale. */
const changing = makingStale('webhooks');

/** @param activateIn seconds for which the old secret still signs */
export const rotateSecret = (id: string, activateIn: number, idempotencyKey: string) =>
  changing(
    withReauthentication((isAgain) => api.webhooks.rotateSecret(id, { activateIn }, isAgain ? {} : { idempotencyKey })),
  );

/** @returns the delivery that takes the test there */
export const sendTest = (id: string, type: EventType) => changing(api.webhooks.test(id, { type }));

/** @returns the delivery that now sends the body: the same one, or a new one where it had arrived */
export const redeliver = (id: string, deliveryId: string) =>
  changing(api.webhooks.deliveries.redeliver(id, deliveryId));

/** How many deliveries a recovery of a period would send again. */
export const recoverableQuery = (id: string, period: { since: string; until: string } | null) =>
  reading(['webhooks', id, 'recoverable', period], () => recover(id, period!.since, period!.until, true), {
    enabled: period !== null,
    staleTime: 0,
  });

/** @param dryRun only counts them */
export async function recover(id: string, since: string, until: string, dryRun: boolean) {
  const { queued } = await api.webhooks.recover(id, { since, until, dryRun });
  if (!dryRun) void makeStale('webhooks');
  return queued;
}

/** Makes the test inbox, and an endpoint that sends everything there. @returns the endpoint with its secret */
export async function createTestInbox(description: string, idempotencyKey: string) {
  const { url } = await api.webhooks.createTestInbox();
  const webhook = await withReauthentication((isAgain) =>
    api.webhooks.create({ url, eventTypes: ['*'], description }, isAgain ? {} : { idempotencyKey }),
  );
  void makeStale('webhooks');
  void queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey });
  return webhook;
}

/** Deletes the test inbox with the endpoint that sends there. */
export async function deleteTestInbox(webhookId: string): Promise<void> {
  // Without its inbox the endpoint would fail.
  await api.webhooks.delete(webhookId).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
  await api.webhooks.deleteTestInbox();
  queryClient.setQueryData(inboxQuery.queryKey, null);
  await makeStale('webhooks');
}
