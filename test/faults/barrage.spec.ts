import { once } from 'node:events';
import { connect } from 'node:net';
import { Barrage, type HostileRequest } from '../support/barrage';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Chance } from '../support/chance';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { Opened } from '../support/mail-queue';
import { operations } from '../support/openapi';
import { inParallel } from '../support/parallel';
import { ProductProcess } from '../support/process';
import { exchange } from '../support/raw-socket';
import { sql } from '../support/sql';
import { makeWorld } from '../support/world';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

/** The same requests every time; another one makes others. */
const SEED = Number(process.env['BARRAGE_SEED'] ?? 1);
const WARM_UP_ROUNDS = 3;
const ROUNDS = 15;
const MIB = 2 ** 20;

onLinux('a barrage of hostile requests', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  async function launch(): Promise<{ product: ProductProcess; url: string; databaseUrl: string }> {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const product = await ProductProcess.launch(
      { DATABASE_URL: database.url, RATE_LIMIT: '1000000', LOG_LEVEL: 'warn', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
      { nodeOptions: ['--expose-gc', '--require', require.resolve('../support/report-memory.js')] },
    );
    opened.add({ close: () => product.cleanUp() });
    return { product, url: await product.url(), databaseUrl: database.url };
  }

  it(`is refused piece by piece, and the others are served as ever (BARRAGE_SEED=${SEED})`, async () => {
    const { product, url, databaseUrl } = await launch();
    const document: Json = (await new Client(url).get('/api/openapi.json').expect(200)).body;
    const world = await makeWorld({ url, databaseUrl, dataDir: product.dataDir });
    // They sign in again and again, with the password alone.
    const asOperator = 'UPDATE users SET super_admin = true, second_factor_since = NULL WHERE id = $1';
    await sql(databaseUrl, asOperator, [world.user.id]);
    const signIn = async () => {
      const { email, password } = world;
      const response = await new Client(url).post('/api/auth/login', { email, password }).expect(200);
      return { Cookie: sessionCookieOf(response) };
    };
    const operator = new Client(url, await signIn());
    const { key } = (await operator.post('/api/api-keys', { name: 'Hostile', superAdmin: true }).expect(201)).body;
    const barrage = new Barrage(document, world, new Chance(SEED));
    const good = await GoodCaller.join(url);
    const statuses = new Map<string, Set<number>>();

    const rounds = async (count: number) => {
      for (let round = 0; round < count; round++) {
        // A session may be ended by a request that happens to be valid, such as signing out.
        const hostile = barrage.round([{ Authorization: `Bearer ${key}` }, await signIn()]);
        await Promise.all([inParallel(hostile, (request) => send(url, request, statuses)), good.callEverything()]);
      }
    };
    await rounds(WARM_UP_ROUNDS);
    const before = await product.memory();
    await rounds(ROUNDS);
    const after = await product.memory();

    expect(usedMiB(after) - usedMiB(before)).toBeLessThan(20);
    expect((after.rss - before.rss) / MIB).toBeLessThan(60);
    await new Client(url).get('/health/ready').expect(200);
    // Those who sent it were let in, and got further than the door.
    const tried = operations(document).map(({ name }) => [...(statuses.get(name) ?? [])]);
    expect(
      tried.filter((seen) => seen.some((status) => ![401, 403, 404, 429].includes(status))).length,
    ).toBeGreaterThan(tried.length * 0.8);
    expect(await product.end('SIGTERM')).toBe(0);
    expect(product.output.split('\n').filter((line) => /"level":"(error|fatal)"|Warning:/.test(line))).toEqual([]);
  }, 240_000);

  it('leaves nothing behind of many requests at once whose sender hangs up', async () => {
    const { product, url } = await launch();
    const { apiKey } = await registerTenant(url);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey.key}\r\n\r\n`;
    // The others wait behind a response that has no end.
    const asked = get('/api/announcements/stream') + get('/api/users/me').repeat(50);
    const askAndHangUp = async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(asked);
      await once(socket, 'data');
      socket.resetAndDestroy();
    };
    const times = [...Array(100).keys()];
    await inParallel(times, askAndHangUp);
    const before = await product.memory();
    await inParallel(times, askAndHangUp);
    await new Client(url).get('/health/ready').expect(200);
    expect(usedMiB(await product.memory()) - usedMiB(before)).toBeLessThan(5);
  }, 240_000);
});

/** In MiB. */
const usedMiB = ({ heapUsed, external }: NodeJS.MemoryUsage) => (heapUsed + external) / MIB;

/** Sends a request that may be refused or taken, but never be our fault. */
async function send(url: string, { name, bytes, isHttp }: HostileRequest, statuses: Map<string, Set<number>>) {
  const responses = await exchange(url, bytes, isHttp);
  const sent = bytes.subarray(0, 1_500).toString('latin1');
  if (isHttp && responses.length === 0) throw new Error(`${name} got no response: ${sent}`);
  for (const { status, type, body } of responses) {
    const isProblem = body.status === status && /^[a-z_]+$/.test(body.code) && typeof body.requestId === 'string';
    const isHandled = status < 400 || (status < 500 && (isProblem || /^(HEAD|TRACE) /.test(sent)));
    if (!isHandled) throw new Error(`${name} was responded to with ${status} ${type} ${JSON.stringify(body)}: ${sent}`);
    statuses.set(name, (statuses.get(name) ?? new Set()).add(status));
  }
}

/** Somebody who means well, and to whom nothing of it may happen. */
class GoodCaller {
  private spent = 0;

  private constructor(
    private readonly tenant: Tenant,
    private readonly event: Json,
  ) {}

  static async join(url: string): Promise<GoodCaller> {
    const tenant = await registerTenant(url);
    return new GoodCaller(tenant, (await tenant.key.post('/api/events', { name: 'Undisturbed' }).expect(201)).body);
  }

  async callEverything(): Promise<void> {
    const { key, session } = this.tenant;
    for (let time = 0; time < 5; time++) {
      const name = unique('Zürich 🚌');
      const tour: Json = (await key.post('/api/tours', { name, budget: '10.50', currency: 'EUR' }).expect(201)).body;
      expect((await session.get(`/api/tours/${tour.id}`).expect(200)).body).toEqual(tour);
      const renamed = (await key.patch(`/api/tours/${tour.id}`, { name: `${name}!` }).expect(200)).body;
      expect(renamed).toMatchObject({ id: tour.id, name: `${name}!`, budget: '10.50' });
      await key.delete(`/api/tours/${tour.id}`).expect(204);
      await key.get(`/api/tours/${tour.id}`).expect(404);

      const keyed = key.with({ 'Idempotency-Key': unique('key') });
      const expense = { category: 'transport', amount: '0.10' };
      const path = `/api/events/${this.event.id}/expenses`;
      const { id } = (await keyed.post(path, expense).expect(201)).body;
      expect((await keyed.post(path, expense).expect(201)).body.id).toBe(id);
      this.spent++;
      const { totals } = (await key.get('/api/expenses/reports').expect(200)).body;
      expect(totals).toEqual({ amount: (this.spent / 10).toFixed(2), currency: 'EUR', count: this.spent });
    }
  }
}
