import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { expectWrittenOnce, Load } from '../support/load';
import { Opened } from '../support/mail-queue';
import { ProductProcess } from '../support/process';
import { ALLOW_LOOPBACK, DeliveryTable, Receiver, registerWebhook } from '../support/receiver';
import { sql } from '../support/sql';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

/** Longer than any lease. */
const LEASE_SECONDS = 120;
/** What the clients of the dead one get. */
const LOST = ['ECONNREFUSED', 'ECONNRESET', 'cut'];
const JOBS = ['seal-audit-records', 'send-mail'];

onLinux('a replica that is killed under load', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  it('costs nobody a write, an event or a job: the others go on with all of it', async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      RATE_LIMIT: '1000000',
      ...ALLOW_LOOPBACK,
    };
    const replica = async () => {
      const product = await ProductProcess.launch(env);
      opened.add({ close: () => product.cleanUp() });
      return { product, url: await product.url() };
    };
    const first = await replica();
    const second = await replica();
    const receiver = opened.add(await Receiver.start());
    const table = opened.add(await DeliveryTable.open(database.url));
    const tenant = await registerTenant(second.url);
    await registerWebhook(tenant, `${receiver.url}/hook`, ['expense.created']);
    const event = (await tenant.key.post('/api/events', { name: 'Under load' }).expect(201)).body;

    const load = opened.add(new Load([first.url, second.url], tenant.apiKey.key, event.id, true));
    await load.more(200);
    expect(await first.product.end('SIGKILL')).toBeNull();
    const killedAt = await now(database.url);
    // Whatever it was at, it was at all of its jobs.
    await sql(database.url, `UPDATE jobs SET locked_by = 'the dead', locked_until = now() + interval '1 second'`);
    await load.more(200);
    const third = await replica();
    await load.more(50);
    await load.finish();

    expect(load.unexpected).toEqual([]);
    const others = [...load.outcomes.keys()].filter((outcome) => !LOST.includes(outcome));
    expect(others.filter((outcome) => !['201', '409 idempotency_in_progress'].includes(outcome))).toEqual([]);
    expect(LOST.filter((outcome) => load.count(outcome) > 0)).not.toEqual([]);
    await expectWrittenOnce(database.url, load);

    await table.passes(LEASE_SECONDS);
    await eventually('all to be delivered', async () => (await table.count('delivered_at IS NULL')) === 0, 60_000);
    const published: Json[] = receiver.received.map(({ body }) => JSON.parse(body.toString()));
    expect(new Set(published.map(({ data }) => data.id))).toEqual(new Set(load.acknowledged.values()));
    // Sent twice at the most, and then as the same event: what the dead one did not write down.
    expect(new Set(published.map(({ id }) => id)).size).toBe(load.acknowledged.size);

    const done = `SELECT name FROM jobs WHERE name = ANY ($1) AND last_finished_at > $2 AND last_error IS NULL`;
    await eventually(
      'the jobs to go on',
      async () => (await sql(database.url, done, [JOBS, killedAt])).length === JOBS.length,
      60_000,
    );
    const verified = async () => (await tenant.session.get('/api/audit-logs/verify').expect(200)).body;
    await eventually('all audit records to be sealed', async () => (await verified()).unsealed === 0, 60_000);
    expect((await verified()).valid).toBe(true);
    for (const { product } of [second, third]) expect(product.linesWith('unexpected error')).toEqual([]);
  }, 240_000);
});

async function now(databaseUrl: string): Promise<Date> {
  const [{ now: moment }] = (await sql(databaseUrl, 'SELECT now()')) as [Json];
  return moment as Date;
}
