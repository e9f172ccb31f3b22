import { jest } from '@jest/globals';
import { Client as Database } from 'pg';
import type { Response } from 'supertest';
import { ToursService } from '../../src/modules/tours/tours.service';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique } from '../support/builders';
import { Client, type Json } from '../support/client';
import { METHODS, operations, resolveIn, SchemaChecker, type DocumentedOperation } from '../support/openapi';
import { idFor, makeWorld, withId, type World } from '../support/world';

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

let service: TestApp;
let document: Json;
let world: World;
let theirs: World;
let stranger: Client;

beforeAll(async () => {
  service = await startTestApp();
  stranger = new Client(service.url);
  document = (await stranger.get('/api/openapi.json').expect(200)).body;
  world = await makeWorld(service.url);
  theirs = await makeWorld(service.url);
});

afterAll(() => service.close());

describe('an id', () => {
  it("that is malformed, unknown or another organization's gets the same 404, byte for byte", async () => {
    const withIds = operations(document).filter(({ path }) => path.includes('{'));
    expect(withIds.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GET /api/tours/{id}', 'PATCH /api/expenses/{id}', 'DELETE /api/auth/sessions/{id}']),
    );
    const caller = world.session.with({ 'X-Request-Id': 'the-same' });
    const expected = (await caller.get(`/api/tours/${UNKNOWN_ID}`).expect(404)).text;
    for (const operation of withIds) {
      for (const id of [UNKNOWN_ID, idFor(theirs, operation.path), ...MALFORMED_IDS]) {
        const answer = await call(caller, operation, id);
        expect([operation.name, id, answer.status, answer.text]).toEqual([operation.name, id, 404, expected]);
        expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      }
    }
  });

  it("leaves the other organization's records alone", async () => {
    for (const { path, method } of operations(document)) {
      if (method === 'get' && path.endsWith('/{id}'))
        await theirs.session.get(withId(path, idFor(theirs, path))).expect(200);
    }
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
    for (const path of ['/api', '/api/', '/api/nothing', '/api/tours/a/b/c', '/api/%', '/api/tours/%zz']) {
      expectProblem(await world.session.get(path), 404, 'not_found');
      expectProblem(await world.session.post(path, {}), 404, 'not_found');
    }
  });

  it('with another method is 405 and names those it takes', async () => {
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/api/'));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const url = withId(path, UNKNOWN_ID);
      // A path such as /api/expenses/reports is one that /api/expenses/{id} takes too.
      const takers = operations(document).filter((operation) => matches(operation.path, url));
      const known = [...new Set(takers.map(({ method }) => method))];
      for (const method of METHODS.filter((candidate) => !known.includes(candidate))) {
        const answer = await stranger[method](url, {});
        expectProblem(answer, 405, 'method_not_allowed');
        const allowed = [...known.map((name) => name.toUpperCase()), ...(known.includes('get') ? ['HEAD'] : [])];
        expect([path, answer.headers['allow']]).toEqual([path, allowed.sort().join(', ')]);
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

describe('an answer', () => {
  it('carries a request id: a harmless one of the caller, else a new one', async () => {
    for (const id of ['a', 'Trace.1_2-3', 'x'.repeat(64)]) {
      const answer = await stranger.with({ 'X-Request-Id': id }).get('/api/nothing');
      expect([answer.headers['x-request-id'], answer.body.requestId]).toEqual([id, id]);
    }
    for (const id of ['', 'x'.repeat(65), 'a b', 'ä'.normalize('NFD').slice(0, 1) + '<script>']) {
      const answer = await stranger.with({ 'X-Request-Id': id }).get('/api/nothing');
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
    }
  });

  it('under /api carries the rate limit headers, whatever its status', async () => {
    const answers = [
      await world.session.get('/api/tours').expect(200),
      await world.session.post('/api/tours', { name: 'A tour' }).expect(201),
      await world.session.get('/api/tours?page=0').expect(400),
      await world.session.post('/api/tours', {}).expect(400),
      await stranger.get('/api/tours').expect(401),
      await stranger.with({ Authorization: 'Bearer te_wrong' }).get('/api/tours').expect(401),
      await world.key.post('/api/auth/logout').expect(403),
      await stranger.get('/api/nothing').expect(404),
      await stranger.get('/api/%').expect(404),
      await world.session.get(`/api/tours/${UNKNOWN_ID}`).expect(404),
      await stranger.put('/api/tours').expect(405),
      await rawly(world, '/api/tours', '{').expect(400),
      await rawly(world, '/api/tours', '{}', 'text/plain').expect(415),
      await rawly(world, '/api/tours', `"${'x'.repeat(1024 * 1024)}"`).expect(413),
    ];
    for (const { headers } of answers) {
      expect(headers['ratelimit-policy']).toBe('"default";q=1000000;w=60');
      expect(headers['ratelimit']).toMatch(/^"default";r=\d+;t=\d+$/);
    }
  });

  it('of every operation that reads fits its schema in the OpenAPI document', async () => {
    const reads = operations(document).filter(
      ({ method, path }) => method === 'get' && path.startsWith('/api/') && !path.endsWith('/platform'),
    );
    const schemaOf = ({ operation }: DocumentedOperation): Json =>
      resolveIn(document, operation.responses['200']).content['application/json'].schema;
    const checker = new SchemaChecker(document, reads.map(schemaOf));
    expect(reads.length).toBeGreaterThan(10);
    for (const read of reads) {
      const answer = await call(world.session, read, read.path.includes('{') ? idFor(world, read.path) : undefined);
      expect([read.name, answer.status, checker.problemOf(schemaOf(read), answer.body)]).toEqual([
        read.name,
        200,
        null,
      ]);
    }
  });

  it('never says what runs behind it', async () => {
    const { headers } = await stranger.get('/api/nothing');
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
  });
});

describe('a body', () => {
  it.each([
    ['{"name": "A tour"', 400, 'malformed_json'],
    ['', 400, 'validation_failed'],
    ['null', 400, 'validation_failed'],
    ['[]', 400, 'validation_failed'],
    ['"name"', 400, 'validation_failed'],
  ])('%s is refused', async (body, status, code) => {
    expectProblem(await rawly(world, '/api/tours', body), status, code);
  });

  it('of another content type is 415, and none at all counts as another', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/xml']) {
      expectProblem(await rawly(world, '/api/tours', '{"name":"A tour"}', type), 415, 'unsupported_media_type');
    }
    await rawly(world, '/api/tours', '{"name":"A tour"}', 'application/json; charset=utf-8').expect(201);
  });

  it('over 1 MiB is 413, announced or not', async () => {
    const tooLarge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    expectProblem(await rawly(world, '/api/tours', tooLarge), 413, 'payload_too_large');
    const chunked = await fetch(`${service.url}/api/tours`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.apiKey.key}`, 'Content-Type': 'application/json' },
      body: new Blob([tooLarge]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect([chunked.status, ((await chunked.json()) as Json).code]).toEqual([413, 'payload_too_large']);
  });

  it('has every wrong, missing and unknown field named', async () => {
    const answer = await world.session.post('/api/tours', {
      budget: 12.5,
      startDate: 'soon',
      colour: 'red',
      status: 'lost',
    });
    expectProblem(answer, 400, 'validation_failed');
    const errors: Json[] = answer.body.errors;
    expect(errors.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      'budget invalid_amount',
      'colour unknown_field',
      'name required',
      'startDate invalid_date',
      'status not_allowed',
    ]);
    for (const { field, message } of errors) expect(message.startsWith(`${field} `)).toBe(true);
  });

  it('takes money as decimal strings only', async () => {
    const post = (amount: unknown, currency = 'EUR') =>
      world.session.post(`/api/events/${world.ids['/api/events/']}/expenses`, {
        category: 'transport',
        amount,
        currency,
      });
    for (const amount of [
      12,
      12.5,
      '-1',
      '+1',
      '1e3',
      'NaN',
      'Infinity',
      '',
      ' 1',
      '1,50',
      '1.',
      '.5',
      '0x10',
      '1.234',
      '1234567890123456',
      '٣',
      null,
      true,
    ]) {
      expectProblem(await post(amount), 400, 'validation_failed');
    }
    for (const currency of ['eur', 'XXL', 'EURO', '', '€'])
      expectProblem(await post('1.00', currency), 400, 'validation_failed');
    expectProblem(await post('1.0', 'JPY'), 400, 'validation_failed');
    expect((await post('1', 'EUR').expect(201)).body).toMatchObject({ amount: '1.00', currency: 'EUR' });
    expect((await post('999999999999999.999', 'KWD').expect(201)).body).toMatchObject({
      amount: '999999999999999.999',
      currency: 'KWD',
    });
    expect((await post('5', 'JPY').expect(201)).body).toMatchObject({ amount: '5', currency: 'JPY' });
  });

  it('counts lengths in code points, after trimming', async () => {
    await world.session.post('/api/tours', { name: `  ${'🚌'.repeat(200)}  ` }).expect(201);
    expectProblem(await world.session.post('/api/tours', { name: '🚌'.repeat(201) }), 400, 'validation_failed');
    expectProblem(await world.session.post('/api/tours', { name: '   ' }), 400, 'validation_failed');
  });
});

describe('a list', () => {
  let lists: DocumentedOperation[];

  beforeAll(() => {
    lists = operations(document).filter(({ operation }) =>
      operation.parameters.some((parameter: Json) => parameter.name === 'page' && parameter.in === 'query'),
    );
  });

  const read = (list: DocumentedOperation, query: string) =>
    world.session.get(`${list.path.includes('{') ? withId(list.path, idFor(world, list.path)) : list.path}${query}`);

  it('answers a page with its number, limit and the true total', async () => {
    expect(lists.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/api/tours',
        '/api/events',
        '/api/events/{id}/expenses',
        '/api/api-keys',
        '/api/audit-logs',
      ]),
    );
    for (const list of ordinary()) {
      const { body } = await read(list, '').expect(200);
      expect(Object.keys(body)).toEqual(['data', 'total', 'page', 'limit', 'totalPages']);
      expect(body).toMatchObject({ page: 1, limit: 10, totalPages: Math.ceil(body.total / 10) });
      expect(body.total).toBeGreaterThan(0);
      const past = await read(list, '?page=9999').expect(200);
      expect(past.body).toEqual({ data: [], total: body.total, page: 9999, limit: 10, totalPages: body.totalPages });
    }
  });

  it('applies a limit above 100 as 100 and says so', async () => {
    for (const list of ordinary()) {
      for (const limit of ['101', '1000', '999999999'])
        expect((await read(list, `?limit=${limit}`).expect(200)).body.limit).toBe(100);
    }
  });

  it('refuses a page or limit that is no whole number from 1, and names it', async () => {
    for (const list of ordinary()) {
      for (const field of ['page', 'limit']) {
        for (const value of ['0', '-1', '1.5', 'one', '', '%20', '1e2', '0x1', '1&' + field + '=2']) {
          const answer = await read(list, `?${field}=${value}`);
          expectProblem(answer, 400, 'validation_failed');
          expect(answer.body.errors.map((error: Json) => error.field)).toEqual([field]);
        }
      }
    }
  });

  it('refuses an order that it does not know', async () => {
    const sorted = ordinary().filter(({ operation }) =>
      operation.parameters.some((parameter: Json) => parameter.name === 'sortBy'),
    );
    expect(sorted.length).toBeGreaterThan(2);
    for (const list of sorted) {
      for (const query of [
        'sortBy=password',
        'sortBy=id',
        'sortBy=',
        'sortDir=up',
        'sortBy=createdAt&sortBy=createdAt',
      ]) {
        expectProblem(await read(list, `?${query}`), 400, 'validation_failed');
      }
    }
  });

  it('shows every record once over its pages, in every order', async () => {
    const tenant = await registerTenant(service.url);
    for (let count = 0; count < 7; count++)
      await tenant.session.post('/api/tours', { name: 'The same name' }).expect(201);
    for (const sortBy of ['name', 'startDate', 'createdAt']) {
      for (const sortDir of ['asc', 'desc']) {
        const seen: string[] = [];
        for (let page = 1; page <= 4; page++) {
          const { body } = await tenant.session
            .get(`/api/tours?limit=2&page=${page}&sortBy=${sortBy}&sortDir=${sortDir}`)
            .expect(200);
          seen.push(...body.data.map((tour: Json) => tour.id));
        }
        expect(new Set(seen).size).toBe(7);
      }
    }
  });

  /** Those that an Admin may read. */
  function ordinary(): DocumentedOperation[] {
    return lists.filter(({ operation }) => !operation.description.includes('Super Admins'));
  }
});

describe('the version of a record', () => {
  it('is its ETag, and 304 answers who has it', async () => {
    const singles = operations(document).filter(
      ({ operation }) => '304' in operation.responses && !operation.description.includes('Super Admins'),
    );
    expect(singles.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/tours/{id}', '/api/events/{id}', '/api/expenses/{id}', '/api/api-keys/{id}']),
    );
    for (const single of singles) {
      const id = single.path.includes('{') ? idFor(world, single.path) : undefined;
      const first = await call(world.session, single, id);
      const tag = first.headers['etag']!;
      expect([single.name, tag]).toEqual([single.name, expect.stringMatching(/^"[^"]+"$/)]);
      for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await call(world.session.with({ 'If-None-Match': sent }), single, id);
        expect([single.name, again.status, again.text, again.headers['etag']]).toEqual([single.name, 304, '', tag]);
      }
      expect((await call(world.session.with({ 'If-None-Match': '"other"' }), single, id)).status).toBe(200);
    }
  });

  it('guards every change and deletion', async () => {
    const guarded = operations(document).filter(
      ({ operation, path }) => '412' in operation.responses && path.includes('{'),
    );
    expect(guarded.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['PATCH /api/tours/{id}', 'DELETE /api/events/{id}', 'DELETE /api/api-keys/{id}']),
    );
    for (const operation of guarded) {
      const answer = await call(world.session.with({ 'If-Match': '"stale"' }), operation, idFor(world, operation.path));
      expect([operation.name, answer.status, answer.body.code]).toEqual([operation.name, 412, 'precondition_failed']);
    }
  });

  it('changes with the record, so that the second of two writers is told', async () => {
    const { body, headers } = await world.session.post('/api/tours', { name: 'Before' }).expect(201);
    const current = headers['etag']!;
    const changed = await world.session
      .with({ 'If-Match': current })
      .patch(`/api/tours/${body.id}`, { name: 'After' })
      .expect(200);
    expect(changed.headers['etag']).not.toBe(current);
    expectProblem(
      await world.session.with({ 'If-Match': current }).patch(`/api/tours/${body.id}`, { name: 'Lost' }),
      412,
      'precondition_failed',
    );
    expectProblem(
      await world.session.with({ 'If-Match': current }).delete(`/api/tours/${body.id}`),
      412,
      'precondition_failed',
    );
    await world.session.with({ 'If-Match': changed.headers['etag']! }).delete(`/api/tours/${body.id}`).expect(204);
  });
});

describe('deleting', () => {
  it('answers 204 without a body, and 404 the second time', async () => {
    const doomed = await makeWorld(service.url);
    const deletions = operations(document).filter(({ method, path }) => method === 'delete' && path.includes('{'));
    // What others refer to goes last, and the session that asks at the very end.
    const order = (path: string) =>
      ['/api/expenses', '/api/events', '/api/tours', '/api/api-keys', '/api/auth'].findIndex((start) =>
        path.startsWith(start),
      );
    for (const deletion of deletions.sort((a, b) => order(a.path) - order(b.path))) {
      const id = idFor(doomed, deletion.path);
      const answer = await call(doomed.session, deletion, id);
      expect([deletion.name, answer.status, answer.text]).toEqual([deletion.name, 204, '']);
      const isOwnSession = deletion.path.startsWith('/api/auth');
      expect((await call(doomed.session, deletion, id)).status).toBe(isOwnSession ? 401 : 404);
    }
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (key = unique('key')) => world.session.with({ 'Idempotency-Key': key });

  it('replays the first answer', async () => {
    const caller = keyed();
    const first = await caller.post('/api/tours', { name: 'Once' }).expect(201);
    const again = await caller.post('/api/tours', { name: 'Once' }).expect(201);
    expect(again.text).toBe(first.text);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    const { body } = await world.session.get('/api/tours?q=Once').expect(200);
    expect(body.total).toBe(1);
  });

  it('with another body is 422', async () => {
    const caller = keyed();
    await caller.post('/api/tours', { name: 'One' }).expect(201);
    expectProblem(await caller.post('/api/tours', { name: 'Another' }), 422, 'idempotency_mismatch');
  });

  it('belongs to one caller and one route', async () => {
    const key = unique('key');
    await keyed(key).post('/api/tours', { name: 'A tour' }).expect(201);
    for (const caller of [world.key, theirs.session]) {
      const answer = await caller.with({ 'Idempotency-Key': key }).post('/api/tours', { name: 'Another' }).expect(201);
      expect(answer.headers['idempotent-replayed']).toBeUndefined();
    }
    await keyed(key).post('/api/events', { name: 'An event' }).expect(201);
  });

  it('keeps a refusal too', async () => {
    const caller = keyed();
    const first = await caller.post('/api/events', { name: 'An event', tourId: UNKNOWN_ID });
    expectProblem(first, 404, 'not_found');
    const again = await caller.post('/api/events', { name: 'An event', tourId: UNKNOWN_ID });
    expectProblem(again, 404, 'not_found');
    expect(again.headers['idempotent-replayed']).toBe('true');

    const wrong = keyed();
    const refused = await wrong.post('/api/tours', { colour: 'red' }).expect(400);
    const replayed = await wrong.post('/api/tours', { colour: 'red' }).expect(400);
    expect(replayed.body.errors).toEqual(refused.body.errors);
  });

  it('of a request that failed on our side can be used again', async () => {
    const caller = keyed();
    const create = jest
      .spyOn(service.app.get(ToursService), 'create')
      .mockRejectedValueOnce(new Error('the disk is full'));
    expectProblem(await caller.post('/api/tours', { name: 'Second time lucky' }), 500, 'internal_error');
    create.mockRestore();
    const answer = await caller.post('/api/tours', { name: 'Second time lucky' }).expect(201);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });

  it('in use by a request that is still being answered is 409', async () => {
    const caller = keyed();
    const tours = service.app.get(ToursService);
    const original = tours.create.bind(tours);
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      jest.spyOn(tours, 'create').mockImplementationOnce(async (input) => {
        resolve();
        await held;
        return original(input);
      });
    });
    const first = caller.post('/api/tours', { name: 'Slow' }).then((answer) => answer);
    await arrived;
    expectProblem(await caller.post('/api/tours', { name: 'Slow' }), 409, 'idempotency_in_progress');
    release();
    expect((await first).status).toBe(201);
    jest.restoreAllMocks();
    expect((await caller.post('/api/tours', { name: 'Slow' }).expect(201)).headers['idempotent-replayed']).toBe('true');
  });

  it('replays a secret as null and keeps it nowhere', async () => {
    const key = unique('key');
    const first = await keyed(key).post('/api/api-keys', { name: 'Secret' }).expect(201);
    const again = await keyed(key).post('/api/api-keys', { name: 'Secret' }).expect(201);
    expect(first.body.key).toMatch(/^te_/);
    expect(again.body).toEqual({ ...first.body, key: null });
    const database = new Database(service.databaseUrl);
    await database.connect();
    const { rows } = await database.query('SELECT body FROM idempotency_keys WHERE key = $1', [key]);
    await database.end();
    expect(rows).toHaveLength(1);
    expect(rows[0].body).not.toContain(first.body.key);
  });

  it('is forgotten after 24 hours', async () => {
    const caller = keyed();
    const first = await caller.post('/api/tours', { name: 'Yesterday' }).expect(201);
    service.clock.advance(24 * 60 * 60 * 1000 + 1000);
    const later = await caller.post('/api/tours', { name: 'Yesterday' }).expect(201);
    service.clock.release();
    expect(later.body.id).not.toBe(first.body.id);
  });

  it('has 1 to 255 printable characters', async () => {
    for (const key of ['x'.repeat(256), 'tab\there', 'ü']) {
      const answer = await keyed(key).post('/api/tours', { name: 'A tour' });
      expectProblem(answer, 400, 'validation_failed');
    }
    await keyed('x'.repeat(255)).post('/api/tours', { name: 'A tour' }).expect(201);
  });
});

describe('the rate limit', () => {
  it('refuses what is too much with 429, per principal', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '5' });
    try {
      // Signing up is counted for the address, making the key for the user.
      const tenant = await registerTenant(limited.url);
      for (let left = 3; left >= 0; left--) {
        const answer = await tenant.session.get('/api/tours').expect(200);
        expect(answer.headers['ratelimit']).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`));
        expect(answer.headers['ratelimit-policy']).toBe('"default";q=5;w=60');
      }
      const refused = await tenant.session.get('/api/tours');
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(refused.headers['ratelimit']).toMatch(/^"default";r=0;t=\d+$/);

      // The same person's key, and a stranger from the same address, have budgets of their own.
      for (let count = 0; count < 5; count++) await tenant.key.get('/api/tours').expect(200);
      expectProblem(await tenant.key.get('/api/nothing'), 404, 'not_found');
      expectProblem(await tenant.key.get('/api/tours'), 429, 'rate_limited');
      await new Client(limited.url).get('/api/tours').expect(401);

      // These are not counted.
      for (let count = 0; count < 6; count++) {
        await new Client(limited.url).get('/health/live').expect(200);
        await new Client(limited.url).get('/api/openapi.json').expect(200);
      }
    } finally {
      await limited.close();
    }
  });

  it('counts failed attempts to guess a key', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '5' });
    try {
      for (let count = 0; count < 5; count++)
        await new Client(limited.url, { Authorization: `Bearer te_guess${count}` }).get('/api/tours').expect(401);
      expectProblem(
        await new Client(limited.url, { Authorization: 'Bearer te_another' }).get('/api/tours'),
        429,
        'rate_limited',
      );
    } finally {
      await limited.close();
    }
  });
});

