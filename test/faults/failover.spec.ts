import { withServerList } from '../../src/kernel/server-list';
import { connectionConfig, newClient, serverSearchOf } from '../../src/platform/database/connection';
import { registerTenant } from '../support/builders';
import { ChangesReader } from '../support/changes';
import { Client } from '../support/client';
import { CuttableProxy } from '../support/cuttable-proxy';
import { eventually } from '../support/eventually';
import { expectWrittenOnce, Load } from '../support/load';
import { Opened } from '../support/mail-queue';
import { followEventsOf } from '../support/outbox';
import { ProductProcess } from '../support/process';
import { sql } from '../support/sql';
import { StreamingReplica } from '../support/streaming-replica';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a standby that takes over under load', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  it.each([
    ['killed', (pair: StreamingReplica) => pair.stopPrimary('killed')],
    ['frozen', (pair: StreamingReplica) => pair.signalPrimary('SIGSTOP')],
  ])(
    'is found when the primary is %s, and nothing that was acknowledged is lost',
    async (way, fail) => {
      const pair = opened.add(await StreamingReplica.start());
      await pair.makeSynchronous();
      const product = await ProductProcess.launch({ DATABASE_URL: pair.eitherUrl, RATE_LIMIT: '1000000' });
      opened.add({ close: () => product.cleanUp() });
      const url = await product.url();
      const tenant = await registerTenant(url);
      await followEventsOf(tenant);
      const event = (await tenant.key.post('/api/events', { name: 'Under load' }).expect(201)).body;
      const changes = await ChangesReader.begin(tenant.key, '&types=expense.created');
      const load = opened.add(new Load([url], tenant.apiKey.key, event.id, true));
      await load.more(200);
      await changes.read();

      await fail(pair);
      await new Client(url).get('/health/live').expect(200);
      await pair.promote();
      await load.more(200);
      await eventually('it to be ready', async () => (await new Client(url).get('/health/ready')).status === 200);
      // The old primary comes back to itself, which nobody has fenced: no connection goes there any more.
      if (way === 'frozen') await pair.signalPrimary('SIGCONT');
      await load.more(200);

      await load.finish();
      expect(load.unexpected).toEqual([]);
      const outcomes = [...load.outcomes.keys()];
      expect(outcomes.filter((outcome) => !['201', '503 unavailable'].includes(outcome))).toEqual([]);
      await expectWrittenOnce(pair.url, load);
      // Whoever reads on where they were has no gap, and nothing twice.
      const read = (await changes.got(load.acknowledged.size)).map((change) => change.target.id);
      expect(read.sort()).toEqual([...load.acknowledged.values()].sort());
      const [server] = await sql(pair.url, 'SELECT pg_is_in_recovery() AS standby');
      expect(server).toEqual({ standby: false });
      expect(await product.end('SIGTERM')).toBe(0);
      expect(product.linesWith('unexpected error')).toEqual([]);
    },
    120_000,
  );

  it('is found behind the same name, which leads to it from now on, though the frozen primary keeps its connections', async () => {
    const pair = opened.add(await StreamingReplica.start());
    await pair.makeSynchronous();
    const name = opened.add(await CuttableProxy.start(Number(new URL(pair.primaryUrl).port)));
    const url = new URL(pair.primaryUrl);
    url.port = String(name.port);
    url.searchParams.set('target_session_attrs', 'read-write');
    const product = await ProductProcess.launch({ DATABASE_URL: url.href, RATE_LIMIT: '1000000' });
    opened.add({ close: () => product.cleanUp() });
    const tenant = await registerTenant(await product.url());
    await followEventsOf(tenant);
    const event = (await tenant.key.post('/api/events', { name: 'Under load' }).expect(201)).body;
    const load = opened.add(new Load([await product.url()], tenant.apiKey.key, event.id, true));
    await load.more(50);

    await pair.signalPrimary('SIGSTOP');
    await pair.promote();
    name.leadTo(Number(new URL(pair.url).port));
    const begun = performance.now();
    await load.more(1);
    // A connection to one host waits for the timeout of a statement that writes, and then for the server's silence.
    expect(performance.now() - begun).toBeLessThan(30_000);
    await load.more(50);
    await load.finish();
    await expectWrittenOnce(pair.url, load);
    await pair.signalPrimary('SIGCONT');
  }, 120_000);

  it('is found behind the same name, though nobody had looked at the one before', async () => {
    const pair = opened.add(await StreamingReplica.start());
    const name = opened.add(await CuttableProxy.start(Number(new URL(pair.primaryUrl).port)));
    const url = new URL(pair.primaryUrl);
    url.port = String(name.port);
    url.searchParams.set('target_session_attrs', 'read-write');
    const search = serverSearchOf(url.href)!;
    const server = await search.server();
    const broken = new Promise<void>((resolve) => search.keep({ server, destroy: resolve }));
    await pair.promote();
    name.leadTo(Number(new URL(pair.url).port));
    const unwatch = search.watch();
    opened.add({ close: () => Promise.resolve(unwatch()) });
    await broken;
  });

  it('never misses a change that was reported as committed: a commit waits for it as long as it takes', async () => {
    const pair = opened.add(await StreamingReplica.start());
    await pair.makeSynchronous();
    const config = connectionConfig(withServerList(pair.eitherUrl), null, 500);
    const client = newClient(config);
    await client.connect();
    opened.add({ close: () => client.end().catch(() => undefined) });
    const commit = async () => {
      await client.query('BEGIN');
      await client.query('CREATE TABLE written ()');
      return client.query('COMMIT');
    };
    await pair.signalStandby('SIGSTOP');
    await expect(commit()).rejects.toThrow('Query read timeout');
    const [table] = await sql(pair.primaryUrl, `SELECT to_regclass('written') AS found`);
    expect(table).toEqual({ found: null });
    await pair.signalStandby('SIGCONT');
  });
});
