import {
  Connection,
  ConnectionError,
  etagOf,
  listTours,
  NotFoundError,
  PreconditionFailedError,
  TimeoutError,
  TourEvents,
  UnexpectedResponseError,
  ValidationError,
  type ConnectionOptions,
  type ListToursResponse,
} from '@tour-events/client';
import { Client, sessionCookieOf } from '../../../test/support/client';
import { useTenant, useTestApp } from '../../../test/support/fixtures';
import { startProxy, type Proxy } from './proxy';

const service = useTestApp();
const tenant = useTenant(service);
const client = (options: ConnectionOptions = {}) =>
  new TourEvents({ baseUrl: service.url, apiKey: tenant.apiKey.key, ...options });

describe('the client', () => {
  it('creates, reads, lists, changes and deletes', async () => {
    const te = client();
    const tour = await te.tours.create({ name: 'Alps', budget: '100.50', currency: 'EUR' });
    expect(tour).toMatchObject({ name: 'Alps', budget: '100.50' });
    expect((await te.tours.list({ q: 'alps' })).data.map(({ id }) => id)).toEqual([tour.id]);
    expect(await te.tours.update(tour.id, { name: 'Dolomites' })).toMatchObject({ name: 'Dolomites' });
    await te.tours.delete(tour.id);
    await expect(te.tours.get(tour.id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('names the wrong fields, the code and the request id', async () => {
    const error = await client()
      .tours.create({ name: '' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', requestId: expect.stringMatching(/.+/) });
    expect((error as ValidationError).errors).toMatchObject([{ field: 'name' }]);
  });

  it('changes a record only if it is still as it was read', async () => {
    const te = client();
    const { id } = await te.tours.create({ name: 'First' });
    const read = await te.tours.get(id);
    expect(etagOf(read)).toMatch(/^"/);
    await te.tours.update(id, { name: 'Second' }, { ifMatch: read });
    const again = te.tours.update(id, { name: 'Third' }, { ifMatch: read });
    await expect(again).rejects.toBeInstanceOf(PreconditionFailedError);
    expect((await te.tours.get(id)).name).toBe('Second');
  });

  it('takes the row of a list for the version that it was read in', async () => {
    const te = client();
    await te.tours.create({ name: 'In a row' });
    const row = (await te.tours.list({ q: 'In a row' })).data[0]!;
    await te.tours.update(row.id, { notes: 'First.' }, { ifMatch: row });
    const again = te.tours.update(row.id, { notes: 'Second.' }, { ifMatch: { ...row } });
    await expect(again).rejects.toBeInstanceOf(PreconditionFailedError);
  });

  const htmlPage = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });

  it.each<[string, () => Response]>([
    ['an HTML page', htmlPage],
    ['plain text', () => new Response('It works!')],
    ['no media type', () => new Response(new Uint8Array([123, 125]))],
    ['broken JSON', () => new Response('{"data":[', { headers: { 'Content-Type': 'application/json' } })],
    ['nothing', () => new Response('', { headers: { 'Content-Type': 'application/json' } })],
    ['a list of another service', () => Response.json([{ id: 1 }])],
    ['a word of another service', () => Response.json('ok')],
  ])('says where it looked for the service when it finds %s instead', async (_what, responseOf) => {
    const calling = client({ fetch: () => Promise.resolve(responseOf()) }).tours.list();
    await expect(calling).rejects.toBeInstanceOf(UnexpectedResponseError);
    await expect(calling).rejects.toThrow(service.url);
  });

  it('does not wait for ever for changes from a page', async () => {
    const changes = client({ fetch: () => Promise.resolve(htmlPage()) }).changes.follow();
    await expect(changes.next()).rejects.toBeInstanceOf(UnexpectedResponseError);
  });

  it.each(['', 'tours.example.com', 'localhost:3000', 'http://', 'ftp://tours.example.com'])(
    'refuses "%s" as the address of the service',
    (baseUrl) => expect(() => new TourEvents({ baseUrl, apiKey: 'te_key' })).toThrow('baseUrl'),
  );

  it('says to which host there is no connection, and why', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    const away = client({ maxRetries: 0, fetch: () => Promise.reject(refused) }).tours.list();
    await expect(away).rejects.toThrow(
      `The connection to ${new URL(service.url).host} is broken, or there is none: ECONN`,
    );
  });

  it('goes through all records of a list', async () => {
    const te = client();
    const names = Array.from({ length: 101 }, (_, i) => `Guest ${String(i).padStart(3, '0')}`);
    await te.guests.import(['name,tags', ...names.map((name) => `${name},paged`)].join('\n'));
    const seen: string[] = [];
    for await (const { name } of te.guests.all({ tag: 'paged' })) seen.push(name);
    expect(seen.sort()).toEqual(names);
  });

  it('makes one call without the resources', async () => {
    const connection = new Connection({ baseUrl: service.url, apiKey: tenant.apiKey.key });
    const page = await connection.send<ListToursResponse>(listTours, { query: { limit: 1 } });
    expect(page.limit).toBe(1);
  });

  it("works by a browser's cookie, and only in the organization that the page shows", async () => {
    const { email, password, organization } = tenant;
    const login = await new Client(service.url).post('/api/auth/login', { email, password }).expect(200);
    const cookie = sessionCookieOf(login);
    // A browser adds the cookie automatically.
    const withCookie = (request: Request) => (request.headers.set('Cookie', cookie), fetch(request));
    const options = { baseUrl: service.url, fetch: withCookie };
    const te = new TourEvents({ ...options, organization: () => organization.id });
    expect((await te.apiKeys.create({ name: 'From the page' })).key).toMatch(/^te_/);
    const sent: (string | null)[] = [];
    const watching = (request: Request) => (
      sent.push(request.headers.get('X-TE-Organization'), request.headers.get('Authorization')),
      withCookie(request)
    );
    await new TourEvents({ ...options, fetch: watching, organization: organization.id }).auth.getCurrentSession();
    expect(sent).toEqual([organization.id, null]);
  });

  it('sends nothing twice where a 204 has a body, as in Chromium', async () => {
    let calls = 0;
    const fetch = (): Promise<Response> => {
      calls++;
      const response = new Response(null, { status: 204 });
      return Promise.resolve(Object.defineProperty(response, 'body', { value: new Blob([]).stream() }));
    };
    await client({ fetch }).tours.delete('any');
    expect(calls).toBe(1);
  });
});

describe('a connection', () => {
  let proxy: Proxy;
  afterEach(() => proxy.close());

  it('that breaks after a POST was sent leads to no second record', async () => {
    proxy = await startProxy(service.url, (count) => (count <= 2 ? 'cut' : 'pass'));
    const tour = await client({ baseUrl: proxy.url }).tours.create({ name: 'Only once' });
    expect(proxy.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), proxy.keys[0], proxy.keys[0]]);
    const { data } = await client().tours.list({ q: 'Only once' });
    expect(data.map(({ id }) => id)).toEqual([tour.id]);
  });

  it('that breaks while a POST is still being processed is waited for, under the same key', async () => {
    const keys: (string | null)[] = [];
    const inProgress = { status: 409, title: 'Conflict', detail: 'Wait.', code: 'idempotency_in_progress' };
    const outcomes = [
      () => Promise.reject(new TypeError('fetch failed')),
      () => Promise.resolve(Response.json(inProgress, { status: 409 })),
      () => Promise.resolve(Response.json({ id: '1' }, { status: 201 })),
    ];
    const fetch = (request: Request) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return outcomes.shift()!();
    };
    expect(await client({ fetch }).tours.create({ name: 'Once' })).toEqual({ id: '1' });
    expect(new Set(keys).size).toBe(1);
    outcomes.push(() => Promise.resolve(Response.json(inProgress, { status: 409 })));
    const others = client({ fetch }).tours.create({ name: 'Another' }, { idempotencyKey: 'of somebody else' });
    await expect(others).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  });

  it('that breaks in the middle of a response is used again', async () => {
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":[]')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const outcomes = [new Response(half), Response.json({ data: [], total: 0 })];
    const te = client({ fetch: () => Promise.resolve(outcomes.shift()!) });
    expect(await te.tours.list()).toEqual({ data: [], total: 0 });
  });

  it('that stays broken is an error: after all tries, or at once for a change that may not be repeated', async () => {
    proxy = await startProxy(service.url, () => 'cut');
    const te = client({ baseUrl: proxy.url, maxRetries: 1 });
    await expect(te.tours.create({ name: 'Lost' })).rejects.toBeInstanceOf(ConnectionError);
    expect(proxy.keys).toHaveLength(2);
    const { id } = await client().tours.create({ name: 'Changed' });
    await expect(te.tours.update(id, { name: 'Maybe' })).rejects.toBeInstanceOf(ConnectionError);
    expect(proxy.keys).toHaveLength(3);
  });

  it.each([429, 502, 503, 504])('that gives a %d is used again when Retry-After is over', async (status) => {
    proxy = await startProxy(service.url, (count) => (count === 1 ? { status, retryAfter: '0' } : 'pass'));
    expect((await client({ baseUrl: proxy.url }).tours.list({ limit: 1 })).limit).toBe(1);
    expect(proxy.keys).toHaveLength(2);
  });

  it('that asks to wait longer than the caller would is an error that says how long', async () => {
    proxy = await startProxy(service.url, () => ({ status: 429, retryAfter: '3600' }));
    const calling = client({ baseUrl: proxy.url }).tours.list();
    await expect(calling).rejects.toMatchObject({ status: 429, code: 'unknown', retryAfterMs: 3_600_000 });
    expect(proxy.keys).toHaveLength(1);
  });

  it('that is broken while a DELETE is made is used again, and what is gone by then was deleted', async () => {
    proxy = await startProxy(service.url, (count) => (count === 1 ? 'cut' : 'pass'));
    const { id } = await client().tours.create({ name: 'Deleted' });
    await client({ baseUrl: proxy.url }).tours.delete(id);
    expect(proxy.keys).toHaveLength(2);
    await expect(client({ baseUrl: proxy.url }).tours.delete(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('that stays away is asked again until the time for it is over', async () => {
    let tries = 0;
    const fetch = () => (tries++, Promise.resolve(new Response(null, { status: 502 })));
    const persistence = async (): Promise<number> => {
      const begunAt = Date.now();
      let lastAt = begunAt;
      const away = () => ((lastAt = Date.now()), fetch());
      await expect(client({ fetch: away, retryForMs: 800 }).tours.list()).rejects.toMatchObject({ status: 502 });
      return lastAt - begunAt;
    };
    // Tries come after up to 250, 500 and 1,000 ms, so that without a last one that fits, some would give up after 375.
    const all = await Promise.all(Array.from({ length: 20 }, persistence));
    expect(Math.min(...all)).toBeGreaterThan(590);
    tries = 0;
    await expect(client({ fetch, retryForMs: 0 }).tours.list()).rejects.toMatchObject({ status: 502 });
    expect(tries).toBe(1);
  });

  it('without a response is given up after the timeout, and at once when the caller aborts', async () => {
    proxy = await startProxy(service.url, () => 'hang');
    const impatient = client({ baseUrl: proxy.url, timeoutMs: 50, maxRetries: 0 });
    await expect(impatient.tours.list()).rejects.toBeInstanceOf(TimeoutError);
    const abort = new AbortController();
    const calling = client({ baseUrl: proxy.url }).tours.list({}, { signal: abort.signal });
    abort.abort(new Error('Changed my mind.'));
    await expect(calling).rejects.toThrow('Changed my mind.');
  });
});
