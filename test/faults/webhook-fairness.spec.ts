import { Metrics } from '../../src/platform/metrics/metrics';
import type { TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import {
  deliveriesTo,
  deliveryIn,
  type DeliveryTable,
  type Receiver,
  registerWebhook,
  startWebhookApp,
  webhookStage,
  type WebhookStage,
} from '../support/receiver';

const BACKLOG = 1_000;

describe('a slow endpoint', () => {
  let stage: WebhookStage;
  let service: TestApp;
  let receiver: Receiver;
  let table: DeliveryTable;
  let tenant: Tenant;

  beforeEach(async () => {
    stage = await webhookStage({ WEBHOOK_TIMEOUT_MS: '600000' });
    ({ service, receiver, table, tenant } = stage);
    receiver.reply = ({ path }, response) => void (path.startsWith('/hangs') || response.end());
  });
  afterEach(() => stage.close());

  /** Gives an endpoint many deliveries that are due, all of one event. */
  async function pileUp(webhook: Json, count: number, of = tenant): Promise<void> {
    const values = [webhook.id, of.organization.id, count];
    await table.query(
      `WITH event AS (
         INSERT INTO outbox_events (organization_id, id, type, body, people, created_at)
         VALUES ($2, gen_random_uuid(), 'tour.created', '{}', '{}', now()) RETURNING id
       ), delivery AS (
         INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, attempts, next_kind, due_at, created_at, updated_at)
         SELECT $2, gen_random_uuid(), $1, event.id, 'tour.created', 0, 'scheduled', now(), now(), now()
         FROM event, generate_series(1, $3::int) RETURNING organization_id, webhook_id, due_at, id
       )
       INSERT INTO webhook_queue (organization_id, webhook_id, due_at, delivery_id) SELECT * FROM delivery`,
      ...values,
    );
  }

  /** Registers endpoints that hang, each with many deliveries that are due. */
  async function registerHanging(of: Tenant, count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      const path = `/hangs/${of.organization.id}/${number}`;
      await pileUp(await registerWebhook(of, `${receiver.url}${path}`, ['tour.deleted']), 40, of);
    }
  }

  /** Lets an endpoint show that it is quick, before it hangs; gives how many deliveries that took. */
  async function showToBeQuick({ id }: Json): Promise<number> {
    const { reply } = receiver;
    receiver.reply = (_request, response) => void response.end();
    let shown = 0;
    do {
      const { body } = await tenant.key.post(`/api/webhooks/${id}/test`).expect(202);
      await deliveryIn(tenant.key, id, body.id, { status: 'delivered' });
      shown++;
    } while (!(await table.wereQuick()));
    receiver.reply = reply;
    return shown;
  }

  const hanging = () => receiver.received.filter(({ path }) => path.startsWith('/hangs')).length;

  /** Sends a test to an endpoint that has just been registered, and waits until it has come. */
  async function requireRoomForNewOne(of: Tenant): Promise<void> {
    const { id } = await registerWebhook(of, `${receiver.url}/new`, ['tour.updated']);
    const { body } = await of.key.post(`/api/webhooks/${id}/test`).expect(202);
    await deliveryIn(of.key, id, body.id, { status: 'delivered' });
  }

  it('with a long backlog delays nobody else, takes no more than its 5, and catches up when it is well again', async () => {
    const slow = await registerWebhook(tenant, `${receiver.url}/hangs`, ['tour.deleted']);
    const shown = await showToBeQuick(slow);
    await pileUp(slow, BACKLOG);
    await eventually('5 to hang', () => hanging() === shown + 5);
    const quick: Json[] = [];
    for (let number = 0; number < 20; number++)
      quick.push(await registerWebhook(tenant, `${receiver.url}/quick/${number}`, ['tour.created']));
    for (let number = 0; number < 5; number++) await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
    for (const webhook of quick)
      for (const { id } of await deliveriesTo(tenant.key, webhook.id))
        await deliveryIn(tenant.key, webhook.id, id, { status: 'delivered' });
    expect(receiver.mostAtOnce.get('/hangs')).toBe(5);
    expect(hanging()).toBe(shown + 5);

    receiver.release();
    await eventually(
      'the backlog to be delivered',
      async () => (await table.count(`delivered_at IS NOT NULL AND webhook_id = '${slow.id}'`)) === BACKLOG + shown,
    );
    expect(receiver.mostAtOnce.get('/hangs')).toBe(5);
  });

  it('shows in the metrics: what is in flight, how long the oldest has been waiting, what came of attempts', async () => {
    const valueOf = async (name: string): Promise<number> => {
      const text = await service.app.get(Metrics).registry.metrics();
      const line = text.split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.slice(name.length));
    };
    const slow = await registerWebhook(tenant, `${receiver.url}/hangs`, ['tour.deleted']);
    const shown = await showToBeQuick(slow);
    await pileUp(slow, 10);
    await eventually('5 to hang', () => hanging() === shown + 5);
    await table.query(`UPDATE webhook_queue SET due_at = due_at - interval '1 hour'`);
    expect(await valueOf('webhook_in_flight')).toBe(5);
    expect(await valueOf('webhook_oldest_due_seconds')).toBeGreaterThanOrEqual(3_600);
    // What waits for an endpoint that its owner has disabled is nobody's worry.
    await tenant.key.patch(`/api/webhooks/${slow.id}`, { status: 'disabled' }).expect(200);
    expect(await valueOf('webhook_oldest_due_seconds')).toBe(0);
    await tenant.key.patch(`/api/webhooks/${slow.id}`, { status: 'enabled' }).expect(200);
    receiver.release();
    await eventually('all to be delivered', async () => (await table.count('delivered_at IS NOT NULL')) === shown + 10);
    await eventually(
      'it to be counted',
      async () => (await valueOf('webhook_attempts_total{outcome="delivered"}')) === shown + 10,
    );
  });

  it('has many like it, and still there is room for those that are known to be quick', async () => {
    const quick = await registerWebhook(tenant, `${receiver.url}/quick`, ['tour.created']);
    const create = async (): Promise<Json> =>
      (await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201)).body;
    const delivered = async (count: number): Promise<void> => {
      await eventually(
        `${count} to be delivered`,
        async () => (await table.count(`delivered_at IS NOT NULL AND webhook_id = '${quick.id}'`)) === count,
      );
    };
    let shown = 0;
    do {
      await create();
      await delivered(++shown);
    } while (!(await table.wereQuick()));
    await registerHanging(tenant, 49);
    await registerHanging(await registerTenant(service.url), 3);
    await eventually('their share of the room to be full', () => hanging() === 50);
    await create();
    await delivered(shown + 1);
    expect(hanging()).toBe(50);
  });

  it('has as many like it as an organization may have, and still there is room for one that nothing is known of', async () => {
    await registerHanging(tenant, 49);
    await eventually('each to hang, once', () => hanging() === 49);
    await requireRoomForNewOne(tenant);

    const second = await registerTenant(service.url);
    await registerHanging(second, 2);
    await eventually('the share of all to be full', () => hanging() === 50);
    await requireRoomForNewOne(await registerTenant(service.url));
    expect(hanging()).toBe(50);
    for (const most of receiver.mostAtOnce.values()) expect(most).toBe(1);
  });

  it("that responses after a second does not wait for those that hang, its own organization's neither", async () => {
    const respondAtOnce = receiver.reply;
    receiver.reply = (request, response) =>
      request.path.startsWith('/takes-its-time')
        ? void setTimeout(() => response.end(), 1_200)
        : respondAtOnce(request, response);
    await registerHanging(tenant, 13);
    await registerHanging(await registerTenant(service.url), 13);
    await eventually('all to be known as slow', async () => {
      return (await table.query('SELECT 1 FROM webhook_endpoints WHERE slow')).length === 26;
    });
    for (const caller of [tenant, await registerTenant(service.url)]) {
      const { id } = await registerWebhook(caller, `${receiver.url}/takes-its-time/${caller.organization.id}`, [
        'tour.updated',
      ]);
      await pileUp({ id }, 10, caller);
      const delivered = async () => table.count(`webhook_id = '${id}' AND delivered_at IS NOT NULL`);
      await eventually('all to be delivered', async () => (await delivered()) === 10);
      expect(receiver.mostAtOnce.get(`/takes-its-time/${caller.organization.id}`)).toBe(5);
    }
    expect(hanging()).toBe(26);
  });

  it('that was quick and begins to hang with many others leaves room for another organization', async () => {
    receiver.reply = (_request, response) => void response.end();
    const webhooks: Json[] = [];
    for (let number = 0; number < 20; number++)
      webhooks.push(await registerWebhook(tenant, `${receiver.url}/hangs/${number}`, ['tour.created']));
    let shown = 0;
    do {
      await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
      shown += 20;
      await eventually('all to be delivered', async () => (await table.count('delivered_at IS NOT NULL')) === shown);
    } while (!(await table.wereQuick(20)));

    receiver.reply = ({ path }, response) => void (path.startsWith('/hangs') || response.end());
    for (const webhook of webhooks) await pileUp(webhook, 40);
    await eventually('the room for one organization to be full', () => hanging() === shown + 50);
    await requireRoomForNewOne(await registerTenant(service.url));
    expect(hanging()).toBe(shown + 50);
    // They are known to be slow by now, and nothing is kept of them but what is being sent.
    await eventually('the others to be given back', async () => (await table.leases()) === 50);
    await eventually('those that hang to be known as slow', async () => {
      return (await table.query('SELECT 1 FROM webhook_endpoints WHERE slow')).length === 10;
    });
  });

  it('is known to be slow after a start, whoever has found that out', async () => {
    await registerHanging(tenant, 20);
    await eventually('all to hang', () => hanging() === 20);
    await eventually('all to be known as slow', async () => {
      return (await table.query('SELECT 1 FROM webhook_endpoints WHERE slow')).length === 20;
    });
    const next = await startWebhookApp({ DATABASE_URL: service.databaseUrl, WEBHOOK_TIMEOUT_MS: '600000' });
    await table.query('UPDATE webhook_leases SET leased_until = now()');
    await eventually('the share of one organization to be full', () => hanging() === 20 + 12);
    await requireRoomForNewOne(tenant);
    expect(hanging()).toBe(20 + 12);
    receiver.release();
    await next.close();
  });
});
