import type { CreateWebhookResponse, GetWebhookResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { resource } from '../../shared/resource';

export type Webhook = GetWebhookResponse;
export type CreatedWebhook = CreateWebhookResponse;

export const webhooks = resource({
  name: 'webhook',
  key: 'webhooks',
  calls: api.webhooks,
});
