import type { TestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import {
  deliveriesTo,
  deliveryIn,
  ok,
  type Receiver,
  registerWebhook,
  webhookStage,
  type WebhookStage,
  status,
} from '../support/receiver';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('webhook deliveries', () => {
  let stage: WebhookStage;
  let service: TestApp;
  let receiver: Receiver;
  let tenant: Tenant;

  beforeAll(async () => {
    // Without delays, so that a delivery fails for good at once.
    stage = await webhookStage({ WEBHOOK_RETRY_DELAYS: '0,0,0,0,0,0' });
    ({ service, receiver, tenant } = stage);
  });
  beforeEach(() => (receiver.reply = ok));
  afterAll(() => stage.close());

  const register = (eventTypes = ['tour.created']) => registerWebhook(tenant, `${receiver.url}/hook`, eventTypes);
  const plan = async (name = 'A tour'): Promise<Json> =>
    (await tenant.key.post('/api/tours', { name }).expect(201)).body;
  const redeliver = (webhook: Json, id: string) =>
    tenant.key.post(`/api/webhooks/${webhook.id}/deliveries/${id}/redeliver`);
  /** A delivery that was given up after six attempts. */
  const failed = async (webhook: Json): Promise<Json> => {
    receiver.reply = status(503, 'not today');
    await plan();
    const [delivery] = await deliveriesTo(tenant.key, webhook.id);
    const given = await deliveryIn(tenant.key, webhook.id, delivery.id, { status: 'failed' });
    receiver.reply = ok;
    return given;
  };

  it('are made for each event that the endpoint asked for, and shown with payload and log', async () => {
    const webhook = await register(['tour.created', 'tour.deleted']);
    const tour = await plan();
    await tenant.key.patch(`/api/tours/${tour.id}`, { name: 'Renamed' }).expect(200);
    await tenant.key.delete(`/api/tours/${tour.id}`).expect(204);
    const deliveries = await deliveriesTo(tenant.key, webhook.id);
    expect(deliveries.map(({ eventType }) => eventType)).toEqual(['tour.created', 'tour.deleted']);

    const first = await deliveryIn(tenant.key, webhook.id, deliveries[0].id, { status: 'delivered' });
    expect(first).toEqual({
      id: deliveries[0].id,
      webhookId: webhook.id,
      eventId: first.payload.id,
      eventType: 'tour.created',
      status: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
      completedAt: expect.stringMatching(/\.\d{3}Z$/),
      createdAt: first.payload.createdAt,
      updatedAt: first.completedAt,
      lastStatus: 200,
      lastError: null,
      payload: {
        id: expect.any(String),
        type: 'tour.created',
        createdAt: expect.any(String),
        organizationId: tenant.organization.id,
        actor: { type: 'apiKey', id: tenant.apiKey.id, name: expect.any(String) },
        data: tour,
      },
      attemptLog: [
        {
          number: 1,
          kind: 'scheduled',
          startedAt: expect.stringMatching(/\.\d{3}Z$/),
          durationMs: expect.any(Number),
          signature: receiver.of(deliveries[0].id)[0]!.headers['x-te-signature'],
          responseStatus: 200,
          error: null,
          responseBody: 'ok',
        },
      ],
    });
    expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('are made in the transaction of the change: one that is refused makes none', async () => {
    const webhook = await register(['tour.created', 'tour.updated', 'tour.deleted']);
    const tour = await plan();
    await tenant.key.patch(`/api/tours/${tour.id}`, { startDate: '2027-02-02', endDate: '2027-01-01' }).expect(400);
    await tenant.key.with({ 'If-Match': '"another"' }).delete(`/api/tours/${tour.id}`).expect(412);
    expect(await deliveriesTo(tenant.key, webhook.id)).toHaveLength(1);
  });

  it('go to every endpoint that asked for them, and to no other organization', async () => {
    const stranger = await registerTenant(service.url);
    const theirs = await registerWebhook(stranger, `${receiver.url}/theirs`);
    const ours = [
      await register(['*']),
      await register(['tour.created', 'guest.rsvp']),
      await register(['guest.rsvp']),
    ];
    await plan();
    const counts = await Promise.all(ours.map(async ({ id }) => (await deliveriesTo(tenant.key, id)).length));
    expect(counts).toEqual([1, 1, 0]);
    expect(await deliveriesTo(stranger.key, theirs.id)).toEqual([]);
  });

  it('can be listed by status and by type, newest first, in pages', async () => {
    const webhook = await register(['tour.created', 'tour.deleted']);
    await failed(webhook);
    for (const name of ['Second', 'Third']) await plan(name);
    const { id } = await plan('Fourth');
    await tenant.key.delete(`/api/tours/${id}`).expect(204);
    for (const delivery of (await deliveriesTo(tenant.key, webhook.id)).slice(1))
      await deliveryIn(tenant.key, webhook.id, delivery.id, { status: 'delivered' });

    const path = `/api/webhooks/${webhook.id}/deliveries`;
    const { body } = await tenant.key.get(path).expect(200);
    expect(body).toMatchObject({ total: 5, page: 1, limit: 10, totalPages: 1 });
    expect(body.data[0]).toMatchObject({ eventType: 'tour.deleted', status: 'delivered' });
    expect(body.data[0]).not.toHaveProperty('payload');
    expect(body.data[4]).toMatchObject({ eventType: 'tour.created', status: 'failed', attempts: 6 });
    for (const [query, total] of [
      ['status=failed', 1],
      ['status=delivered', 4],
      ['status=pending', 0],
      ['eventType=tour.deleted', 1],
      ['eventType=tour.created&status=delivered', 3],
      ['eventType=guest.rsvp', 0],
      ['limit=2&page=3', 5],
    ] as const)
      expect((await tenant.key.get(`${path}?${query}`).expect(200)).body.total).toBe(total);
    for (const query of ['status=sent', 'eventType=tour.painted', 'page=0', 'colour=red'])
      expect((await tenant.key.get(`${path}?${query}`).expect(400)).body.errors[0].field).toBe(query.split('=')[0]);
  });

  it('are pending while they wait and while they are sent, and listed like the others', async () => {
    const webhook = await register(['tour.created', 'tour.deleted']);
    receiver.reply = () => {};
    const before = receiver.received.length;
    const { id } = await plan('First');
    await eventually('the first to be sent', () => receiver.received.length > before);
    for (const name of ['Second', 'Third']) await plan(name);
    await tenant.key.delete(`/api/tours/${id}`).expect(204);

    const path = `/api/webhooks/${webhook.id}/deliveries`;
    const list = async (query: string): Promise<Json> => (await tenant.key.get(`${path}?${query}`).expect(200)).body;
    const { data: all } = await list('');
    expect(all).toHaveLength(4);
    expect(await list('status=pending')).toEqual({ data: all, total: 4, page: 1, limit: 10, totalPages: 1 });
    expect(await list('status=pending&limit=3&page=2')).toMatchObject({ data: all.slice(3), total: 4, totalPages: 2 });
    expect(await list('status=pending&limit=3&page=3')).toMatchObject({ data: [], total: 4 });
    expect(await list('status=pending&eventType=tour.deleted')).toMatchObject({ data: [all[0]], total: 1 });
    receiver.release();
    for (const delivery of all) await deliveryIn(tenant.key, webhook.id, delivery.id, { status: 'delivered' });
    expect(await list('status=pending')).toMatchObject({ data: [], total: 0 });
  });

  it('are known by their endpoint only', async () => {
    const [webhook, other] = [await register(['tour.created']), await register(['guest.rsvp'])];
    await plan();
    const [delivery] = await deliveriesTo(tenant.key, webhook.id);
    for (const path of [
      `/api/webhooks/${other.id}/deliveries/${delivery.id}`,
      `/api/webhooks/${webhook.id}/deliveries/${UNKNOWN}`,
      `/api/webhooks/${webhook.id}/deliveries/not-an-id`,
      `/api/webhooks/${UNKNOWN}/deliveries`,
      `/api/webhooks/${UNKNOWN}/deliveries/${delivery.id}`,
    ])
      expect({ path, status: (await tenant.key.get(path)).status }).toEqual({ path, status: 404 });
    await redeliver(other, delivery.id).expect(404);
    await redeliver(webhook, UNKNOWN).expect(404);
  });

  it('are made once for a change whose response is replayed', async () => {
    const webhook = await register(['tour.created']);
    const keyed = tenant.key.with({ 'Idempotency-Key': 'one tour' });
    for (let time = 0; time < 3; time++) await keyed.post('/api/tours', { name: 'Once' }).expect(201);
    expect(await deliveriesTo(tenant.key, webhook.id)).toHaveLength(1);
  });

  describe('that failed', () => {
    it('were tried six times, each with its line in the log', async () => {
      const webhook = await register();
      const delivery = await failed(webhook);
      expect(delivery).toMatchObject({ attempts: 6, nextAttemptAt: null, completedAt: expect.any(String) });
      expect(
        delivery.attemptLog.map(({ startedAt: _at, durationMs: _ms, signature: _signature, ...line }: Json) => line),
      ).toEqual(
        [1, 2, 3, 4, 5, 6].map((number) => ({
          number,
          kind: 'scheduled',
          responseStatus: 503,
          error: null,
          responseBody: 'not today',
        })),
      );
      const requests = receiver.of(delivery.id);
      expect(requests).toHaveLength(6);
      expect(delivery.attemptLog.map(({ signature }: Json) => signature)).toEqual(
        requests.map(({ headers }) => headers['x-te-signature']),
      );
    });

    it('are tried once more under the same id when somebody asks', async () => {
      const webhook = await register();
      const { id } = await failed(webhook);
      receiver.reply = status(410);
      const { body } = await redeliver(webhook, id).expect(202);
      expect(body).toMatchObject({ id, status: 'pending', attempts: 6, completedAt: null });
      const again = await deliveryIn(tenant.key, webhook.id, id, { status: 'failed', attempts: 7 });
      expect(again.attemptLog.at(-1)).toMatchObject({ number: 7, kind: 'manual', responseStatus: 410 });

      receiver.reply = ok;
      await redeliver(webhook, id).expect(202);
      const delivered = await deliveryIn(tenant.key, webhook.id, id, { status: 'delivered' });
      expect(delivered.attemptLog.at(-1)).toMatchObject({ number: 8, kind: 'manual', responseStatus: 200 });
      expect(new Set(receiver.of(id).map(({ body: sent }) => sent.toString())).size).toBe(1);
      expect((await auditOf(service.databaseUrl, id)).map(({ action }) => action)).toEqual([
        'webhook_delivery.redelivered',
        'webhook_delivery.redelivered',
      ]);
    });

    it('can be tried again until it was tried a hundred times', async () => {
      const webhook = await register();
      const { id } = await failed(webhook);
      const tried = (times: number) =>
        sql(service.databaseUrl, 'UPDATE webhook_deliveries SET attempts = $1 WHERE id = $2', [times, id]);
      await tried(100);
      const { body } = await redeliver(webhook, id).expect(409);
      expect(body.code).toBe('limit_reached');
      await tried(99);
      receiver.reply = ok;
      await redeliver(webhook, id).expect(202);
      await deliveryIn(tenant.key, webhook.id, id, { status: 'delivered', attempts: 100 });
    });

    it('cannot be tried again while the endpoint is disabled', async () => {
      const webhook = await register();
      const { id } = await failed(webhook);
      await tenant.key.patch(`/api/webhooks/${webhook.id}`, { status: 'disabled' }).expect(200);
      const { body } = await redeliver(webhook, id).expect(409);
      expect(body.code).toBe('webhook_disabled');
    });

    it('are tried once more by one of two who ask at once', async () => {
      const webhook = await register();
      const { id } = await failed(webhook);
      await tenant.key.get('/api/webhooks');
      receiver.reply = () => undefined;
      const responses = await Promise.all([redeliver(webhook, id), redeliver(webhook, id)]);
      // The second finds it pending: it is tried now, unless it is being sent already.
      const [first, second] = responses.map((response) => response.status).sort();
      expect([first, [202, 409].includes(second!)]).toEqual([202, true]);
      receiver.release();
      await deliveryIn(tenant.key, webhook.id, id, { status: 'delivered', attempts: 7 });
    });
  });

  it('that were delivered make a new one with the same body when somebody asks', async () => {
    const webhook = await register();
    await plan();
    const [first] = await deliveriesTo(tenant.key, webhook.id);
    await deliveryIn(tenant.key, webhook.id, first.id, { status: 'delivered' });
    const { body: second } = await redeliver(webhook, first.id).expect(202);
    expect(second).toMatchObject({ eventId: first.eventId, status: 'pending', attempts: 0 });
    expect(second.id).not.toBe(first.id);
    const delivered = await deliveryIn(tenant.key, webhook.id, second.id, { status: 'delivered' });
    expect(delivered.attemptLog).toMatchObject([{ number: 1, kind: 'scheduled' }]);
    const [one, two] = [receiver.of(first.id)[0]!, receiver.of(second.id)[0]!];
    expect(two.body.equals(one.body)).toBe(true);
    expect(await deliveriesTo(tenant.key, webhook.id)).toHaveLength(2);
  });

  it('that are being sent cannot be asked for again', async () => {
    const webhook = await register();
    receiver.reply = () => undefined;
    await plan();
    const [delivery] = await deliveriesTo(tenant.key, webhook.id);
    await eventually('an attempt', () => Promise.resolve(receiver.of(delivery.id).length === 1));
    const { body } = await redeliver(webhook, delivery.id).expect(409);
    expect(body.code).toBe('delivery_pending');
    receiver.release();
    await deliveryIn(tenant.key, webhook.id, delivery.id, { status: 'delivered' });
  });

  describe('to an endpoint that is disabled', () => {
    it('wait, and go on when it is enabled', async () => {
      const webhook = await register();
      const path = `/api/webhooks/${webhook.id}`;
      await tenant.key.patch(path, { status: 'disabled' }).expect(200);
      await plan('While it is disabled');
      // Another endpoint's delivery that is younger goes through: whoever looked has passed these by.
      const other = await register();
      await plan('Afterwards');
      const [passing] = await deliveriesTo(tenant.key, other.id);
      await deliveryIn(tenant.key, other.id, passing.id, { status: 'delivered' });
      const waiting = await deliveriesTo(tenant.key, webhook.id);
      expect(waiting.map(({ status: state, attempts }) => ({ state, attempts }))).toEqual(
        Array(2).fill({ state: 'pending', attempts: 0 }),
      );
      await tenant.key.patch(path, { status: 'enabled' }).expect(200);
      for (const { id } of waiting) await deliveryIn(tenant.key, webhook.id, id, { status: 'delivered' });
      for (const { id } of waiting) expect(receiver.of(id)).toHaveLength(1);
    });
  });

  it('go to the address that the endpoint has at the time', async () => {
    const webhook = await register();
    const path = `/api/webhooks/${webhook.id}`;
    await tenant.key.patch(path, { status: 'disabled' }).expect(200);
    await plan();
    await tenant.key.patch(path, { url: `${receiver.url}/moved`, status: 'enabled' }).expect(200);
    const [delivery] = await deliveriesTo(tenant.key, webhook.id);
    await deliveryIn(tenant.key, webhook.id, delivery.id, { status: 'delivered' });
    expect(receiver.of(delivery.id).map(({ path: to }) => to)).toEqual(['/moved']);
  });
});
