import { Signals } from '../../src/platform/signals/signals';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { inUnitOfWork, PLATFORM } from '../support/mail-queue';
import { expectProblem } from '../support/problem';
import { isInstalled, ServerProcess } from '../support/server-process';

const LIMIT = 30;
const PASSWORD = 'not-for-the-log';
/** How often it is looked at again where a busy machine's Redis responds too late. */
const MAX_LOOKS = 10;
/** What a request at the moment of the loss may wait, and some time for a busy machine. */

const withRedis = isInstalled('redis-server') ? describe : describe.skip;

withRedis('replicas that share a Redis (needs redis-server)', () => {
  let redis: ServerProcess;
  let database: TestDatabase;
  let replicas: TestApp[];
  let tenant: Tenant;
  let key: Client[];

  beforeEach(async () => {
    redis = await ServerProcess.start('redis-server', (port, folder) => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'no', '--requirepass', PASSWORD],
    ]);
    database = await createTestDatabase();
    replicas = [await replica(), await replica()];
    tenant = await registerTenant(replicas[0]!.url);
    key = replicas.map(({ url }) => new Client(url, { Authorization: `Bearer ${tenant.apiKey.key}` }));
  });

  afterEach(async () => {
    redis.thaw();
    for (const app of replicas ?? []) await app.close();
    await redis.close();
    await database.drop();
  });

  const replica = (): Promise<TestApp> =>
    startTestApp({
      DATABASE_URL: database.url,
      REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${redis.port}/3`,
      RATE_LIMIT: String(LIMIT),
      CORS_ORIGINS: 'https://app.example.com',
    });
  const ready = async (app: TestApp) => (await new Client(app.url).get('/health/ready').expect(200)).body.checks.redis;
  const spread = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => key[index % 2]!.get('/api/users/me')));
  const lines = (text: string) => replicas.map(({ log }) => log.filter((line) => line.includes(text)).length);
  const both = (what: string, status: string) =>
    eventually(what, async () => (await Promise.all(replicas.map(ready))).every((found) => found === status));
  /** How often each has said something since it is asked for: a delayed response of Redis may have made it say so before. */
  const linesFromNow = (text: string) => {
    const before = lines(text);
    return () => lines(text).map((count, index) => count - before[index]!);
  };
  /**
   * Looks at what holds while the replicas count together. A response of Redis that comes too late, as it may on a busy
   * machine, has one of them count alone for a moment, of which it says so: then it is looked at again, with a Redis that
   * has counted nothing yet.
   */
  const together = async <T>(look: () => Promise<T>): Promise<T> => {
    for (let time = 1; ; time++) {
      await both('both to be there', 'ok');
      const away = linesFromNow('Redis is away');
      const seen = await look();
      if (time === MAX_LOOKS || away().every((count) => count === 0)) return seen;
      await redis.kill();
      await both('both to notice', 'down');
      await redis.start();
    }
  };
  const remaining = (headers: Record<string, string>) => Number(/r=(\d+)/.exec(headers['ratelimit']!)![1]);

  it('count a principal together, exactly, however many ask at once', async () => {
    const responses = await together(() => spread(LIMIT + 20));
    const allowed = responses.filter(({ status }) => status === 200);
    expect(allowed).toHaveLength(LIMIT);
    // Every number was given out once.
    expect(allowed.map(({ headers }) => remaining(headers)).sort((a, b) => a - b)).toEqual([...Array(LIMIT).keys()]);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expectProblem(response, 429, 'rate_limited');
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(response.headers['ratelimit']).toMatch(/^"default";r=0;t=\d+$/);
      expect(response.headers['ratelimit-policy']).toBe(`"default";q=${LIMIT};w=60`);
    }
  });

  it('show what is left to a preflight without counting it', async () => {
    const preflight = () =>
      fetch(`${replicas[1]!.url}/api/tours`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' },
      });
    const [first, second] = await together(async () => {
      await key[0]!.get('/api/users/me').expect(200);
      return [await preflight(), await preflight()];
    });
    expect([first!.status, second!.status]).toEqual([204, 204]);
    const left = (response: Response) => remaining({ ratelimit: response.headers.get('ratelimit')! });
    expect(left(second!)).toBe(left(first!));
  });

  it('go on alone when it is killed, say so once, and share again when it is back', async () => {
    await both('both to be there', 'ok');
    const [away, back] = [linesFromNow('Redis is away'), linesFromNow('Redis is back')];
    await redis.kill();
    for (const { status } of await spread(20)) expect(status).toBe(200);
    await both('both to notice', 'down');
    // Each counts alone now.
    for (const client of key) expect(remaining((await client.get('/api/users/me')).headers)).toBeGreaterThan(0);
    for (const { url } of replicas) {
      const { text } = await new Client(url).get('/metrics').expect(200);
      expect(text).toContain('redis_up 0');
    }
    await spread(20);
    expect(away()).toEqual([1, 1]);

    await redis.start();
    await both('both to be back', 'ok');
    expect([away(), back()]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    const responses = await together(() => spread(LIMIT + 10));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
  });

  it('wait for one that hangs a moment only, then no more, until it responds again', async () => {
    await both('both to be there', 'ok');
    const [away, back] = [linesFromNow('Redis is away'), linesFromNow('Redis is back')];
    redis.freeze();
    for (const { status } of await spread(10)) expect(status).toBe(200);
    for (const app of replicas) expect(await ready(app)).toBe('down');
    // It takes connections all the while, which is not taken for being back.
    const later = performance.now();
    while (performance.now() - later < 3_000) await key[0]!.get('/health/live').expect(200);
    expect(back()).toEqual([0, 0]);
    expect(away()).toEqual([1, 1]);

    redis.thaw();
    await both('both to be back', 'ok');
    expect(back()).toEqual([1, 1]);
  });

  it('start without it, and use it once it is there', async () => {
    await redis.kill();
    const late = await replica();
    replicas.push(late);
    expect(await ready(late)).toBe('down');
    await new Client(late.url).get('/api/rsvp/unknown').expect(404);
    await redis.start();
    await eventually('it to be used', async () => (await ready(late)) === 'ok');
  });

  it('signal each other what has changed through it, and through PostgreSQL while it is away', async () => {
    let isHeard = false;
    const heard: string[] = [];
    replicas[1]!.app.get(Signals).on('test', (payload) => {
      if (payload === 'hello') isHeard = true;
      else heard.push(payload);
    });
    const signal = (payload: string) =>
      inUnitOfWork(replicas[0]!, PLATFORM, async () => replicas[0]!.app.get(Signals).send('test', payload));
    await eventually('both to listen', async () => {
      await signal('hello');
      return isHeard;
    });
    for (const number of ['1', '2', '3']) await signal(number);
    await eventually('all to be heard', () => heard.length >= 3);
    await redis.kill();
    await both('both to notice', 'down');
    await signal('4');
    await eventually('it to be heard', () => heard.length >= 4);
    expect(heard).toEqual(['1', '2', '3', '4']);
    await redis.start();
    await both('both to be back', 'ok');
    await signal('5');
    await eventually('it to be heard', () => heard.length >= 5);
    expect(heard).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are nothing to another installation on the same Redis: it counts alone, and hears none of their signals', async () => {
    const other = await startTestApp({
      REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${redis.port}/3`,
      RATE_LIMIT: String(LIMIT),
      ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64'),
    });
    replicas.push(other);
    const heard: string[] = [];
    for (const app of [replicas[1]!, other]) app.app.get(Signals).on('test', (payload) => heard.push(payload));
    const anybody = replicas.map(({ url }) => new Client(url));
    const refused = await together(async () => {
      for (let i = 0; i < LIMIT; i++) await anybody[0]!.get('/api/rsvp/unknown');
      return anybody[1]!.get('/api/rsvp/unknown');
    });
    expectProblem(refused, 429, 'rate_limited');
    await anybody[2]!.get('/api/rsvp/unknown').expect(404);
    const signal = (app: TestApp, payload: string) =>
      inUnitOfWork(app, PLATFORM, async () => app.app.get(Signals).send('test', payload));
    await eventually('the other replica to hear', async () => {
      await signal(replicas[0]!, 'to replicas');
      return heard.length > 0;
    });
    await signal(other, 'to itself');
    expect(heard.filter((payload) => payload === 'to itself')).toHaveLength(1);
    await signal(replicas[0]!, 'last');
    await eventually('the last one', () => heard.includes('last'));
    expect(new Set(heard)).toEqual(new Set(['to replicas', 'to itself', 'last']));
    expect(heard.filter((payload) => payload === 'last')).toHaveLength(1);
  });

  it('never write its password into the log', async () => {
    await redis.kill();
    await spread(2);
    await both('both to notice', 'down');
    for (const { log } of replicas) expect(log.join('\n')).not.toContain(PASSWORD);
  });
});
