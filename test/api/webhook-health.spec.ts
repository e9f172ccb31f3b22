import { createHmac } from 'node:crypto';
import { DAY_MS } from '../../src/kernel/durations';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { runJob } from '../support/jobs';
import { readMailFiles } from '../support/mail';
import { expectProblem } from '../support/problem';
import {
  deliveriesTo,
  deliveryIn,
  registerWebhook,
  status,
  webhookStage,
  ok,
  type WebhookStage,
} from '../support/receiver';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('the health of an endpoint', () => {
  let stage: WebhookStage;
  let tenant: Tenant;

  beforeAll(async () => {
    stage = await webhookStage({ WEBHOOK_RETRY_DELAYS: '0,0,86400,86400,86400,86400' });
    tenant = stage.tenant;
  });
  afterAll(() => stage.close());
  beforeEach(() => (stage.receiver.reply = ok));

  const register = (types = ['webhook.test']) => registerWebhook(tenant, `${stage.receiver.url}/health`, types);
  const read = async (id: string): Promise<Json> => (await tenant.key.get(`/api/webhooks/${id}`).expect(200)).body;
  const test = async (id: string, body: Json = {}): Promise<Json> =>
    (await tenant.key.post(`/api/webhooks/${id}/test`, body).expect(202)).body;
  const sent = async (id: string, expected: Json, count = 1): Promise<Json> => {
    let delivery: Json = {};
    for (let made = 0; made < count; made++) delivery = await deliveryIn(tenant.key, id, (await test(id)).id, expected);
    return delivery;
  };
  /** A delivery that has failed for good, as after its last attempt. */
  const failed = async (id: string): Promise<Json> => {
    const { id: delivery } = await sent(id, { attempts: 2 });
    await stage.table.query(`DELETE FROM webhook_queue WHERE delivery_id = $1`, delivery);
    await stage.table.query('UPDATE webhook_deliveries SET failed_at = now(), due_at = NULL WHERE id = $1', delivery);
    return { id: delivery };
  };

  it('tells what was delivered, what failed and what waits', async () => {
    const { id } = await register();
    expect((await read(id)).health).toEqual({
      lastSuccessAt: null,
      failingSince: null,
      pending: 0,
      delivered24h: 0,
      failed24h: 0,
    });
    const { completedAt } = await sent(id, { status: 'delivered' }, 2);
    expect((await read(id)).health).toEqual({
      lastSuccessAt: completedAt,
      failingSince: null,
      pending: 0,
      delivered24h: 2,
      failed24h: 0,
    });
    stage.receiver.reply = status(500);
    await sent(id, { attempts: 2 });
    const { health } = await read(id);
    expect(health).toMatchObject({ lastSuccessAt: completedAt, pending: 1, delivered24h: 2, failed24h: 0 });
    expect(Date.parse(health.failingSince)).toBeGreaterThan(Date.parse(completedAt));
    const { body: list } = await tenant.key.get('/api/webhooks').expect(200);
    expect(list.data.find((row: Json) => row.id === id).health).toEqual(health);
    const { data: hours } = (await tenant.key.get(`/api/webhooks/${id}/hours`).expect(200)).body;
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toMatchObject({ hour: expect.stringMatching(/:00:00\.000Z$/) });
    const sum = (name: string) => hours.reduce((total: number, hour: Json) => total + hour[name], 0);
    expect([sum('delivered'), sum('failed'), sum('retried')]).toEqual([2, 0, 2]);
    stage.receiver.reply = ok;
    await sent(id, { status: 'delivered' });
    expect((await read(id)).health).toMatchObject({ failingSince: null, pending: 1, delivered24h: 3 });
    expectProblem(await tenant.key.get(`/api/webhooks/${UNKNOWN}/hours`), 404, 'not_found');
  });

  it('counts what is delivered long after it was made', async () => {
    const { id } = await register(['tour.created']);
    await tenant.key.patch(`/api/webhooks/${id}`, { status: 'disabled' }).expect(200);
    await tenant.key.post('/api/tours', { name: 'Waits for days' }).expect(201);
    const [{ id: delivery }] = (await deliveriesTo(tenant.key, id)) as [Json];
    await stage.table.query(
      `UPDATE webhook_deliveries SET created_at = created_at - interval '3 days' WHERE id = $1`,
      delivery,
    );
    expect((await read(id)).health).toMatchObject({ pending: 1, delivered24h: 0 });
    await tenant.key.patch(`/api/webhooks/${id}`, { status: 'enabled' }).expect(200);
    const { completedAt } = await deliveryIn(tenant.key, id, delivery, { status: 'delivered' });
    expect((await read(id)).health).toMatchObject({ lastSuccessAt: completedAt, pending: 0, delivered24h: 1 });
    const { data: hours } = (await tenant.key.get(`/api/webhooks/${id}/hours`).expect(200)).body;
    expect(hours.map(({ delivered }: Json) => delivered).reduce((sum: number, one: number) => sum + one)).toBe(1);
  });

  it('knows the last success of a day that is counted no more', async () => {
    const { id } = await register();
    const { completedAt } = await sent(id, { status: 'delivered' }, 3);
    await stage.table.query(
      `UPDATE webhook_deliveries SET created_at = created_at - interval '2 days', delivered_at = delivered_at - interval '2 days'
       WHERE webhook_id = $1`,
      id,
    );
    await stage.table.query(
      `UPDATE webhook_health SET last_success_at = last_success_at - interval '2 days' WHERE webhook_id = $1`,
      id,
    );
    const lastSuccessAt = new Date(Date.parse(completedAt) - 2 * DAY_MS).toISOString();
    expect((await read(id)).health).toMatchObject({ lastSuccessAt, delivered24h: 0 });
  });

  it('counts a failure that is made good by hand among the attempts that were made again', async () => {
    const { id } = await register();
    stage.receiver.reply = status(500);
    const { id: delivery } = await failed(id);
    const counts = async () => {
      const { data } = (await tenant.key.get(`/api/webhooks/${id}/hours`).expect(200)).body;
      return ['delivered', 'failed', 'retried'].map((name) =>
        data.reduce((sum: number, hour: Json) => sum + hour[name], 0),
      );
    };
    expect(await counts()).toEqual([0, 1, 1]);
    stage.receiver.reply = ok;
    await tenant.key.post(`/api/webhooks/${id}/deliveries/${delivery}/redeliver`).expect(202);
    await deliveryIn(tenant.key, id, delivery, { status: 'delivered' });
    expect(await counts()).toEqual([1, 0, 2]);
  });

  it('is no part of the ETag, and lets no change fail', async () => {
    const { id } = await register();
    const before = await tenant.key.get(`/api/webhooks/${id}`).expect(200);
    await sent(id, { status: 'delivered' });
    const after = await tenant.key.get(`/api/webhooks/${id}`).set('If-None-Match', before.headers['etag']!).expect(200);
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect(after.body.health.delivered24h).toBe(1);
    const { data } = (await tenant.key.get('/api/webhooks?limit=100').expect(200)).body;
    expect(data.find((row: Json) => row.id === id).etag).toBe(before.headers['etag']);
    const changed = await tenant.key
      .patch(`/api/webhooks/${id}`, { description: 'New' })
      .set('If-Match', before.headers['etag']!)
      .expect(200);
    expect(changed.headers['etag']).not.toBe(before.headers['etag']);
    await tenant.key.get(`/api/webhooks/${id}`).expect('ETag', changed.headers['etag']!);
  });

  describe('after days of nothing but failures', () => {
    const age = (id: string, days: number) =>
      stage.table.query(
        `UPDATE webhook_health SET failing_since = failing_since - make_interval(days => $2),
           last_failure_at = last_failure_at - make_interval(days => $2) WHERE webhook_id = $1`,
        id,
        days,
      );

    it('disables one that asks for it, mails the Admins and says so', async () => {
      stage.receiver.reply = status(503);
      const [asks, asksNot, recent] = [await register(), await register(), await register()];
      const watcher = await register(['webhook.disabled']);
      for (const { id } of [asks, recent])
        await tenant.key.patch(`/api/webhooks/${id}`, { autoDisable: true }).expect(200);
      for (const [{ id }, days] of [
        [asks, 5],
        [asksNot, 5],
        [recent, 4],
      ] as const) {
        await sent(id, { attempts: 2 });
        await age(id, days);
        await sent(id, { attempts: 2 });
      }
      await runJob(stage.service, 'disable-failing-webhooks');
      expect((await read(asks.id)).status).toBe('disabled');
      for (const { id } of [asksNot, recent]) expect((await read(id)).status).toBe('enabled');
      const [record] = (await auditOf(stage.service.databaseUrl, asks.id)).filter(
        ({ action }) => action === 'webhook.disabled',
      );
      expect(record).toMatchObject({ changes: { status: { before: 'enabled', after: 'disabled' } } });
      const [delivery] = await deliveriesTo(tenant.key, watcher.id);
      const { payload } = (await tenant.key.get(`/api/webhooks/${watcher.id}/deliveries/${delivery!.id}`)).body;
      expect(payload).toMatchObject({
        type: 'webhook.disabled',
        actor: { type: 'system', id: null, name: null },
        data: { id: asks.id, status: 'disabled' },
        previous: { status: 'enabled' },
      });
      expect(payload.data).not.toHaveProperty('health');
      const mail = await eventually('the mail', async () =>
        (await readMailFiles(stage.service.dataDir)).find(
          ({ headers, text }) => headers['to']?.includes(tenant.email) && text.includes('was disabled'),
        ),
      );
      expect(mail.text).toContain(`/settings/webhooks/${asks.id}`);
      expect(mail.text).not.toContain('?endpoint=');

      // Enabled again, it starts again.
      await tenant.key.patch(`/api/webhooks/${asks.id}`, { status: 'enabled' }).expect(200);
      expect((await read(asks.id)).health.failingSince).toBeNull();
      await runJob(stage.service, 'disable-failing-webhooks');
      expect((await read(asks.id)).status).toBe('enabled');
    });

    it('does not hold a failure before quiet days against one', async () => {
      stage.receiver.reply = status(503);
      const { id } = await register();
      await tenant.key.patch(`/api/webhooks/${id}`, { autoDisable: true }).expect(200);
      await sent(id, { attempts: 2 });
      await age(id, 6);
      await runJob(stage.service, 'disable-failing-webhooks');
      expect((await read(id)).status).toBe('enabled');
    });
  });

  describe('recovery', () => {
    const LONG_AGO = '2020-01-01T00:00:00Z';

    it('sends the failed deliveries of a period once more', async () => {
      stage.receiver.reply = status(500);
      const { id } = await register();
      const [first, second] = [await failed(id), await failed(id)];
      const since = new Date().toISOString();
      const third = await failed(id);
      stage.receiver.reply = ok;
      const recover = (body: Json) => tenant.key.post(`/api/webhooks/${id}/recover`, body);
      const preview = await recover({ since: LONG_AGO, until: since, dryRun: true }).expect(202);
      expect(preview.body).toEqual({ queued: 2 });
      expect((await deliveriesTo(tenant.key, id)).map((delivery) => delivery.status)).toEqual(Array(3).fill('failed'));
      expect((await recover({ since: LONG_AGO, until: since }).expect(202)).body).toEqual({ queued: 2 });
      for (const { id: delivery } of [first, second])
        expect(await deliveryIn(tenant.key, id, delivery, { status: 'delivered' })).toMatchObject({ attempts: 3 });
      expect((await deliveriesTo(tenant.key, id, 'status=failed')).map((delivery) => delivery.id)).toEqual([third.id]);
      expect((await recover({ since: LONG_AGO, statuses: ['delivered'] }).expect(202)).body).toEqual({ queued: 2 });
      await eventually('two more deliveries', async () => (await deliveriesTo(tenant.key, id)).length === 5);
      const recorded = (await auditOf(stage.service.databaseUrl, id)).filter(
        ({ action }) => action === 'webhook.recovered',
      );
      expect(recorded.map(({ changes }) => changes.queued.after)).toEqual([2, 2]);
      expect(await stage.table.query('SELECT 1 FROM webhook_recoveries WHERE webhook_id = $1', id)).toEqual([]);
    });

    it('brings forward what waits for its next attempt, by default too', async () => {
      stage.receiver.reply = status(503);
      const { id } = await register();
      const recover = (body: Json) => tenant.key.post(`/api/webhooks/${id}/recover`, { since: LONG_AGO, ...body });
      const waiting = [await sent(id, { attempts: 2 }), await sent(id, { attempts: 2 })];
      const done = await failed(id);
      expect((await recover({ dryRun: true }).expect(202)).body).toEqual({ queued: 3 });
      expect((await recover({ statuses: ['failed'], dryRun: true }).expect(202)).body).toEqual({ queued: 1 });
      expect((await recover({ statuses: ['pending'] }).expect(202)).body).toEqual({ queued: 2 });
      for (const one of waiting) {
        // A failure is followed by the next attempt of the schedule, a day later.
        const again = await deliveryIn(tenant.key, id, one.id, { attempts: 3, status: 'pending' });
        expect(again.attemptLog.map(({ number, kind }: Json) => [number, kind])).toEqual([
          [1, 'scheduled'],
          [2, 'scheduled'],
          [3, 'scheduled'],
        ]);
        expect(Date.parse(again.nextAttemptAt)).toBeGreaterThan(Date.now() + DAY_MS / 2);
      }
      stage.receiver.reply = ok;
      expect((await recover({}).expect(202)).body).toEqual({ queued: 3 });
      for (const one of [...waiting, done]) await deliveryIn(tenant.key, id, one.id, { status: 'delivered' });
      expect((await recover({}).expect(202)).body).toEqual({ queued: 0 });
    });

    it('of one delivery tries it now, under its number', async () => {
      stage.receiver.reply = status(503);
      const { id } = await register();
      const waiting = await sent(id, { attempts: 2 });
      const path = `/api/webhooks/${id}/deliveries/${waiting.id}/redeliver`;
      stage.receiver.reply = ok;
      const { body } = await tenant.key.post(path).expect(202);
      expect(body).toMatchObject({ id: waiting.id, attempts: 2, status: 'pending' });
      const delivered = await deliveryIn(tenant.key, id, waiting.id, { status: 'delivered' });
      expect(delivered.attemptLog.at(-1)).toMatchObject({ number: 3, kind: 'scheduled', responseStatus: 200 });
    });

    it('goes on with what another process left behind', async () => {
      stage.receiver.reply = status(500);
      const { id } = await register();
      const { id: delivery } = await failed(id);
      stage.receiver.reply = ok;
      await stage.table.query(
        `INSERT INTO webhook_recoveries (organization_id, id, webhook_id, status, until, after_created_at, after_id, created_at)
         SELECT organization_id, gen_random_uuid(), id, 'failed', now(), '2020-01-01', gen_random_uuid(), now()
         FROM webhook_endpoints WHERE id = $1`,
        id,
      );
      await deliveryIn(tenant.key, id, delivery, { status: 'delivered' });
    });

    it.each([
      ['no beginning', {}, 'since'],
      ['a beginning that is no time', { since: 'yesterday' }, 'since'],
      ['an end before the beginning', { since: '2027-01-02T00:00:00Z', until: '2027-01-01T00:00:00Z' }, 'until'],
      ['a status that cannot be recovered', { since: LONG_AGO, statuses: ['lost'] }, 'statuses'],
      ['no status', { since: LONG_AGO, statuses: [] }, 'statuses'],
      ['an unknown field', { since: LONG_AGO, all: true }, 'all'],
    ])('refuses %s', async (_what, body, field) => {
      const { id } = await register();
      const refusal = await tenant.key.post(`/api/webhooks/${id}/recover`, body).expect(400);
      expect(refusal.body.errors.map((error: Json) => error.field)).toEqual([field]);
    });

    it('needs an endpoint that is there and enabled', async () => {
      const { id } = await register();
      const stranger = await registerTenant(stage.service.url);
      for (const [client, webhook] of [
        [tenant.key, UNKNOWN],
        [stranger.key, id],
      ] as const)
        expectProblem(await client.post(`/api/webhooks/${webhook}/recover`, { since: LONG_AGO }), 404, 'not_found');
      await tenant.key.patch(`/api/webhooks/${id}`, { status: 'disabled' }).expect(200);
      const refusal = await tenant.key.post(`/api/webhooks/${id}/recover`, { since: LONG_AGO });
      expectProblem(refusal, 409, 'webhook_disabled');
    });
  });

  describe('lists of deliveries', () => {
    it('show how the last attempt went, and filter by it', async () => {
      const { id } = await register();
      const good = await sent(id, { status: 'delivered' });
      stage.receiver.reply = status(418);
      const bad = await sent(id, { attempts: 2 });
      expect([good.lastStatus, good.lastError, bad.lastStatus, bad.lastError]).toEqual([200, null, 418, null]);
      const ids = async (query: string) => (await deliveriesTo(tenant.key, id, query)).map((delivery) => delivery.id);
      expect(await ids('responseStatus=418')).toEqual([bad.id]);
      expect(await ids('responseStatus=200')).toEqual([good.id]);
      expect(await ids(`eventId=${bad.eventId}`)).toEqual([bad.id]);
      expect(await ids(`eventId=${UNKNOWN}`)).toEqual([]);
      expect(await ids('eventId=none')).toEqual([]);
      expect(await ids(`from=${bad.createdAt}`)).toEqual([bad.id]);
      expect(await ids(`to=${good.createdAt}`)).toEqual([good.id]);
      expect(await ids(`status=pending&from=${good.createdAt}&responseStatus=418`)).toEqual([bad.id]);
      for (const query of ['responseStatus=20', 'responseStatus=x', 'from=x', 'from=2027-01-02&to=2027-01-01'])
        await tenant.key.get(`/api/webhooks/${id}/deliveries?${query}`).expect(400);
    });

    it('go across endpoints', async () => {
      const other = await registerTenant(stage.service.url);
      const [first, second, gone] = await Promise.all(
        ['a', 'b', 'c'].map((path) => registerWebhook(other, `${stage.receiver.url}/${path}`, ['tour.created'])),
      );
      await other.key.post('/api/tours', { name: 'Sent three times' }).expect(201);
      await other.key.delete(`/api/webhooks/${gone!.id}`).expect(204);
      const list = async (query = '') => (await other.key.get(`/api/webhooks/deliveries?${query}`).expect(200)).body;
      const all = await list();
      expect(all.data.map(({ webhookId }: Json) => webhookId).sort()).toEqual([first!.id, second!.id].sort());
      expect(all.total).toBe(2);
      expect((await list(`webhookId=${first!.id}`)).total).toBe(1);
      expect((await list(`webhookId=${UNKNOWN}`)).total).toBe(0);
      expect((await list(`eventId=${all.data[0].eventId}&limit=1`)).total).toBe(2);
      expect((await list('eventType=tour.deleted')).total).toBe(0);
    });
  });

  describe('event types', () => {
    it('have a schema that needs nothing else, and an example', async () => {
      const { data } = (await tenant.key.get('/api/webhooks/event-types').expect(200)).body;
      for (const { type, schema, example } of data) {
        expect(schema.required).toEqual(
          expect.arrayContaining(['id', 'type', 'createdAt', 'organizationId', 'actor', 'data']),
        );
        expect(example).toMatchObject({ type, data: expect.any(Object) });
        expect(JSON.stringify(schema)).not.toContain('$ref');
      }
      const rsvp = data.find(({ type }: Json) => type === 'guest.rsvp');
      expect(rsvp.schema.properties.data.properties.rsvp.enum).toContain('accepted');
      expect(rsvp.example.data).toMatchObject({ guest: { name: expect.any(String) } });
    });

    it('can be tested, with made-up data that says so', async () => {
      const { id } = await register();
      const { id: delivery } = await test(id, { type: 'guest.rsvp' });
      const { payload, eventType } = await deliveryIn(tenant.key, id, delivery, { status: 'delivered' });
      expect(eventType).toBe('guest.rsvp');
      expect(payload).toMatchObject({ type: 'guest.rsvp', test: true, organizationId: tenant.organization.id });
      expect(payload.data.guest.name).toEqual(expect.any(String));
      await tenant.key.post(`/api/webhooks/${id}/test`, { type: 'guest.danced' }).expect(400);
    });

    it('are tested with all that their schemas require', async () => {
      const { id } = await register();
      const { data } = (await tenant.key.get('/api/webhooks/event-types').expect(200)).body;
      const updates: Json[] = data.filter(({ schema }: Json) => schema.required.includes('previous'));
      expect(updates.map(({ type }) => type)).toEqual(expect.arrayContaining(['guest.rsvp', 'invoice.paid']));
      for (const { type, schema } of updates) {
        const { id: delivery } = await test(id, { type });
        const read = await tenant.key.get(`/api/webhooks/${id}/deliveries/${delivery}`).expect(200);
        const { payload } = read.body;
        expect([type, schema.required.filter((field: string) => !(field in payload))]).toEqual([type, []]);
        expect(payload.previous).toEqual(expect.any(Object));
      }
    });
  });
});