describe('the database being away', () => {
  it('is 503, and readiness says so', async () => {
    const lonely = await startTestApp();
    const { key } = await registerTenant(lonely.url);
    const admin = new Database(process.env['TEST_DATABASE_ADMIN_URL']);
    await admin.connect();
    const name = new URL(lonely.databaseUrl).pathname.slice(1);
    try {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      const answer = await key.get('/api/tours');
      expectProblem(answer, 503, 'unavailable');
      expect(answer.headers['retry-after']).toBeDefined();
      expectProblem(await key.post('/api/tours', { name: 'A tour' }), 503, 'unavailable');
      await new Client(lonely.url).get('/health/ready').expect(503);
      await new Client(lonely.url).get('/health/live').expect(200);

      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await key.get('/api/tours').expect(200);
      await key.post('/api/tours', { name: 'A tour' }).expect(201);
      await new Client(lonely.url).get('/health/ready').expect(200);
    } finally {
      await admin.end();
      await lonely.close();
    }
  });
});

/** Calls an operation with its documented example as the body, or, for a change, with no field at all. */
function call(caller: Client, { method, path, operation }: DocumentedOperation, id?: string) {
  const url = id === undefined ? path : withId(path, id);
  if (method === 'get' || method === 'delete') return caller[method](url);
  const example = operation.requestBody?.content['application/json']?.example ?? {};
  return caller[method](url, method === 'patch' ? {} : example);
}

function matches(path: string, url: string): boolean {
  return new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(url);
}

function rawly({ apiKey, key }: World, path: string, body: string, type = 'application/json') {
  return key
    .with({ Authorization: `Bearer ${apiKey.key}`, 'Content-Type': type })
    .post(path)
    .send(body);
}

function expectProblem(answer: Response, status: number, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/^urn:/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    requestId: answer.headers['x-request-id'],
  });
}
