import { registerTenant } from '../support/builders';
import { Client } from '../support/client';
import { eventually } from '../support/eventually';
import { expectWrittenOnce, Load } from '../support/load';
import { Opened } from '../support/mail-queue';
import { followEventsOf } from '../support/outbox';
import { OwnPostgres, type WayDown } from '../support/own-postgres';
import { expectProblem } from '../support/problem';
import { ProductProcess } from '../support/process';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('PostgreSQL that restarts under load', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  it('costs nobody a write that was acknowledged, and the product needs no help', async () => {
    const postgres = opened.add(await OwnPostgres.start());
    const product = await ProductProcess.launch({ DATABASE_URL: postgres.url, RATE_LIMIT: '1000000' });
    opened.add({ close: () => product.cleanUp() });
    const url = await product.url();
    const health = new Client(url);
    const tenant = await registerTenant(url);
    await followEventsOf(tenant);
    const event = (await tenant.key.post('/api/events', { name: 'Under load' }).expect(201)).body;
    const load = opened.add(new Load([url], tenant.apiKey.key, event.id, true));
    await load.more(200);

    for (const way of ['fast', 'killed', 'immediate'] satisfies WayDown[]) {
      const refused = load.count('503 unavailable');
      await postgres.stop(way);
      await eventually('writes to be refused', () => load.count('503 unavailable') > refused);
      // What the database said up to a second ago still counts.
      await eventually('it to be unready', async () => (await health.get('/health/ready')).status === 503);
      await health.get('/health/live').expect(200);
      expectProblem(await tenant.key.get('/api/tours'), 503, 'unavailable');
      await postgres.start();
      await load.more(200);
      await health.get('/health/ready').expect(200);
    }

    await load.finish();
    expect(load.unexpected).toEqual([]);
    // The product itself was there all the time: nobody was turned away without a response.
    const outcomes = [...load.outcomes.keys()];
    expect(outcomes.filter((outcome) => !['201', '503 unavailable'].includes(outcome))).toEqual([]);
    await expectWrittenOnce(postgres.url, load);
    expect(await product.end('SIGTERM')).toBe(0);
    expect(product.linesWith('unexpected error')).toEqual([]);
  }, 120_000);
});
