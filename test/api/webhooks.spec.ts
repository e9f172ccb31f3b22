import { createHmac } from 'node:crypto';
import { EVENT_TYPES } from '../../src/modules/reach/webhooks/event-types';
import { HOST_RESOLVER, type HostResolver } from '../../src/platform/outbound-http/host-resolver';
import type { TestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { joinAs } from '../support/members';
import { inParallel } from '../support/parallel';
import { expectProblem } from '../support/problem';
import { deliveryIn, Receiver, registerWebhook, startWebhookApp, type Received } from '../support/receiver';
import { untagged } from '../support/rows';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

describe('webhooks', () => {
  let service: TestApp;
  let receiver: Receiver;
  let tenant: Tenant;
  let stranger: Tenant;

  beforeAll(async () => {
    [service, receiver] = await Promise.all([startWebhookApp(), Receiver.start()]);
    // No name server of the machine's is asked.
    jest.spyOn(service.app.get<HostResolver>(HOST_RESOLVER), 'resolve').mockResolvedValue([]);
    [tenant, stranger] = [await registerTenant(service.url), await registerTenant(service.url)];
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);
  const register = (eventTypes = ['*'], who = tenant) => registerWebhook(who, `${receiver.url}/hook`, eventTypes);

  describe('registering one', () => {
    it('stores a URL with letters beyond ASCII as a URI, and calls that', async () => {
      const body = { url: `${receiver.url}/straße?q=größe`, eventTypes: ['tour.deleted'] };
      const { id, url } = (await tenant.key.post('/api/webhooks', body).expect(201)).body;
      expect(url).toBe(`${receiver.url}/stra%C3%9Fe?q=gr%C3%B6%C3%9Fe`);
      await tenant.key.post(`/api/webhooks/${id}/test`).expect(202);
      await eventually('the test', () => receiver.received.find(({ path }) => path === '/stra%C3%9Fe'));
      const changed = await tenant.key.patch(`/api/webhooks/${id}`, { url: `${receiver.url}/ÿ` }).expect(200);
      expect(changed.body.url).toBe(`${receiver.url}/%C3%BF`);
      await tenant.key.delete(`/api/webhooks/${id}`).expect(204);
    });

    it('shows the secret once', async () => {
      const url = `${receiver.url}/hook?of=tours`;
      const body = { url, eventTypes: ['event.created', 'guest.rsvp'], description: ' Feeds the portal. ' };
      const created = (await tenant.key.post('/api/webhooks', body).expect(201)).body;
      const { secret, ...record } = created;
      expect(secret).toMatch(SECRET);
      expect(record).toEqual({
        id: expect.any(String),
        url,
        description: 'Feeds the portal.',
        eventTypes: ['event.created', 'guest.rsvp'],
        tourId: null,
        eventId: null,
        headers: {},
        standardHeaders: false,
        fullPayload: false,
        autoDisable: false,
        health: { lastSuccessAt: null, failingSince: null, pending: 0, delivered24h: 0, failed24h: 0 },
        status: 'enabled',
        secretPrefix: secret.slice(0, 12),
        nextSecret: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: created.createdAt,
      });
      expect((await tenant.session.get(`/api/webhooks/${record.id}`).expect(200)).body).toEqual(record);
      const { body: list } = await tenant.key.get('/api/webhooks').expect(200);
      expect(untagged(list.data.at(-1))).toEqual(record);
    });

    it.each([
      ['no URL', { url: undefined }, 'url'],
      ['a URL that is none', { url: 'partner' }, 'url'],
      ['another scheme', { url: 'ftp://127.0.0.1/' }, 'url'],
      ['credentials in the URL', { url: 'http://user:password@127.0.0.1/' }, 'url'],
      ['a host that does not resolve', { url: 'http://no-such-host.invalid/' }, 'url'],
      ['an address of the internal network', { url: 'http://10.0.0.1/' }, 'url'],
      ['no event types', { eventTypes: undefined }, 'eventTypes'],
      ['an empty list of event types', { eventTypes: [] }, 'eventTypes'],
      ['an unknown event type', { eventTypes: ['tour.created', 'tour.painted'] }, 'eventTypes'],
      ['an event type twice', { eventTypes: ['tour.created', 'tour.created'] }, 'eventTypes'],
      ['a star beside others', { eventTypes: ['*', 'tour.created'] }, 'eventTypes'],
      ['event types that are no list', { eventTypes: '*' }, 'eventTypes'],
      ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description'],
      ['a status', { status: 'disabled' }, 'status'],
      ['a secret of its own', { secret: 'whsec_mine' }, 'secret'],
    ])('refuses %s and names the field', async (_what, change, field) => {
      const body = { url: `${receiver.url}/hook`, eventTypes: ['*'], ...change };
      const refusal = await tenant.key.post('/api/webhooks', body).expect(400);
      expect(refusal.body).toMatchObject({ code: 'validation_failed' });
      expect(fieldsOf(refusal.body)).toEqual([field]);
    });

    it('stops at 50, however many are registered at once', async () => {
      const crowded = await registerTenant(service.url);
      const statuses: number[] = [];
      await inParallel([...Array(55).keys()], async (number) => {
        const { status, body } = await crowded.key.post('/api/webhooks', {
          url: `${receiver.url}/hook/${number}`,
          eventTypes: ['tour.created'],
        });
        statuses.push(status);
        if (status !== 201) expect(body).toMatchObject({ status: 409, code: 'limit_reached' });
      });
      expect(statuses.filter((status) => status === 201)).toHaveLength(50);
      const { body } = await crowded.key.get('/api/webhooks?limit=100').expect(200);
      expect(body.total).toBe(50);
      await crowded.key.delete(`/api/webhooks/${body.data[0].id}`).expect(204);
      await register(['tour.created'], crowded);
    });

    it('has ten endpoints with the same URL, however many are registered or changed at once', async () => {
      const crowded = await registerTenant(service.url);
      const body = { url: `${receiver.url}/same`, eventTypes: ['tour.created'] };
      const other = (await crowded.key.post('/api/webhooks', { ...body, url: `${receiver.url}/other` }).expect(201))
        .body;
      const statuses: number[] = [];
      await inParallel([...Array(13).keys()], async () => {
        statuses.push((await crowded.key.post('/api/webhooks', body)).status);
      });
      expect(statuses.filter((status) => status === 201)).toHaveLength(10);
      expect(statuses.filter((status) => status === 409)).toHaveLength(3);
      expectProblem(await crowded.key.patch(`/api/webhooks/${other.id}`, { url: body.url }), 409, 'limit_reached');
      const last = (await crowded.key.get('/api/webhooks').expect(200)).body.data.find(
        ({ id }: Json) => id !== other.id,
      );
      await crowded.key.patch(`/api/webhooks/${last.id}`, { url: body.url, description: 'Same' }).expect(200);
      await crowded.key.delete(`/api/webhooks/${last.id}`).expect(204);
      await crowded.key.patch(`/api/webhooks/${other.id}`, { url: body.url }).expect(200);
    });

    it('keeps the secret encrypted, out of the audit log and out of replayed answers', async () => {
      const keyed = tenant.key.with({ 'Idempotency-Key': 'register once' });
      const body = { url: `${receiver.url}/hook`, eventTypes: ['tour.deleted'] };
      const first = (await keyed.post('/api/webhooks', body).expect(201)).body;
      const again = await keyed.post('/api/webhooks', body).expect(201).expect('Idempotent-Replayed', 'true');
      expect(again.body).toEqual({ ...first, secret: null });

      const hex = Buffer.from(first.secret).toString('hex');
      const tables = await sql(
        service.databaseUrl,
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
      );
      for (const { name } of tables) {
        const rows = await sql(service.databaseUrl, `SELECT t::text AS row FROM ${name} t`);
        const text = rows.map(({ row }) => row as string).join('\n');
        expect({ name, shown: text.includes(first.secret) || text.includes(hex) }).toEqual({ name, shown: false });
      }
    });
  });

  describe('changing one', () => {
    it('leaves alone what is absent and clears what is null', async () => {
      const { secret: _secret, ...webhook } = await register();
      const path = `/api/webhooks/${webhook.id}`;
      const { body } = await tenant.key
        .patch(path, { description: 'New', eventTypes: ['tour.updated'], status: 'disabled' })
        .expect(200);
      expect(body).toEqual({
        ...webhook,
        description: 'New',
        eventTypes: ['tour.updated'],
        status: 'disabled',
        updatedAt: expect.any(String),
      });
      const cleared = await tenant.key.patch(path, { description: null }).expect(200);
      expect(cleared.body).toMatchObject({ description: null, status: 'disabled' });
    });

    it.each([
      ['a host that does not resolve', { url: 'http://no-such-host.invalid/' }, 'url'],
      ['no event type at all', { eventTypes: [] }, 'eventTypes'],
      ['a star beside others', { eventTypes: ['tour.created', '*'] }, 'eventTypes'],
      ['an unknown status', { status: 'paused' }, 'status'],
      ['null for the URL', { url: null }, 'url'],
    ])('refuses %s', async (_what, change, field) => {
      const webhook = await register();
      const { body } = await tenant.key.patch(`/api/webhooks/${webhook.id}`, change).expect(400);
      expect(fieldsOf(body)).toEqual([field]);
    });

    it('changes only the version that If-Match names', async () => {
      const path = `/api/webhooks/${(await register()).id}`;
      const { etag } = (await tenant.key.get(path)).headers as { etag: string };
      await tenant.key.with({ 'If-Match': etag }).patch(path, { description: 'First' }).expect(200);
      await tenant.key.with({ 'If-Match': etag }).patch(path, { description: 'Second' }).expect(412);
      await tenant.key.with({ 'If-Match': etag }).delete(path).expect(412);
    });

    it('leaves an audit record for every change, without a secret', async () => {
      const webhook = await register(['tour.deleted']);
      const path = `/api/webhooks/${webhook.id}`;
      await tenant.key.patch(path, { status: 'disabled' }).expect(200);
      const rotated = (await tenant.key.post(`${path}/rotate-secret`, { activateIn: 60 }).expect(200)).body;
      await tenant.key.delete(path).expect(204);
      const records = await auditOf(service.databaseUrl, webhook.id);
      expect(records.map(({ action }) => action)).toEqual([
        'webhook.created',
        'webhook.updated',
        'webhook.secret_rotated',
        'webhook.deleted',
      ]);
      expect(records[1].changes).toEqual({ status: { before: 'enabled', after: 'disabled' } });
      expect(records[2].changes.secretPrefix).toEqual({
        before: webhook.secretPrefix,
        after: rotated.secret.slice(0, 12),
      });
      expect(JSON.stringify(records)).not.toContain(webhook.secret);
      expect(JSON.stringify(records)).not.toContain(rotated.secret);
    });
  });

  it('are gone at once when they are deleted, with their deliveries', async () => {
    const webhook = await register(['tour.deleted']);
    const path = `/api/webhooks/${webhook.id}`;
    const { body: delivery } = await tenant.key.post(`${path}/test`).expect(202);
    await deliveryIn(tenant.key, webhook.id, delivery.id, { status: 'delivered' });
    await tenant.key.delete(path).expect(204, '');
    for (const gone of [path, `${path}/deliveries`, `${path}/deliveries/${delivery.id}`])
      await tenant.key.get(gone).expect(404);
    await tenant.key.delete(path).expect(404);
    await tenant.key.patch(path, { description: 'Back' }).expect(404);
    await tenant.key.post(`${path}/test`).expect(404);
    await tenant.key.post(`${path}/rotate-secret`, {}).expect(404);
    const { body } = await tenant.key.get('/api/webhooks?limit=100').expect(200);
    expect(body.data.map(({ id }: Json) => id)).not.toContain(webhook.id);
  });

  it('of another organization do not exist', async () => {
    const webhook = await register();
    const path = `/api/webhooks/${webhook.id}`;
    const delivery = (await tenant.key.post(`${path}/test`).expect(202)).body;
    const own = await register(['tour.created'], stranger);
    const responses = [
      await stranger.key.get(path),
      await stranger.key.get(`${path}/deliveries`),
      await stranger.key.get(`${path}/deliveries/${delivery.id}`),
      await stranger.key.get(`/api/webhooks/${own.id}/deliveries/${delivery.id}`),
      await stranger.key.post(`/api/webhooks/${own.id}/deliveries/${delivery.id}/redeliver`),
      await stranger.key.patch(path, { status: 'disabled' }),
      await stranger.key.post(`${path}/test`),
      await stranger.key.post(`${path}/rotate-secret`, {}),
      await stranger.key.delete(path),
      await stranger.key.get(`/api/webhooks/${UNKNOWN}`),
      await stranger.key.get('/api/webhooks/not-an-id'),
    ];
    const bodies = responses.map(({ status, body }) => JSON.stringify({ status, body: { ...body, requestId: null } }));
    expect(new Set(bodies).size).toBe(1);
    expect(responses[0]!.status).toBe(404);
  });

  it('need the permission for what is done with them', async () => {
    const webhook = await register();
    const { session } = await joinAs(service, tenant, 'Member');
    const refused = [
      await session.get('/api/webhooks'),
      await session.get('/api/webhooks/event-types'),
      await session.get(`/api/webhooks/${webhook.id}/deliveries`),
      await session.post(`/api/webhooks/${webhook.id}/test`),
      await session.post(`/api/webhooks/${webhook.id}/rotate-secret`, {}),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'forbidden']));
  });

  it('can ask for every type of event there is', async () => {
    const { body } = await tenant.key.get('/api/webhooks/event-types').expect(200);
    expect(body.data.map(({ type }: Json) => type)).toEqual(EVENT_TYPES.words());
    expect(body.data.every(({ description }: Json) => description.length > 10)).toBe(true);
    expect(new Set(EVENT_TYPES.words()).size).toBe(68);
    const types = body.data.map(({ type }: Json) => type);
    expect((await register(types)).eventTypes).toEqual(types);
  });

  describe('a test', () => {
    it('is sent at once, whatever the endpoint asked for, and to it alone', async () => {
      const webhook = await register(['tour.deleted']);
      const other = await register(['*']);
      const path = `/api/webhooks/${webhook.id}`;
      const { body } = await tenant.key.post(`${path}/test`).expect(202);
      expect(body).toEqual({
        id: expect.any(String),
        webhookId: webhook.id,
        eventId: expect.any(String),
        eventType: 'webhook.test',
        status: 'pending',
        attempts: 0,
        nextAttemptAt: expect.any(String),
        completedAt: null,
        lastStatus: null,
        lastError: null,
        createdAt: expect.any(String),
        updatedAt: body.createdAt,
      });
      const delivery = await deliveryIn(tenant.key, webhook.id, body.id, { status: 'delivered' });
      expect(delivery).toMatchObject({ attempts: 1, nextAttemptAt: null, completedAt: expect.any(String) });
      const [request] = receiver.of(body.id);
      expect(request!.headers['x-te-event']).toBe('webhook.test');
      expect(JSON.parse(request!.body.toString())).toEqual(delivery.payload);
      expect((await tenant.key.get(`/api/webhooks/${other.id}/deliveries`)).body.total).toBe(0);
      expect((await auditOf(service.databaseUrl, webhook.id)).at(-1)).toMatchObject({ action: 'webhook.tested' });
    });
  });

  it('that are disabled cannot be tested', async () => {
    const webhook = await register();
    await tenant.key.patch(`/api/webhooks/${webhook.id}`, { status: 'disabled' }).expect(200);
    const { body } = await tenant.key.post(`/api/webhooks/${webhook.id}/test`).expect(409);
    expect(body.code).toBe('webhook_disabled');
    expect((await tenant.key.get(`/api/webhooks/${webhook.id}/deliveries`)).body.total).toBe(0);
  });

  describe('a request', () => {
    it('has the headers of the specification and a signature over the very bytes', async () => {
      const webhook = await register(['tour.created']);
      const tour = (await tenant.key.post('/api/tours', { name: 'Süd & "Nord" 🚌' }).expect(201)).body;
      const [delivery] = (await tenant.key.get(`/api/webhooks/${webhook.id}/deliveries`).expect(200)).body.data;
      const request = await eventually('the request', () => receiver.of(delivery.id)[0]);
      expect(request.method).toBe('POST');
      expect(request.headers).toMatchObject({
        'content-type': 'application/json',
        'x-te-event': 'tour.created',
        'x-te-delivery': delivery.id,
        'x-te-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
        'user-agent': expect.stringMatching(/^[A-Za-z-]+\/1\.0$/),
        'content-length': String(request.body.length),
      });
      expect(isSignedWith(webhook.secret, request)).toBe(true);
      expect(isSignedWith('whsec_another', request)).toBe(false);
      const [stored] = await sql(service.databaseUrl, 'SELECT body FROM outbox_events WHERE id = $1', [
        delivery.eventId,
      ]);
      expect(request.body.equals(Buffer.from(stored.body))).toBe(true);
      expect(JSON.parse(stored.body)).toEqual({
        id: delivery.eventId,
        type: 'tour.created',
        createdAt: expect.stringMatching(/Z$/),
        organizationId: tenant.organization.id,
        actor: { type: 'apiKey', id: tenant.apiKey.id, name: tenant.apiKey.name },
        data: tour,
      });
    });
  });

  it('make the service keep the events that they ask for, and no others', async () => {
    const { organization, key } = await registerTenant(service.url);
    const kept = () =>
      sql(service.databaseUrl, 'SELECT type FROM outbox_events WHERE organization_id = $1 ORDER BY id', [
        organization.id,
      ]);
    const listen = (eventTypes: string[]) => registerWebhook({ key }, `${receiver.url}/hook`, eventTypes);
    await key.post('/api/tours', { name: 'Unheard' }).expect(201);
    expect(await kept()).toEqual([]);
    await listen(['tour.updated']);
    await listen(['tour.created']);
    const { id } = await listen(['tour.created', 'tour.deleted']);
    const { body: tour } = await key.post('/api/tours', { name: 'A tour' }).expect(201);
    await key.post('/api/events', { name: 'An event' }).expect(201);
    expect(await kept()).toEqual([{ type: 'tour.created' }]);
    await key.patch(`/api/webhooks/${id}`, { status: 'disabled' }).expect(200);
    await key.delete(`/api/tours/${tour.id}`).expect(204);
    expect(await kept()).toEqual([{ type: 'tour.created' }, { type: 'tour.deleted' }]);
  });

  describe('rotating the secret', () => {
    const rotate = async (id: string, body: Record<string, unknown>): Promise<Json> =>
      (await tenant.key.post(`/api/webhooks/${id}/rotate-secret`, body).expect(200)).body;
    const shown = async (id: string): Promise<Json> => (await tenant.key.get(`/api/webhooks/${id}`).expect(200)).body;
    const prefixOf = async (id: string): Promise<string> => (await shown(id)).secretPrefix;
    const testRequest = async (id: string): Promise<Received> => {
      const { body } = await tenant.key.post(`/api/webhooks/${id}/test`).expect(202);
      return eventually('the test to arrive', () => receiver.of(body.id)[0]);
    };

    afterEach(() => service.clock.release());

    it('takes effect at once unless it is to wait', async () => {
      const webhook = await register(['tour.deleted']);
      const { secret, activeFrom } = await rotate(webhook.id, {});
      expect(secret).toMatch(SECRET);
      expect(secret).not.toBe(webhook.secret);
      expect(new Date(activeFrom).getTime()).toBeLessThanOrEqual(service.clock.now().getTime());
      expect(await prefixOf(webhook.id)).toBe(secret.slice(0, 12));
      expect(isSignedWith(secret, await testRequest(webhook.id))).toBe(true);
    });

    it('lets the old one sign until the new one takes over, by the clock', async () => {
      const webhook = await register(['tour.deleted']);
      service.clock.stopAt('2027-01-01T12:00:00.000Z');
      const { secret, activeFrom } = await rotate(webhook.id, { activateIn: 600 });
      expect(activeFrom).toBe('2027-01-01T12:10:00.000Z');
      service.clock.advance(599_999);
      const nextSecret = { prefix: secret.slice(0, 12), activeFrom };
      expect(await shown(webhook.id)).toMatchObject({ secretPrefix: webhook.secretPrefix, nextSecret });
      expect(isSignedWith(webhook.secret, await testRequest(webhook.id))).toBe(true);
      service.clock.advance(1);
      expect(await shown(webhook.id)).toMatchObject({ secretPrefix: secret.slice(0, 12), nextSecret: null });
      expect(isSignedWith(secret, await testRequest(webhook.id))).toBe(true);

      const third = await rotate(webhook.id, { activateIn: 60 });
      expect(isSignedWith(secret, await testRequest(webhook.id))).toBe(true);
      const fourth = await rotate(webhook.id, { activateIn: 60 });
      service.clock.advance(60_000);
      const request = await testRequest(webhook.id);
      expect([third.secret, fourth.secret].map((each) => isSignedWith(each, request))).toEqual([false, true]);
    });

    it.each([[{ activateIn: -1 }], [{ activateIn: 86_401 }], [{ activateIn: 1.5 }], [{ activateIn: '60' }]])(
      'refuses %j',
      async (body) => {
        const webhook = await register(['tour.deleted']);
        const refusal = await tenant.key.post(`/api/webhooks/${webhook.id}/rotate-secret`, body).expect(400);
        expect(fieldsOf(refusal.body)).toEqual(['activateIn']);
      },
    );

    it('can be asked for without a body', async () => {
      const webhook = await register(['tour.deleted']);
      await tenant.key.post(`/api/webhooks/${webhook.id}/rotate-secret`).expect(200);
    });
  });

  it('are described in the OpenAPI document, each type of event with an example', async () => {
    const document = (await tenant.key.get('/api/openapi.json').expect(200)).body;
    expect(Object.keys(document.webhooks)).toEqual(EVENT_TYPES.words());
    for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
      const { example } = post.requestBody.content['application/json'];
      expect(example).toMatchObject({ type, data: expect.any(Object) });
      // Of somebody who is forgotten there is nothing but the id.
      expect(Object.keys(example.data).length).toBeGreaterThan(type === 'guest.erased' ? 0 : 1);
      expect(JSON.stringify(example)).not.toContain('rsvpUrl');
    }
    expect(document.webhooks['event.created'].post.requestBody.content['application/json'].example.data).toEqual({
      id: expect.any(String),
      name: expect.any(String),
      tourId: expect.any(String),
    });
  });
});

/** As a receiver would check it, written down independently of the product. */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-te-signature'])) ?? [];
  const signed = Buffer.concat([Buffer.from(`${t}.`), body]);
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(signed).digest('hex') === v1;
}
