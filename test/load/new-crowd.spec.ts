import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { KeptStatements, withoutAutovacuum } from '../support/kept-statements';
import { SentStatements, type Sent } from '../support/plans';
import { sql } from '../support/sql';

const GUESTS = 5_000;
const BATCH = 500;
/** A plan that compares each guest of the event with each guest of the organization takes 25 million rows in hand. */
const MAX_ROWS = 20 * GUESTS;
const TABLES = ['guests', 'event_guests', 'events', 'organizations'];

/**
 * PostgreSQL gathers statistics a minute after rows have come, at the earliest: until then it takes the tables for as empty as
 * they were.
 */
describe('right after a crowd has come, of which PostgreSQL knows nothing', () => {
  let service: TestApp;
  let tenant: Tenant;
  let kept: KeptStatements;
  let statements: Readonly<Record<string, Sent>>;

  beforeAll(async () => {
    service = await startTestApp();
    await withoutAutovacuum(service.databaseUrl, TABLES);
    tenant = await registerTenant(service.url);
    const event = (await tenant.key.post('/api/events', { name: 'Stadium' }).expect(201)).body;
    await tenant.key.post(`/api/events/${event.id}/guests`, { name: 'First' }).expect(201);
    await sql(service.databaseUrl, `ANALYZE ${TABLES.join(', ')}`);
    statements = await statementsOf({
      list: `/api/events/${event.id}/guests?limit=50`,
      byName: `/api/events/${event.id}/guests?limit=50&sortBy=name`,
      search: `/api/events/${event.id}/guests?limit=50&q=guest`,
      manifest: `/api/events/${event.id}/manifest`,
    });
    await bring(event.id);
    kept = await KeptStatements.open(service.databaseUrl, []);
    await kept.keep('after', statements);
  }, 300_000);
  afterAll(async () => {
    await kept.close();
    await service.close();
  });

  it.each(['list', 'byName', 'search', 'manifest'])('the statement of %s reads guests by their keys', async (what) => {
    const { rows } = await kept.rollingBack(() => kept.cost('after', what, statements[what]!.values));
    expect(rows).toBeLessThan(MAX_ROWS);
  });

  /** The statement of each path that reads the guests of the event. */
  async function statementsOf(paths: Readonly<Record<string, string>>): Promise<Record<string, Sent>> {
    const sent = new SentStatements();
    const found: Record<string, Sent> = {};
    for (const [what, path] of Object.entries(paths)) {
      sent.take();
      await tenant.key.get(path).expect(200);
      found[what] = sent.take().find(({ text }) => text.includes('event_guests eg CROSS JOIN LATERAL'))!;
    }
    sent.close();
    return found;
  }

  /** Imports guests, and puts them on an event in batches. */
  async function bring(eventId: string): Promise<void> {
    const lines = Array.from({ length: GUESTS }, (_none, n) => `Guest ${n},guest${n}@example.com,${n}`);
    const csv = ['name,email,externalId', ...lines].join('\n');
    await tenant.key.with({ 'Content-Type': 'text/csv' }).post('/api/guests/import').send(csv).expect(200);
    for (let from = 0; from < GUESTS; from += BATCH) {
      const items = Array.from({ length: BATCH }, (_none, n) => ({ externalId: String(from + n) }));
      const report = await tenant.key.post(`/api/events/${eventId}/guests/batch`, { items }).expect(200);
      expect(report.body.created).toBe(BATCH);
    }
  }
});
