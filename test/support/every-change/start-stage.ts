import { registerTenant } from '../builders';
import { Client } from '../client';
import { joinAs } from '../members';
import { followEvents } from '../outbox';
import { registerSuperAdmin } from '../people';
import { startWebhookApp } from '../receiver';
import type { Stage } from './step';

/** Starts a service that sends webhooks to this machine, at once, and keeps its events, with all who call it. */
export async function startStage(): Promise<Stage> {
  const service = await startWebhookApp({
    WEBHOOK_RETRY_DELAYS: '0,0,0,0,0,0',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  await followEvents(service.databaseUrl);
  const tenant = await registerTenant(service.url);
  const operator = await registerSuperAdmin(service.url, service.databaseUrl);
  const member = await joinAs(service, tenant, 'Member');
  return { service, tenant, operator, member, anybody: new Client(service.url), made: { service } };
}
