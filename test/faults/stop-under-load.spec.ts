import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres';
import { registerTenant, type Tenant } from '../support/builders';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { holdRequest } from '../support/held-request';
import { expectWrittenOnce, Load } from '../support/load';
import { Opened } from '../support/mail-queue';
import { isRunning, ProductProcess } from '../support/process';
import { isListening } from '../support/server-process';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the product that is told to stop under load', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  /** Clients at work, who leave as soon as they get no answer. */
  async function putUnderLoad(url: string): Promise<{ tenant: Tenant; load: Load }> {
    const tenant = await registerTenant(url);
    const event = (await tenant.key.post('/api/events', { name: 'Under load' }).expect(201)).body;
    const load = opened.add(new Load([url], tenant.apiKey.key, event.id, false));
    await load.more(50);
    return { tenant, load };
  }

  /** Every client got a whole answer to everything, until one was not even begun. */
  async function expectNothingCut(databaseUrl: string, load: Load): Promise<void> {
    await load.finish();
    expect(load.unexpected).toEqual([]);
    const outcomes = [...load.outcomes.keys()];
    expect(outcomes.filter((outcome) => !['201', 'ECONNREFUSED', 'ECONNRESET'].includes(outcome))).toEqual([]);
    expect(load.unanswered.length).toBeGreaterThan(0);
    // What was written is what was acknowledged: nobody who got no answer has been served.
    await expectWrittenOnce(databaseUrl, load);
  }

  it('answers what it has begun, begins nothing more and is gone in time', async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    const product = await ProductProcess.launch({ DATABASE_URL: database.url, RATE_LIMIT: '1000000' });
    opened.add({ close: () => product.cleanUp() });
    const url = await product.url();
    const { tenant, load } = await putUnderLoad(url);
    const names = ['One', 'Two', 'Three'];
    const held = [];
    for (const name of names) held.push(await holdRequest(`${url}/api/tours`, tenant.apiKey.key, { name }));

    const ended = product.end('SIGTERM');
    await eventually('it to take nothing new', async () => !(await isListening(Number(new URL(url).port))));
    for (const request of held) request.release();

    for (const [index, request] of held.entries())
      expect(await request.answered).toMatchObject({ status: 201, connection: 'close', body: { name: names[index] } });
    const { code, tookMs } = await ended;
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
    await expectNothingCut(database.url, load);
    expect(product.output).not.toContain('did not stop in order');
  }, 120_000);

  it('does the same when npm runs it and the whole process group is told so, twice', async () => {
    const product = await ProductProcess.launch({ RATE_LIMIT: '1000000' }, { byNpm: true });
    opened.add({ close: () => product.cleanUp() });
    const { load } = await putUnderLoad(await product.url());
    const processes = await product.databaseProcesses();

    const { code, tookMs } = await product.endGroup('SIGTERM');
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
    expect(processes.filter(isRunning)).toEqual([]);
    const database = await startEmbeddedPostgres(join(product.dataDir, 'postgres'));
    opened.add({ close: () => database.stop() });
    await expectNothingCut(database.url, load);
    expect(product.output).not.toContain('did not stop in order');
  }, 180_000);
});
