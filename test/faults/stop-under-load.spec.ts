import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { registerTenant, type Tenant } from '../support/builders';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { openRequest } from '../support/open-request';
import { expectWrittenOnce, Load } from '../support/load';
import { Opened } from '../support/mail-queue';
import { followEventsOf } from '../support/outbox';
import { isRunning, ProductProcess } from '../support/process';
import { isListening } from '../support/server-process';
import { lockWaits, sql, whileLocked } from '../support/sql';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

/** Responses larger than the buffers of a connection: how many guests are in them, and how long their notes are. */
const LONG_RESPONSES: [what: string, path: string, guests: number, notes: number][] = [
  ['a file', '/api/guests/export', 20_000, 1_000],
  ['a page', '/api/guests?limit=100', 100, 200_000],
];

onLinux('the product that gets SIGTERM under load', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  /** Clients at work, who leave as soon as they get no response. */
  async function putUnderLoad(url: string): Promise<{ tenant: Tenant; load: Load }> {
    const tenant = await registerTenant(url);
    await followEventsOf(tenant);
    const event = (await tenant.key.post('/api/events', { name: 'Under load' }).expect(201)).body;
    const load = opened.add(new Load([url], tenant.apiKey.key, event.id, false));
    await load.more(50);
    return { tenant, load };
  }

  /** Every client got a whole response to everything, until one was not even begun. */
  async function expectNothingCut(databaseUrl: string, load: Load): Promise<void> {
    await load.finish();
    expect(load.unexpected).toEqual([]);
    const outcomes = [...load.outcomes.keys()];
    expect(outcomes.filter((outcome) => !['201', 'ECONNREFUSED', 'ECONNRESET'].includes(outcome))).toEqual([]);
    expect(load.unacknowledged.length).toBeGreaterThan(0);
    // What was written is what was acknowledged: nobody who got no response has been served.
    await expectWrittenOnce(databaseUrl, load);
  }

  it('responds to what it has begun, begins nothing more and is gone in time', async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const product = await ProductProcess.launch({ DATABASE_URL: database.url, RATE_LIMIT: '1000000' });
    opened.add({ close: () => product.cleanUp() });
    const url = await product.url();
    const { tenant, load } = await putUnderLoad(url);
    const names = ['One', 'Two', 'Three'];
    const open = [];
    for (const name of names) open.push(await openRequest(`${url}/api/tours`, tenant.apiKey.key, { name }));

    const ended = product.end('SIGTERM');
    await eventually('it to take nothing new', async () => !(await isListening(Number(new URL(url).port))));
    for (const request of open) request.release();

    for (const [index, request] of open.entries())
      expect(await request.responded).toMatchObject({ status: 201, connection: 'close', body: { name: names[index] } });
    expect(await ended).toBe(0);
    await expectNothingCut(database.url, load);
    expect(product.linesWith('did not stop in order')).toEqual([]);
  }, 120_000);

  it.each(LONG_RESPONSES)(
    'sends %s to its end that somebody is still reading',
    async (_what, path, guests, notes) => {
      const database = await createTestDatabase();
      opened.add({ close: () => database.drop() });
      const product = await ProductProcess.launch({ DATABASE_URL: database.url });
      opened.add({ close: () => product.cleanUp() });
      const url = await product.url();
      const tenant = await registerTenant(url);
      await sql(
        database.url,
        `INSERT INTO guests (organization_id, id, name, notes, tags, tag_keys, search, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Guest ' || n, repeat('x', $3), '{}', '{}', '', now(), now()
       FROM generate_series(1, $2::int) AS n`,
        [tenant.organization.id, guests, notes],
      );
      const headers = { Authorization: `Bearer ${tenant.apiKey.key}` };
      const reading = get(`${url}${path}`, { agent: new Agent({ keepAlive: true }), headers });
      const [response] = (await once(reading, 'response')) as [IncomingMessage];

      const ended = product.end('SIGTERM');
      await eventually('it to take nothing new', async () => !(await isListening(Number(new URL(url).port))));
      let size = 0;
      for await (const part of response as AsyncIterable<Buffer>) size += part.length;

      expect(response.complete).toBe(true);
      expect(size).toBeGreaterThan(guests * notes);
      expect(await ended).toBe(0);
      expect(product.linesWith('did not stop in order')).toEqual([]);
    },
    120_000,
  );

  it('responds to all that a connection has asked, one request behind the other', async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const product = await ProductProcess.launch({ DATABASE_URL: database.url });
    opened.add({ close: () => product.cleanUp() });
    const url = await product.url();
    const tenant = await registerTenant(url);
    const body = JSON.stringify({ name: 'A tour' });
    const asked = [1, 2, 3].map((number) =>
      [
        ...[
          'POST /api/tours HTTP/1.1',
          'Host: x',
          `Authorization: Bearer ${tenant.apiKey.key}`,
          `X-Request-Id: ${number}`,
        ],
        ...['Content-Type: application/json', `Content-Length: ${body.length}`, '', body],
      ].join('\r\n'),
    );
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.setEncoding('utf8').on('data', (part: string) => (received += part));
    const closed = once(socket, 'close');
    const { ended } = await whileLocked(database.url, ['LOCK TABLE tours'], async () => {
      socket.write(asked.join(''));
      await lockWaits(database.url, 1);
      const stopped = product.end('SIGTERM');
      await eventually('it to take nothing new', async () => !(await isListening(Number(new URL(url).port))));
      return { ended: stopped };
    });
    await closed;
    const responses = received.split(/(?=HTTP\/1\.1 )/).map((response) => ({
      status: response.slice(0, 12),
      id: /^X-Request-Id: (.*)\r$/im.exec(response)?.[1],
      isLast: /^Connection: close\r$/im.test(response),
    }));
    expect(responses).toEqual(['1', '2', '3'].map((id) => ({ status: 'HTTP/1.1 201', id, isLast: id === '3' })));
    expect(await ended).toBe(0);
  }, 120_000);

  it('does the same when npm runs it and the whole process group gets the signal, twice', async () => {
    const product = await ProductProcess.launch({ RATE_LIMIT: '1000000' }, { byNpm: true });
    opened.add({ close: () => product.cleanUp() });
    const { load } = await putUnderLoad(await product.url());
    const processes = await product.databaseProcesses();

    expect(await product.endGroup('SIGTERM')).toBe(0);
    expect(processes.filter(isRunning)).toEqual([]);
    const database = await startEmbeddedPostgres(join(product.dataDir, 'postgres'));
    opened.add({ close: () => database.stop() });
    await expectNothingCut(database.url, load);
    expect(product.linesWith('did not stop in order')).toEqual([]);
  }, 180_000);
});
