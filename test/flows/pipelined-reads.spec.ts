import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Connection, Query } from 'pg';
import { connectionConfig } from '../../src/platform/database/connection';
import { PipelinedConnections } from '../../src/platform/database/pipelined-connections';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { lockWaits, sql, whileLocked } from '../support/sql';

describe('short reads that share connections', () => {
  let database: TestDatabase;
  let reads: PipelinedConnections;
  let proxy: Proxy | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    await sql(database.url, 'CREATE TABLE things (id int PRIMARY KEY, name text, made_at timestamptz, price numeric)');
    await sql(
      database.url,
      `INSERT INTO things SELECT n, CASE WHEN n > 1 THEN 'thing ' || n END, '2027-03-01T09:30:00.5Z', n * 1.10
       FROM generate_series(1, 3) AS n`,
    );
    // One connection: what it has learnt of a statement is used by the next.
    reads = new PipelinedConnections(connectionConfig(database.url, null, 10_000), 1);
  });
  afterAll(async () => {
    proxy?.stop();
    await reads.close();
    await database.drop();
  });

  const things = async (...ids: number[]): Promise<unknown[]> => {
    const text = 'SELECT id, name, made_at AS "madeAt", price FROM things WHERE id = ANY($1) ORDER BY id';
    return (await reads.query({ name: 'things', text, values: [ids] })).rows;
  };
  const thing = (id: number, name: string | null) => ({
    id,
    name,
    madeAt: '2027-03-01T09:30:00.500Z',
    price: `${id}.${id}0`,
  });
  const share = (divisor: number) =>
    reads.query({ name: 'share', text: 'SELECT 12 / $1::int AS share', values: [divisor] });

  it('give the same rows the first time and ever after, one, many or none, many at once', async () => {
    for (let time = 0; time < 2; time++) {
      const responses = await Promise.all([things(1), things(1, 2, 3), things(9), things(2)]);
      const [first, second, third] = [thing(1, null), thing(2, 'thing 2'), thing(3, 'thing 3')];
      expect(responses).toEqual([[first], [first, second, third], [], [second]]);
    }
    const { rows, rowCount, fields } = await reads.query({ text: 'SELECT 1 AS one' });
    expect([rows, rowCount, fields.map(({ name }) => name)]).toEqual([[{ one: 1 }], 1, ['one']]);
  });

  describe('and their columns', () => {
    /** pg's inner parts, as prepared-query.ts leans on them. */
    const connections = Connection.prototype as unknown as {
      parse(statement: { name: string }): void;
      describe(what: object): void;
    };
    const queries = Query.prototype as unknown as { _result: object; handleRowDescription(message: unknown): void };
    const named = async (name: string) => (await reads.query({ name, text: 'SELECT 1 AS one, now() AS two' })).rows;

    /** Reads with a statement's name three times. @returns how often pg asked for a description meanwhile */
    const descriptionsOf = async (name: string): Promise<number> => {
      const parsed = jest.spyOn(connections, 'parse');
      const described = jest.spyOn(connections, 'describe');
      for (let time = 0; time < 3; time++) expect(await named(name)).toMatchObject([{ one: 1 }]);
      // The worker's service has connections, too.
      const own = parsed.mock.contexts.filter((_, call) => parsed.mock.calls[call]![0].name === name);
      return described.mock.contexts.filter((connection) => own.includes(connection)).length;
    };

    afterEach(() => jest.restoreAllMocks());

    it('are described once', async () => {
      expect(await descriptionsOf('once')).toBe(1);
    });

    it('are described every time by a pg that keeps more of a description than we know of', async () => {
      const { handleRowDescription } = queries;
      jest.spyOn(queries, 'handleRowDescription').mockImplementation(function (this: typeof queries, message) {
        handleRowDescription.call(this, message);
        Object.assign(this._result, { more: true });
      });
      expect(await descriptionsOf('every time')).toBe(3);
    });
  });

  it('leave those around one that fails alone', async () => {
    for (let time = 0; time < 2; time++) {
      const [good, bad, next] = await Promise.allSettled([share(4), share(0), share(3)]);
      expect(good).toMatchObject({ status: 'fulfilled', value: { rows: [{ share: 3 }] } });
      expect(bad).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
      expect(next).toMatchObject({ status: 'fulfilled', value: { rows: [{ share: 4 }] } });
    }
  });

  it('go to all connections alike when all are stuck', async () => {
    const shared = new PipelinedConnections(connectionConfig(database.url, null, 10_000), 3);
    try {
      const pid = async (text: string) => (await shared.query<{ pid: number }>({ text })).rows[0]!.pid;
      const responses: Promise<number>[] = [];
      await whileLocked(database.url, ['LOCK TABLE things'], async () => {
        for (let stuck = 0; stuck < 3; stuck++)
          responses.push(pid('SELECT pg_backend_pid() AS pid FROM things LIMIT 1'));
        await lockWaits(database.url, 3);
        for (let later = 0; later < 30; later++) responses.push(pid('SELECT pg_backend_pid() AS pid'));
      });
      const counts = new Map<number, number>();
      for (const one of await Promise.all(responses)) counts.set(one, (counts.get(one) ?? 0) + 1);
      expect([...counts.values()]).toEqual([11, 11, 11]);
    } finally {
      await shared.close();
    }
  });

  it('do not queue behind a long one while another connection has no more to do', async () => {
    const shared = new PipelinedConnections(connectionConfig(database.url, null, 10_000), 2);
    try {
      const done: string[] = [];
      const ask = (name: string, text: string) => shared.query({ text }).then(() => done.push(name));
      await whileLocked(database.url, ['LOCK TABLE things'], async () => {
        void ask('long', 'SELECT FROM things');
        await Promise.all([ask('short', 'SELECT'), ask('next', 'SELECT')]);
        expect(done).toEqual(['short', 'next']);
      });
    } finally {
      await shared.close();
    }
  });

  it.each([0, 1])('keep to a connection that is there while another cannot be opened (%i)', async (lost) => {
    const shared = new PipelinedConnections(connectionConfig(database.url, null, 10_000), 2);
    const pid = async () => (await shared.query({ text: 'SELECT pg_backend_pid() AS pid' })).rows[0]!['pid'];
    const { pathname } = new URL(database.url);
    const server = new URL('/postgres', database.url).href;
    const allow = (allowed: boolean) =>
      sql(server, `ALTER DATABASE "${pathname.slice(1)}" WITH ALLOW_CONNECTIONS ${allowed}`);
    try {
      const pids = await Promise.all([pid(), pid()]);
      await allow(false);
      await sql(server, 'SELECT pg_terminate_backend($1, 10000)', [pids[lost]]);
      await eventually('the loss to be noticed', () => pid().then(Boolean, () => false));
      for (let time = 0; time < 5; time++) expect(await pid()).toBe(pids[1 - lost]);
    } finally {
      await allow(true);
      await shared.close();
    }
  });

  it('start again on another connection', async () => {
    expect((await share(2)).rows).toEqual([{ share: 6 }]);
    const own = await reads.query({ text: 'SELECT pg_backend_pid() AS pid' });
    await sql(database.url, 'SELECT pg_terminate_backend($1, 10000)', [own.rows[0]!['pid']]);
    // What is asked before the loss is noticed fails with it.
    await share(1).catch(() => undefined);
    expect((await share(2)).rows).toEqual([{ share: 6 }]);
    expect(await things(1)).toEqual([thing(1, null)]);
  });

  it('are all closed in the end, also one that was opened before the lost one had ended', async () => {
    proxy = await startProxy(database.url);
    const lost = new PipelinedConnections(connectionConfig(proxy.url, null, 10_000), 1);
    const ask = () => lost.query({ text: 'SELECT pg_backend_pid() AS pid' });
    const pid = (await ask()).rows[0]!['pid'];
    await sql(database.url, 'SELECT pg_terminate_backend($1, 10000)', [pid]);
    // PostgreSQL has said that it is over, and the end of the connection is still on its way.
    const asked: Promise<unknown>[] = [];
    await eventually('another connection', () => asked.push(ask()) && proxy!.opened.length > 1);
    proxy!.opened[0]!.destroy();
    await Promise.allSettled(asked);
    await ask();
    await lost.close();
    await eventually('the end of all of them', () => proxy!.opened.every(({ destroyed }) => destroyed));
    expect(proxy!.opened).toHaveLength(2);
  });

  it('never show a changed table in its old shape', async () => {
    await things(1);
    await sql(database.url, 'ALTER TABLE things ALTER price TYPE text USING price::text');
    await expect(things(1)).rejects.toThrow('cached plan must not change result type');
  });
});

/** Stands between a client and its database, and ends a connection to the client only on demand, or the client does. */
interface Proxy {
  readonly url: string;
  /** Those to the client, ended or not. */
  readonly opened: readonly Socket[];
  stop(): void;
}

async function startProxy(databaseUrl: string): Promise<Proxy> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const opened: Socket[] = [];
  const server = createServer((client) => {
    opened.push(client);
    const upstream = connect(target).on('error', () => undefined);
    upstream.pipe(client, { end: false });
    client.on('error', () => undefined).pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const stop = () => {
    server.close();
    for (const socket of opened) socket.destroy();
  };
  return { url: url.href, opened, stop };
}