describe('the test inbox', () => {
  let stage: WebhookStage;
  let tenant: Tenant;

  beforeAll(async () => {
    stage = await webhookStage({ WEBHOOK_ALLOWED_NETWORKS: '' });
    tenant = stage.tenant;
  });
  afterAll(() => stage.close());

  const requests = async (who = tenant): Promise<Json[]> =>
    (await who.key.get('/api/webhooks/test-inbox/requests?limit=100').expect(200)).body.data;
  const subscribe = (url: string, options: Json = {}, who = tenant) =>
    who.key.post('/api/webhooks', { url, eventTypes: ['webhook.test'], ...options });

  it('gets signed requests, though no private address may be called', async () => {
    expectProblem(await tenant.key.get('/api/webhooks/test-inbox'), 404, 'not_found');
    expectProblem(await tenant.key.get('/api/webhooks/test-inbox/requests'), 404, 'not_found');
    const { body: inbox } = await tenant.key.post('/api/webhooks/test-inbox').expect(201);
    expect(inbox.url).toMatch(new RegExp(`^${stage.service.url}/webhook-inbox/[\\w-]{43}$`));
    expect((await tenant.key.post('/api/webhooks/test-inbox').expect(201)).body).toEqual(inbox);
    expect((await tenant.key.get('/api/webhooks/test-inbox').expect(200)).body).toEqual(inbox);
    const headers = { 'X-Partner': 'open sesame' };
    const { body: webhook } = await subscribe(inbox.url, { headers }).expect(201);
    const { body: delivery } = await tenant.key.post(`/api/webhooks/${webhook.id}/test`).expect(202);
    await deliveryIn(tenant.key, webhook.id, delivery.id, { status: 'delivered' });
    const [request] = await requests();
    expect(request!.headers).toMatchObject({
      'x-te-delivery': delivery.id,
      'x-te-webhook': webhook.id,
      'x-partner': '…',
    });
    const [, t, signature] = /^t=(\d+),v1=(\w+)$/.exec(request!.headers['x-te-signature'])!;
    expect(createHmac('sha256', webhook.secret).update(`${t}.${request!.body}`).digest('hex')).toBe(signature);
  });

  it('is one, however many ask for it at once, and goes once', async () => {
    const other = await registerTenant(stage.service.url);
    const times = <T>(request: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, request));
    const made = await times(() => Promise.resolve(other.key.post('/api/webhooks/test-inbox')));
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    const deleted = await times(() => Promise.resolve(other.key.delete('/api/webhooks/test-inbox')));
    expect(deleted.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(7).fill(404)]);
    const actions = (await auditOf(stage.service.databaseUrl, made[0]!.body.id)).map(({ action }) => action);
    expect(actions).toEqual(['webhook_inbox.created', 'webhook_inbox.deleted']);
  });

  it('opens no way to anybody else’s inbox, or to other addresses of the service', async () => {
    const { url } = (await tenant.key.post('/api/webhooks/test-inbox').expect(201)).body;
    const stranger = await registerTenant(stage.service.url);
    for (const [who, address] of [
      [stranger, url],
      [tenant, `${stage.service.url}/api/webhooks`],
      [tenant, `${url}/../../api`],
      [tenant, url.slice(0, -1)],
      [tenant, `${stage.service.url}@10.0.0.1/webhook-inbox/`],
    ] as const)
      await subscribe(address, {}, who).expect(400);
  });

  it('keeps the last 50 requests, for a day', async () => {
    const { url } = (await tenant.key.post('/api/webhooks/test-inbox').expect(201)).body;
    const { id } = (await subscribe(url).expect(201)).body;
    const ids: string[] = [];
    for (let count = 0; count < 52; count++)
      ids.push((await tenant.session.post(`/api/webhooks/${id}/test`).expect(202)).body.id);
    for (const delivery of ids) await deliveryIn(tenant.session, id, delivery, { status: 'delivered' });
    expect(await requests()).toHaveLength(50);
    await stage.table.query(`UPDATE webhook_inbox_requests SET created_at = now() - interval '25 hours'`);
    expect(await requests()).toEqual([]);
    await runJob(stage.service, 'forget-inbox-requests');
    expect(await stage.table.query('SELECT 1 FROM webhook_inbox_requests')).toEqual([]);
  });

  it('is gone when it is deleted, and its endpoints fail', async () => {
    const { url } = (await tenant.key.post('/api/webhooks/test-inbox').expect(201)).body;
    const { id } = (await subscribe(url).expect(201)).body;
    await tenant.key.delete('/api/webhooks/test-inbox').expect(204);
    await tenant.key.delete('/api/webhooks/test-inbox').expect(404);
    const { body } = await tenant.key.post(`/api/webhooks/${id}/test`).expect(202);
    await deliveryIn(tenant.key, id, body.id, { lastStatus: 404 });
    await subscribe(url).expect(400);
  });
});
