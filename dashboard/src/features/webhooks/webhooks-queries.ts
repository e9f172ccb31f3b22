import { queryOptions } from '@tanstack/react-query';
import type {
  CreateWebhookData,
  ListWebhookDeliveriesData,
  ListWebhooksData,
  UpdateWebhookData,
} from '@tour-events/client';
import { recorded, te } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

/** While something is on its way to an endpoint, the page looks again: attempts are no changes of the organization. */
const LOOK_AGAIN_MS = 5_000;

export const webhooksQuery = (query: ListWebhooksData['query']) =>
  queryOptions({
    queryKey: ['webhooks', 'list', query],
    queryFn: ({ signal }) => te.webhooks.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** They change with the service only. */
export const eventTypesQuery = queryOptions({
  queryKey: ['webhook-event-types'],
  queryFn: async ({ signal }) => (await te.webhooks.eventTypes.list({ signal })).data,
  staleTime: Infinity,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => recorded(te.webhooks.get(id, { signal })),
  });

/** How many deliveries of an endpoint are in each state. */
export const deliveryCountsQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'delivery-counts'],
    queryFn: async ({ signal }) => {
      const count = async (status: 'delivered' | 'pending' | 'failed') =>
        (await te.webhooks.deliveries.list(id, { status: [status], limit: 1 }, { signal })).total;
      const [delivered, pending, failed] = await Promise.all([count('delivered'), count('pending'), count('failed')]);
      return { delivered, pending, failed };
    },
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? LOOK_AGAIN_MS : false),
  });

export const deliveriesQuery = (id: string, query: ListWebhookDeliveriesData['query']) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', query],
    queryFn: ({ signal }) => te.webhooks.deliveries.list(id, query, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending') === true ? LOOK_AGAIN_MS : false,
  });

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'delivery', deliveryId],
    queryFn: ({ signal }) => te.webhooks.deliveries.get(id, deliveryId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_AGAIN_MS : false),
  });

/** What a change of an endpoint or its deliveries makes stale. */
const invalidate = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] });

export async function createWebhook(body: CreateWebhookData['body'], idempotencyKey: string) {
  const webhook = await te.webhooks.create(body, { idempotencyKey });
  void invalidate();
  return webhook;
}

export async function updateWebhook(id: string, body: UpdateWebhookData['body'], ifMatch: string) {
  const webhook = await recorded(te.webhooks.update(id, body, { ifMatch }));
  queryClient.setQueryData(webhookQuery(id).queryKey, webhook);
  void invalidate();
  return webhook.record;
}

export async function deleteWebhook(id: string, ifMatch: string): Promise<void> {
  await te.webhooks.delete(id, { ifMatch });
  queryClient.removeQueries({ queryKey: ['webhooks', id] });
  void queryClient.invalidateQueries({ queryKey: ['webhooks', 'list'] });
}

/** @param activateIn seconds for which the old secret still signs */
export async function rotateSecret(id: string, activateIn: number, idempotencyKey: string) {
  const rotated = await te.webhooks.rotateSecret(id, { activateIn }, { idempotencyKey });
  void invalidate();
  return rotated;
}

/** @returns the delivery that takes the test there */
export async function sendTest(id: string) {
  const delivery = await te.webhooks.test(id);
  void invalidate();
  return delivery;
}

/** @returns the delivery that now sends the body: the same one, or a new one where it had arrived */
export async function redeliver(id: string, deliveryId: string) {
  const delivery = await te.webhooks.deliveries.redeliver(id, deliveryId);
  void invalidate();
  return delivery;
}
