import Stripe from 'stripe';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { expectProblem } from '../support/problem';
import { deliveriesTo, Receiver, webhookStage, type Received, type WebhookStage } from '../support/receiver';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('the options of an endpoint', () => {
  let stage: WebhookStage;
  let tenant: Tenant;
  let stranger: Tenant;
  let inbox: string;
  let paths = 0;

  beforeAll(async () => {
    stage = await webhookStage({ WEBHOOK_RETRY_DELAYS: '0,0,0,0,0,0' });
    tenant = stage.tenant;
    stranger = await registerTenant(stage.service.url);
    inbox = (await tenant.session.post('/api/webhooks/test-inbox').expect(201)).body.url;
  });
  afterAll(() => stage.close());

  const create = async (path: string, body: Json, who = tenant): Promise<Json> =>
    (await who.session.post(path, body).expect(201)).body;

  /** An endpoint at a path of its own. */
  async function endpoint(options: Json = {}, who: Pick<Tenant, 'session'> = tenant): Promise<Json> {
    const path = `/options/${++paths}`;
    const body = { url: `${stage.receiver.url}${path}`, eventTypes: ['*'], ...options };
    return { ...(await who.session.post('/api/webhooks', body).expect(201)).body, path };
  }

  const requestsTo = ({ path }: Json) => stage.receiver.received.filter((request) => request.path === path);
  const bodyOf = ({ body }: Received): Json => JSON.parse(body.toString());
  /** The bodies that an endpoint got, once there is one of this type among them. */
  const until = (to: Json, type: string): Promise<Json[]> =>
    eventually(`${type} at ${to.path}`, () => {
      const bodies = requestsTo(to).map(bodyOf);
      return Promise.resolve(bodies.some((body) => body.type === type) ? bodies : null);
    });
  /** The types of what is sent to an endpoint: its deliveries are there as soon as the changes are. */
  const typesTo = async ({ id }: Json): Promise<string[]> =>
    (await deliveriesTo(tenant.key, id)).map(({ eventType }) => eventType).sort();
  const firstRequest = (to: Json): Promise<Received> =>
    eventually(`a request to ${to.path}`, () => Promise.resolve(requestsTo(to)[0] ?? null));

  describe('bodies', () => {
    it('say whose event it is, who made the change, and what an update changed', async () => {
      const to = await endpoint({ eventTypes: ['tour.created', 'tour.updated', 'tour.deleted'] });
      const tour = await create('/api/tours', { name: 'Before', notes: 'Same' });
      await tenant.key.patch(`/api/tours/${tour.id}`, { name: 'After' }).expect(200);
      await tenant.session.delete(`/api/tours/${tour.id}`).expect(204);
      const bodies = await until(to, 'tour.deleted');
      const [created, updated, deleted] = ['created', 'updated', 'deleted'].map((verb) =>
        bodies.find(({ type }) => type === `tour.${verb}`),
      ) as [Json, Json, Json];
      const user = { type: 'user', id: tenant.user.id, name: tenant.user.name };
      const keyed = { type: 'apiKey', id: tenant.apiKey.id, name: tenant.apiKey.name };
      expect(created).toMatchObject({ organizationId: tenant.organization.id, actor: user, data: { name: 'Before' } });
      expect(updated).toMatchObject({ organizationId: tenant.organization.id, actor: keyed, data: { name: 'After' } });
      expect(updated.previous).toEqual({ name: 'Before' });
      for (const body of [created, deleted]) expect(body).not.toHaveProperty('previous');
    });

    it('hold three fields of a new event, and all of them with fullPayload', async () => {
      const [few, full] = [await endpoint(), await endpoint({ fullPayload: true })];
      const event = await create('/api/events', { name: 'Concert', notes: 'Loud' });
      const ofType = (bodies: Json[]) => bodies.find(({ type }) => type === 'event.created')!;
      expect(ofType(await until(few, 'event.created')).data).toEqual({ id: event.id, name: 'Concert', tourId: null });
      const whole = ofType(await until(full, 'event.created'));
      expect(whole.data).toEqual(event);
      expect(ofType(await until(few, 'event.created')).id).toBe(whole.id);
      const [delivery] = (await tenant.key.get(`/api/webhooks/${full.id}/deliveries`).expect(200)).body.data;
      const shown = await tenant.key.get(`/api/webhooks/${full.id}/deliveries/${delivery.id}`).expect(200);
      expect(shown.body.payload).toEqual(whole);
    });
  });

  describe('a tour or an event', () => {
    it('leave out what does not belong to it', async () => {
      const tour = await create('/api/tours', { name: 'North' });
      const other = await create('/api/tours', { name: 'South' });
      const inside = await create('/api/events', { name: 'Inside', tourId: tour.id });
      const second = await create('/api/events', { name: 'Also inside', tourId: tour.id });
      const outside = await create('/api/events', { name: 'Outside', tourId: other.id });
      const [ofTour, ofEvent] = [await endpoint({ tourId: tour.id }), await endpoint({ eventId: inside.id })];
      expect([ofTour.tourId, ofEvent.eventId]).toEqual([tour.id, inside.id]);
      for (const { id } of [outside, second, inside])
        await create(`/api/events/${id}/expenses`, { category: 'transport', amount: '1.00', description: id });
      await create('/api/guests', { name: 'Of no event' });
      await create('/api/vehicles', { name: 'Of no event', capacity: 2 });
      await tenant.key.patch(`/api/tours/${other.id}`, { notes: 'Elsewhere' }).expect(200);
      await tenant.key.patch(`/api/tours/${tour.id}`, { notes: 'Here' }).expect(200);
      await tenant.key.patch(`/api/events/${inside.id}`, { notes: 'Here' }).expect(200);
      const ofTheTour = await eventually('four requests', async () => {
        const bodies = await until(ofTour, 'event.updated');
        return bodies.length >= 4 ? bodies : null;
      });
      expect(ofTheTour.map(({ type, data }) => `${type} ${data.description ?? data.name}`).sort()).toEqual(
        [
          `expense.created ${second.id}`,
          `expense.created ${inside.id}`,
          'event.updated Inside',
          'tour.updated North',
        ].sort(),
      );
      expect(await typesTo(ofEvent)).toEqual(['event.updated', 'expense.created']);
    });

    it('must be there, and the organization’s own', async () => {
      const foreign = await create('/api/tours', { name: 'Foreign' }, stranger);
      const url = `${stage.receiver.url}/never`;
      for (const place of [{ tourId: UNKNOWN }, { tourId: 'x' }, { tourId: foreign.id }, { eventId: UNKNOWN }])
        expectProblem(await tenant.key.post('/api/webhooks', { url, eventTypes: ['*'], ...place }), 404, 'not_found');
      const own = await endpoint();
      expectProblem(await tenant.key.patch(`/api/webhooks/${own.id}`, { tourId: foreign.id }), 404, 'not_found');
    });
  });

  describe('headers of its own', () => {
    it('are sent with every request, stored encrypted and never shown', async () => {
      const headers = { Authorization: 'Bearer open sesame', 'X-Partner': 'te' };
      const to = await endpoint({ headers });
      expect(to.headers).toEqual({ Authorization: null, 'X-Partner': null });
      await create('/api/tours', { name: 'Headed' });
      expect((await firstRequest(to)).headers).toMatchObject({
        authorization: 'Bearer open sesame',
        'x-partner': 'te',
        'content-type': 'application/json',
      });
      const { body } = await tenant.key.get(`/api/webhooks/${to.id}`).expect(200);
      expect(body.headers).toEqual({ Authorization: null, 'X-Partner': null });
      const records = await auditOf(stage.service.databaseUrl, to.id);
      const [row] = await sql(stage.service.databaseUrl, 'SELECT * FROM webhook_endpoints WHERE id = $1', [to.id]);
      expect(JSON.stringify([records, row, String(row!['headers'])])).not.toContain('open sesame');
    });

    it('keep a value for null, and go when they are not named', async () => {
      const to = await endpoint({ headers: { 'X-Kept': 'kept', 'X-Gone': 'gone' } });
      const changed = await tenant.key.patch(`/api/webhooks/${to.id}`, { headers: { 'X-Kept': null, 'X-New': 'new' } });
      expect(changed.body.headers).toEqual({ 'X-Kept': null, 'X-New': null });
      await tenant.key.patch(`/api/webhooks/${to.id}`, { description: 'Other' }).expect(200);
      await create('/api/tours', { name: 'Headed again' });
      const { headers } = await firstRequest(to);
      expect(headers).toMatchObject({ 'x-kept': 'kept', 'x-new': 'new' });
      expect(headers).not.toHaveProperty('x-gone');
    });

    describe('at a URL of another origin', () => {
      const headers = { Authorization: 'Bearer of the partner' };
      let elsewhere: Receiver;
      beforeAll(async () => {
        elsewhere = await Receiver.start();
      });
      afterAll(() => elsewhere.close());

      it.each([
        ['another scheme', (url: string) => url.replace('http:', 'https:')],
        ['another host', (url: string) => url.replace('127.0.0.1', '127.0.0.2')],
        ['another port', () => elsewhere.url],
        ['the test inbox', () => inbox],
      ])('are to be sent again: %s', async (_what, change) => {
        const to = await endpoint({ headers });
        const { url } = to;
        for (const body of [
          {},
          { headers: { Authorization: null } },
          { headers: { authorization: null, 'X-A': 'b' } },
        ]) {
          const response = await tenant.key.patch(`/api/webhooks/${to.id}`, { url: change(url), ...body });
          expectProblem(response, 400, 'validation_failed');
          expect(response.body.errors).toEqual([
            { field: 'headers', code: 'required', message: expect.stringContaining('another origin') },
          ]);
        }
        const { body } = await tenant.key.get(`/api/webhooks/${to.id}`).expect(200);
        expect(body).toMatchObject({ url, headers: { Authorization: null } });
      });

      it('go there when they are, or are cleared', async () => {
        const [overridden, cleared] = [await endpoint({ headers }), await endpoint({ headers })];
        const moved = (to: Json) => ({ url: `${elsewhere.url}${to.path}` });
        const own = { headers: { 'X-Own': 'of mine' } };
        await tenant.key.patch(`/api/webhooks/${overridden.id}`, { ...moved(overridden), ...own }).expect(200);
        await tenant.key.patch(`/api/webhooks/${cleared.id}`, { ...moved(cleared), headers: {} }).expect(200);
        await create('/api/tours', { name: 'Moved' });
        const got = await eventually('a request to both', () =>
          Promise.resolve(elsewhere.received.length >= 2 ? elsewhere.received : null),
        );
        for (const request of got) expect(request.headers).not.toHaveProperty('authorization');
        expect(got.find(({ path }) => path === overridden.path)!.headers).toMatchObject({ 'x-own': 'of mine' });
      });

      it('do not follow a delivery that still waits', async () => {
        const to = await endpoint({ headers, eventTypes: ['tour.created'] });
        await tenant.key.patch(`/api/webhooks/${to.id}`, { status: 'disabled' }).expect(200);
        await create('/api/tours', { name: 'Waiting' });
        const changes = { url: `${elsewhere.url}/waited`, headers: {}, status: 'enabled' };
        await tenant.key.patch(`/api/webhooks/${to.id}`, changes).expect(200);
        const request = await eventually('the waiting delivery', () =>
          Promise.resolve(elsewhere.received.find(({ path }) => path === '/waited') ?? null),
        );
        expect(request.headers).not.toHaveProperty('authorization');
      });

      it('stay with another path of the same origin', async () => {
        const to = await endpoint({ headers });
        const path = `${to.path}/moved`;
        const url = `${stage.receiver.url.replace('http', 'HTTP')}${path}?again`;
        await tenant.key.patch(`/api/webhooks/${to.id}`, { url }).expect(200);
        await create('/api/tours', { name: 'Same origin' });
        expect((await firstRequest({ ...to, path })).headers).toMatchObject({ authorization: 'Bearer of the partner' });
      });

      it('are not asked for where there are none', async () => {
        const to = await endpoint();
        await tenant.key.patch(`/api/webhooks/${to.id}`, { url: `${elsewhere.url}${to.path}` }).expect(200);
      });
    });

    it.each([
      ['six of them', Object.fromEntries([...'abcdef'].map((letter) => [`X-${letter}`, '1']))],
      ['one of the service', { 'x-te-event': 'forged' }],
      ['one of Standard Webhooks', { 'Webhook-Id': 'forged' }],
      ['the content type', { 'Content-Type': 'text/plain' }],
      ['the host', { Host: 'example.com' }],
      ['a name twice', { 'X-A': '1', 'x-a': '2' }],
      ['a name that is none', { 'X A': '1' }],
      ['a value with a line break', { 'X-A': '1\r\nX-B: 2' }],
      ['an empty value', { 'X-A': '' }],
      ['a value that is no text', { 'X-A': 1 }],
      ['a value to be kept of a new one', { 'X-A': null }],
      ['a list', ['X-A']],
    ])('may not be %s', async (_what, headers) => {
      const url = `${stage.receiver.url}/never`;
      const { body } = await tenant.key.post('/api/webhooks', { url, eventTypes: ['*'], headers }).expect(400);
      expect(body.errors.map(({ field }: Json) => field)).toEqual(['headers']);
    });
  });

  describe('requests', () => {
    it('name the endpoint and count the attempts', async () => {
      stage.receiver.reply = ({ times }, response) => response.writeHead(times < 3 ? 500 : 200).end();
      const to = await endpoint({ eventTypes: ['vehicle.created'] });
      await create('/api/vehicles', { name: 'Counted', capacity: 1 });
      const got = await eventually('three attempts', () =>
        Promise.resolve(requestsTo(to).length >= 3 ? requestsTo(to) : null),
      );
      expect(got.map(({ headers }) => headers['x-te-attempt'])).toEqual(['1', '2', '3']);
      for (const { headers } of got) expect(headers['x-te-webhook']).toBe(to.id);
    });

    it('verify with the libraries of Stripe, Standard Webhooks and Svix', async () => {
      const to = await endpoint({ standardHeaders: true });
      await create('/api/tours', { name: 'Zürich ✓' });
      const { headers, body, delivery } = await firstRequest(to);
      const text = body.toString();
      const given = headers as Record<string, string>;
      expect(given['webhook-id']).toBe(delivery);
      const read = JSON.parse(text);
      expect(new StandardWebhook(to.secret).verify(text, given)).toEqual(read);
      expect(new SvixWebhook(to.secret).verify(text, given)).toEqual(read);
      const stripe = new Stripe('sk_test_none').webhooks;
      expect(stripe.constructEvent(text, given['x-te-signature']!, to.secret)).toEqual(read);
      expect(() => new StandardWebhook(to.secret).verify(`${text} `, given)).toThrow();
      expect(() => stripe.constructEvent(`${text} `, given['x-te-signature']!, to.secret)).toThrow();
    });

    it('have no standard headers unless they are asked for', async () => {
      const to = await endpoint();
      await create('/api/tours', { name: 'Plain' });
      expect(Object.keys((await firstRequest(to)).headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    });
  });

  it('name the variable that allows a private address', async () => {
    const { body } = await tenant.key.post('/api/webhooks', { url: 'http://10.0.0.1/', eventTypes: ['*'] }).expect(400);
    expect(body.errors).toEqual([
      { field: 'url', code: 'address_refused', message: expect.stringContaining('WEBHOOK_ALLOWED_NETWORKS') },
    ]);
  });
});
