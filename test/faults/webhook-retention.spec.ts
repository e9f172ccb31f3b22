import type { TestApp } from '../support/app';
import type { Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { runJob } from '../support/jobs';
import {
  deliveriesTo,
  deliveryIn,
  type DeliveryTable,
  ok,
  type Receiver,
  registerWebhook,
  webhookStage,
  type WebhookStage,
  status,
} from '../support/receiver';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('old deliveries', () => {
  let stage: WebhookStage;
  let service: TestApp;
  let receiver: Receiver;
  let table: DeliveryTable;
  let tenant: Tenant;

  beforeEach(async () => {
    stage = await webhookStage({ WEBHOOK_RETRY_DELAYS: '0,0,0,0,0,0' });
    ({ service, receiver, table, tenant } = stage);
  });
  afterEach(() => stage.close());

  const register = () => registerWebhook(tenant, `${receiver.url}/hook`, ['tour.created']);
  /** Something happens; gives the delivery to an endpoint that came of it, once it is done with. */
  const deliver = async ({ id: webhookId }: Json, response = ok, state = 'delivered'): Promise<Json> => {
    receiver.reply = response;
    await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
    const delivery = (await deliveriesTo(tenant.key, webhookId)).at(-1)!;
    return deliveryIn(tenant.key, webhookId, delivery.id, { status: state });
  };
  const round = async (): Promise<void> => {
    await runJob(service, 'forget-webhook-deliveries');
  };
  const eventsLeft = async (): Promise<string[]> =>
    (await table.query<{ id: string }>('SELECT id FROM outbox_events')).map(({ id }) => id);

  it('are deleted after 30 days when they were delivered, after 90 when they failed, with attempts and event', async () => {
    const webhook = await register();
    const delivered = await deliver(webhook);
    const failed = await deliver(webhook, status(500), 'failed');
    service.clock.advance(29 * DAY_MS);
    await round();
    expect(await table.count()).toBe(2);

    service.clock.advance(2 * DAY_MS);
    await round();
    expect((await deliveriesTo(tenant.key, webhook.id)).map(({ id }) => id)).toEqual([failed.id]);
    expect(await eventsLeft()).toEqual([failed.eventId]);
    await tenant.key.get(`/api/webhooks/${webhook.id}/deliveries/${delivered.id}`).expect(404);

    service.clock.advance(60 * DAY_MS);
    await round();
    expect(await table.count()).toBe(0);
    expect(await eventsLeft()).toEqual([]);
  });

  it('are kept for as long as the operator says', async () => {
    const other = await webhookStage({ WEBHOOK_DELIVERED_DAYS: '2', WEBHOOK_RETRY_DELAYS: '0,0,0,0,0,0' });
    try {
      const webhook = await registerWebhook(other.tenant, `${other.receiver.url}/hook`, ['tour.created']);
      await other.tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
      const [delivery] = await deliveriesTo(other.tenant.key, webhook.id);
      await deliveryIn(other.tenant.key, webhook.id, delivery.id, { status: 'delivered' });
      for (const [days, left] of [
        [1, 1],
        [2, 0],
      ] as const) {
        other.service.clock.advance(days * DAY_MS);
        await runJob(other.service, 'forget-webhook-deliveries');
        expect(await other.table.count()).toBe(left);
      }
    } finally {
      await other.close();
    }
  });

  it('leave the event for as long as another delivery of it is there', async () => {
    const webhook = await register();
    const first = await deliver(webhook);
    await table.query(
      `UPDATE webhook_deliveries SET created_at = created_at - interval '31 days', delivered_at = delivered_at - interval '31 days'`,
    );
    const { body: second } = await tenant.key
      .post(`/api/webhooks/${webhook.id}/deliveries/${first.id}/redeliver`)
      .expect(202);
    await deliveryIn(tenant.key, webhook.id, second.id, { status: 'delivered' });
    service.clock.advance(2 * DAY_MS);
    await round();
    expect((await deliveriesTo(tenant.key, webhook.id)).map(({ id }) => id)).toEqual([second.id]);
    expect(await eventsLeft()).toEqual([first.eventId]);
  });

  it('of a deleted endpoint go at the next round, and the endpoint with them', async () => {
    const webhook = await register();
    await deliver(webhook);
    await tenant.key.delete(`/api/webhooks/${webhook.id}`).expect(204);
    await round();
    expect(await table.count()).toBe(0);
    expect(await table.query('SELECT 1 FROM webhook_endpoints')).toEqual([]);
  });

  it('leave nothing in the queue of an endpoint that is gone', async () => {
    const webhook = await register();
    await tenant.key.patch(`/api/webhooks/${webhook.id}`, { status: 'disabled' }).expect(200);
    await deliver(webhook, ok, 'pending');
    // As what came back to the queue at the moment at which its delivery was deleted.
    await table.query(
      `INSERT INTO webhook_queue SELECT organization_id, webhook_id, due_at, gen_random_uuid() FROM webhook_queue`,
    );
    await tenant.key.delete(`/api/webhooks/${webhook.id}`).expect(204);
    await round();
    expect(await table.query('SELECT 1 FROM webhook_queue')).toEqual([]);
  });

  it('that wait for an endpoint that stays disabled are given up after 90 days', async () => {
    const webhook = await register();
    await tenant.key.patch(`/api/webhooks/${webhook.id}`, { status: 'disabled' }).expect(200);
    await deliver(webhook, ok, 'pending');
    service.clock.advance(89 * DAY_MS);
    await round();
    expect(await table.count()).toBe(1);
    service.clock.advance(2 * DAY_MS);
    await round();
    expect(await table.count()).toBe(0);
    expect(await table.query('SELECT 1 FROM webhook_queue')).toEqual([]);
  });

  it('are deleted by the thousand, also behind what waits for an endpoint that is disabled', async () => {
    const webhook = await register();
    await deliver(webhook);
    const disabled = await register();
    await tenant.key.patch(`/api/webhooks/${disabled.id}`, { status: 'disabled' }).expect(200);
    await deliver(disabled, ok, 'pending');
    // The other endpoint got that, too.
    for (const { id } of await deliveriesTo(tenant.key, webhook.id))
      await deliveryIn(tenant.key, webhook.id, id, { status: 'delivered' });
    await table.query(
      `UPDATE webhook_deliveries SET created_at = created_at - interval '40 days', delivered_at = delivered_at - interval '31 days'`,
    );
    await table.query(
      `INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, attempts, next_kind, created_at, updated_at, delivered_at)
       SELECT organization_id, gen_random_uuid(), webhook_id, event_id, event_type, attempts, next_kind,
         created_at + make_interval(secs => n / 100), updated_at, delivered_at
       FROM webhook_deliveries, generate_series(1, 2_500) AS n WHERE delivered_at IS NOT NULL`,
    );
    await round();
    expect((await deliveriesTo(tenant.key, disabled.id)).map(({ status: state }) => state)).toEqual(['pending']);
    expect(await deliveriesTo(tenant.key, webhook.id)).toEqual([]);
  });
});
