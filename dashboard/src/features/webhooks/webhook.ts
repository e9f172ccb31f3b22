import type { CreateWebhookResponse, EventSubscription, GetWebhookResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { resource } from '../../shared/resource';
import { orNull } from '../../shared/typed';

export type Webhook = GetWebhookResponse;
export type CreatedWebhook = CreateWebhookResponse;

/** Stands for the value of a header that stays as it is. */
const KEPT = '…';

/** Headers as they are typed: one a line, the name, a colon and the value. */
function headersOf(lines: string): Record<string, string | null> {
  const typed = lines.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    typed.map((line) => {
      const [name = '', ...value] = line.split(':');
      const text = value.join(':').trim();
      return [name.trim(), text === KEPT ? null : text];
    }),
  );
}

export const webhooks = resource({
  name: 'webhook',
  key: 'webhooks',
  calls: api.webhooks,
  valuesOf: (webhook) => ({
    url: webhook.url,
    eventTypes: webhook.eventTypes,
    description: webhook.description ?? '',
    tourId: webhook.tourId ?? '',
    eventId: webhook.eventId ?? '',
    // A value that is kept is not shown.
    headers: Object.keys(webhook.headers)
      .map((name) => `${name}: ${KEPT}`)
      .join('\n'),
    standardHeaders: webhook.standardHeaders,
    fullPayload: webhook.fullPayload,
    autoDisable: webhook.autoDisable,
    status: webhook.status,
  }),
  empty: {
    url: '',
    eventTypes: [] as EventSubscription[],
    description: '',
    tourId: '',
    eventId: '',
    headers: '',
    standardHeaders: false,
    fullPayload: false,
    autoDisable: false,
    status: 'enabled',
  },
  bodyOf: ({ description, tourId, eventId, headers, status, ...rest }, _organization, before) => ({
    ...rest,
    headers: headersOf(headers),
    tourId: orNull(tourId),
    eventId: orNull(eventId),
    description: orNull(description),
    // A new one is enabled.
    ...(before !== null && { status }),
  }),
});
