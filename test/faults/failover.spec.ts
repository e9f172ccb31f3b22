import { registerTenant } from '../support/builders';
import { ChangesReader } from '../support/changes';
import { Client } from '../support/client';
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
      expect(await product.end('SIGTERM')).toMatchObject({ code: 0 });
      expect(product.output).not.toContain('unexpected error');
    },
    120_000,
  );
});
