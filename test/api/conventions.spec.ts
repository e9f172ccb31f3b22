import { registerTenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { METHODS, operations, resolveIn, SchemaChecker, type DocumentedOperation } from '../support/openapi';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';
import { call, callerOf, makeWorld, pathIn, pathTo, postRaw, type World } from '../support/world';

const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
const MALFORMED_IDS = [
  '1',
  'not-an-id',
  'null',
  UNKNOWN_ID.slice(1),
  `${UNKNOWN_ID}0`,
  '%00',
  '%E0%A4%A',
  '..%2F..',
  '%F0%9F%9A%8C',
  "1'%20OR%20'1'='1",
  'x'.repeat(3000),
];

const service = useTestApp();
let document: Json;
let world: World;
let theirs: World;
let stranger: Client;

beforeAll(async () => {
  stranger = new Client(service.url);
  document = (await new Client(service.url).get('/api/openapi.json').expect(200)).body;
  world = await makeWorld(service);
  theirs = await makeWorld(service);
});

describe('an id', () => {
  it("that is malformed, unknown or another organization's gets the same 404, byte for byte", async () => {
    const withIds = operations(document).filter((each) => isOrdinary(each) && !isForm(each) && each.path.includes('{'));
    expect(withIds.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GET /api/tours/{id}', 'PATCH /api/expenses/{id}', 'DELETE /api/auth/sessions/{id}']),
    );
    const caller = world.session.with({ 'X-Request-Id': 'the-same' });
    const expected = (await caller.get(`/api/tours/${UNKNOWN_ID}`).expect(404)).text;
    for (const operation of withIds) {
      const unknown = [UNKNOWN_ID, ...MALFORMED_IDS].map((id) => pathTo(world, operation.path, id));
      // A token opens what it was made for to whoever has it; an announcement is no organization's.
      const isOpen = operation.path.includes('{token}') || operation.path.startsWith('/api/announcements/');
      const others = isOpen ? [] : [pathIn(theirs, operation.path)];
      for (const url of [...others, ...unknown]) {
        const response = await call(caller, operation, url);
        const found = [response.status, response.headers['content-type'], response.text];
        expect([operation.method, url, ...found]).toEqual([
          operation.method,
          url,
          404,
          'application/problem+json; charset=utf-8',
          expected,
        ]);
      }
    }
  });

  it("leaves the other organization's records alone", async () => {
    const reads = operations(document).filter(
      (each) => isOrdinary(each) && each.method === 'get' && each.path.endsWith('/{id}'),
    );
    expect(reads.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/tours/{id}', '/api/api-keys/{id}']));
    for (const { path } of reads) await theirs.session.get(pathIn(theirs, path)).expect(200);
  });

  it('in a body gets the 404 too', async () => {
    const theirTour = theirs.ids['/api/tours/'];
    for (const tourId of [UNKNOWN_ID, theirTour, 'not-an-id', '']) {
      expectProblem(await world.session.post('/api/events', { name: 'An event', tourId }), 404, 'not_found');
      expectProblem(
        await world.session.patch(`/api/events/${world.ids['/api/events/']}`, { tourId }),
        404,
        'not_found',
      );
    }
  });
});

describe('a route', () => {
  it('that does not exist is 404, whatever the method', async () => {
    for (const path of ['/api/nothing', '/api/tours/a/b/c', '/api/%', '/api/tours/%zz']) {
      expectProblem(await world.session.get(path), 404, 'not_found');
      expectProblem(await world.session.post(path, {}), 404, 'not_found');
    }
  });

  it('that does not exist, or not with this method, is named so whatever the body is', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['A tour', 'text/plain'],
      [`"${'x'.repeat(1024 * 1024)}"`, 'application/json'],
    ] as const) {
      expectProblem(await postRaw(world, '/api/nothing', body, type), 404, 'not_found');
      expectProblem(await postRaw(world, `/api/tours/${UNKNOWN_ID}`, body, type), 405, 'method_not_allowed');
      expectProblem(await postRaw(world, '/health/live', body, type), 405, 'method_not_allowed');
    }
  });

  it('with another method is 405 and names those it takes', async () => {
    const paths = Object.keys(document.paths);
    expect(paths).toEqual(expect.arrayContaining(['/health/live', '/health/ready', '/metrics']));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const url = path.replace(/\{[^}]+\}/g, UNKNOWN_ID);
      const takers = operations(document).filter((operation) => operation.path === path);
      const known = [...new Set(takers.map(({ method }) => method))];
      for (const method of METHODS.filter((candidate) => !known.includes(candidate))) {
        const response = await world.session[method](url, {});
        expect([method, path, response.status]).toEqual([method, path, 405]);
        expectProblem(response, 405, 'method_not_allowed');
        const allowed = [...known.map((name) => name.toUpperCase()), ...(known.includes('get') ? ['HEAD'] : [])];
        expect([path, response.headers['allow']]).toEqual([path, allowed.sort().join(', ')]);
      }
    }
  });

  it('answers HEAD like GET without the body, and OPTIONS with what it takes', async () => {
    const get = await world.session.get('/api/tours');
    const head = await fetch(`${service.url}/api/tours`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${world.apiKey.key}` },
    });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      get.headers['content-length'],
      '',
    ]);
    const options = await fetch(`${service.url}/api/tours`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST']);
  });
});

describe('a response', () => {
  it('carries a request id: a harmless one of the caller, else a new one', async () => {
    for (const id of ['a', 'Trace.1_2-3', 'x'.repeat(64)]) {
      const response = await stranger.with({ 'X-Request-Id': id }).get('/api/nothing');
      expect([response.headers['x-request-id'], response.body.requestId]).toEqual([id, id]);
    }
    for (const id of ['', 'x'.repeat(65), 'a b', 'ä'.normalize('NFD').slice(0, 1) + '<script>']) {
      const response = await stranger.with({ 'X-Request-Id': id }).get('/api/nothing');
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.body.requestId).toBe(response.headers['x-request-id']);
    }
  });

  it('under /api carries the rate limit headers, whatever its status', async () => {
    const replies = [
      await world.session.get('/api/tours').expect(200),
      await world.session.post('/api/tours', { name: 'A tour' }).expect(201),
      await world.session.get('/api/tours?page=0').expect(400),
      await world.session.post('/api/tours', {}).expect(400),
      await stranger.get('/api/tours').expect(401),
      await stranger.with({ Authorization: 'Bearer te_wrong' }).get('/api/tours').expect(401),
      await world.key.post('/api/auth/logout').expect(403),
      await stranger.get('/api/nothing').expect(404),
      await stranger.get('/api/docs').expect(200),
      await stranger.post('/api/openapi.json').expect(405),
      await world.session.with({ 'If-None-Match': '*' }).get(`/api/tours/${world.ids['/api/tours/']}`).expect(304),
      await stranger.get('/api/%').expect(404),
      await world.session.get(`/api/tours/${UNKNOWN_ID}`).expect(404),
      await stranger.put('/api/tours').expect(405),
      await postRaw(world, '/api/tours', '{').expect(400),
      await postRaw(world, '/api/tours', '{}', 'text/plain').expect(415),
      await postRaw(world, '/api/tours', `"${'x'.repeat(1024 * 1024)}"`).expect(413),
    ];
    for (const { headers } of replies) {
      expect(headers['ratelimit-policy']).toBe('"default";q=1000000;w=60');
      expect(headers['ratelimit']).toMatch(/^"default";r=\d+;t=\d+$/);
    }
  });

  it('of every operation that reads fits its schema in the OpenAPI document', async () => {
    const contentOf = ({ operation }: DocumentedOperation): Json =>
      resolveIn(document, operation.responses['200']).content['application/json'];
    const reads = operations(document).filter(
      (each) => isOrdinary(each) && each.method === 'get' && each.path.startsWith('/api/') && contentOf(each),
    );
    const schemaOf = (read: DocumentedOperation): Json => contentOf(read).schema;
    const requiredQuery = ({ operation }: DocumentedOperation): string => {
      const required = operation.parameters.filter((parameter: Json) => parameter.in === 'query' && parameter.required);
      const valueOf = ({ name, schema }: Json) => (name === 'eventId' ? world.ids['/api/events/'] : schema.example);
      return `?${new URLSearchParams(required.map((parameter: Json) => [parameter.name, valueOf(parameter)]))}`;
    };
    const checker = new SchemaChecker(document, reads.map(schemaOf));
    expect(reads.length).toBeGreaterThan(10);
    for (const read of reads) {
      const response = await call(callerOf(world, read), read, pathIn(world, read.path) + requiredQuery(read));
      expect([read.name, response.status, checker.problemOf(schemaOf(read), response.body)]).toEqual([
        read.name,
        200,
        null,
      ]);
    }
  });

  it('fits its schema with sums that are longer than any amount that a caller may send', async () => {
    const { key } = await registerTenant(service.url);
    const event = (await key.post('/api/events', { name: 'Jubilee' }).expect(201)).body;
    const expense = { category: 'venue', amount: '999999999999999.99' };
    for (let i = 0; i < 2; i++) await key.post(`/api/events/${event.id}/expenses`, expense).expect(201);
    const referral = (await key.post('/api/referrals', {}).expect(201)).body;
    // The platform's currency at the moment may be one without cents.
    await sql(
      service.databaseUrl,
      `UPDATE referrals SET reward_earned = 1999999999999999.98, currency = 'EUR' WHERE id = $1`,
      [referral.id],
    );
    const schemaOf = (path: string): Json => document.paths[path].get.responses[200].content['application/json'].schema;
    const reads = { '/api/expenses/reports': '?groupBy=category', '/api/referrals': '' };
    const checker = new SchemaChecker(document, Object.keys(reads).map(schemaOf));
    for (const [path, query] of Object.entries(reads)) {
      const { body } = await key.get(`${path}${query}`).expect(200);
      expect(JSON.stringify(body)).toContain('1999999999999999.98');
      expect([path, checker.problemOf(schemaOf(path), body)]).toEqual([path, null]);
    }
  });

  it('never says what runs behind it', async () => {
    const { headers } = await stranger.get('/api/nothing');
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    });
  });
});

/** A message that has been sent stays, and nobody waits where there is no list. */
const ONLY_IN_A_STATE = ['DELETE /api/notifications/{id}', 'DELETE /api/events/{eventId}/waitlist/{eventGuestId}'];

/** Where the second deletion is not answered 404. */
const SECOND_DELETION: Record<string, number> = {
  // Who is not checked in is what was asked for.
  'DELETE /api/events/{eventId}/guests/{eventGuestId}/check-in': 204,
  // The session that asks is gone.
  'DELETE /api/auth/sessions/{id}': 401,
  // A revoked invitation stays in the list.
  'DELETE /api/organizations/invitations/{id}': 409,
};

describe('deleting', () => {
  it('answers 204 without a body, and 404 the second time', async () => {
    const doomed = await makeWorld(service);
    const deletions = operations(document).filter(
      (each) =>
        isOrdinary(each) && each.method === 'delete' && each.path.includes('{') && !ONLY_IN_A_STATE.includes(each.name),
    );
    expect(deletions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['DELETE /api/tours/{id}', ...Object.keys(SECOND_DELETION)]),
    );
    // What others refer to goes last, and the session that asks at the very end.
    const order = (path: string) =>
      ['/api/expenses', '/api/events', '/api/tours', '/api/api-keys', '/api/auth'].findIndex((start) =>
        path.startsWith(start),
      );
    // Of what belongs together the parts go first.
    const parts = (path: string) => path.split('/').length;
    for (const deletion of deletions.sort((a, b) => order(a.path) - order(b.path) || parts(b.path) - parts(a.path))) {
      const url = pathIn(doomed, deletion.path);
      const response = await call(doomed.session, deletion, url);
      expect([deletion.name, response.status, response.text]).toEqual([deletion.name, 204, '']);
      const { status } = await call(doomed.session, deletion, url);
      expect([deletion.name, status]).toEqual([deletion.name, SECOND_DELETION[deletion.name] ?? 404]);
    }
  });
});

/** Whether it is open to members of an organization, rather than to operators of the platform alone. */
/** Whether a browser without scripts sends a form to it, and gets a page. */
function isForm({ operation }: DocumentedOperation): boolean {
  return 'application/x-www-form-urlencoded' in (operation.requestBody?.content ?? {});
}

function isOrdinary({ operation }: DocumentedOperation): boolean {
  return !operation.description.includes('Super Admins only');
}
