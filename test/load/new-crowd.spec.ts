import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { KeptStatements, withoutAutovacuum } from '../support/kept-statements';
import { SentStatements, type Sent } from '../support/plans';
import { sql } from '../support/sql';

const GUESTS = 5_000;
const BATCH = 500;
/** As many rows as an import looks up at once. */
const MAX_IMPORTED = 1_000;
/**
 * A plan that compares each guest of the event with each guest of the organization takes 25 million rows in hand; one
 * that goes by keys a few dozen for each guest, by which keys ever.
 */
const MAX_ROWS = 50 * GUESTS;
const TABLES = ['guests', 'event_guests', 'events', 'organizations'];

/**
 * PostgreSQL gathers statistics a minute after rows have come, at the earliest: until then it takes the tables for as empty as
 * they were.
 */
describe('right after a crowd has come, of which PostgreSQL knows nothing', () => {
  let service: TestApp;
  let tenant: Tenant;
  let reads: Kept;
  let imports: Kept;

  /** Statements as a connection keeps them. */
  interface Kept {
    readonly on: KeptStatements;
    readonly statements: Readonly<Record<string, Sent>>;
  }

  beforeAll(async () => {
    service = await startTestApp();
    await withoutAutovacuum(service.databaseUrl, TABLES);
    tenant = await registerTenant(service.url);
    const event = (await tenant.key.post('/api/events', { name: 'Stadium' }).expect(201)).body;
    await tenant.key.post(`/api/events/${event.id}/guests`, { name: 'First' }).expect(201);
    await sql(service.databaseUrl, `ANALYZE ${TABLES.join(', ')}`);
    const statements = await statementsOf({
      list: `/api/events/${event.id}/guests?limit=50`,
      byName: `/api/events/${event.id}/guests?limit=50&sortBy=name`,
      search: `/api/events/${event.id}/guests?limit=50&q=guest`,
      manifest: `/api/events/${event.id}/manifest`,
    });
    const ofFew = await statementsOfImport(4);
    const [onReads, onImports] = [
      await KeptStatements.open(service.databaseUrl, []),
      await KeptStatements.open(service.databaseUrl, [ofFew.settings]),
    ];
    await onReads.keep('before', statements);
    await onImports.keep('before', { import: ofFew.find });
    await bring(event.id);
    await onReads.keep('after', statements);
    const { find } = await statementsOfImport(MAX_IMPORTED);
    await onImports.keep('after', { import: find });
    reads = { on: onReads, statements };
    imports = { on: onImports, statements: { import: find } };
  }, 300_000);
  afterAll(async () => {
    await reads.on.close();
    await imports.on.close();
    await service.close();
  });

  it.each(['list', 'byName', 'search', 'manifest'])('the statement of %s reads guests by their keys', async (what) => {
    expect(await rowsOf(reads, 'after', what)).toBeLessThan(MAX_ROWS);
  });

  it('counts the guests of an event without looking up each of them', async () => {
    expect(await rowsOf(reads, 'after', 'list')).toBeLessThan(2 * GUESTS);
  });

  it.each(['before', 'after'])('an import finds guests by their keys, by a plan made %s they came', async (when) => {
    expect(await rowsOf(imports, when, 'import')).toBeLessThan(MAX_ROWS);
  });

  /** Rows that the steps of a kept statement's plan take in hand. */
  async function rowsOf({ on, statements }: Kept, when: string, what: string): Promise<number> {
    const { rows } = await on.rollingBack(() => on.cost(when, what, statements[what]!.values));
    return rows;
  }

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

  /**
   * What an import of so many rows sends: how it finds guests by their keys, by an address that several share, and by name
   * alone; and what it sets for the planner.
   */
  async function statementsOfImport(count: number): Promise<{ settings: Sent; find: Sent }> {
    const lines = Array.from({ length: count / 4 }, (_none, n) => [
      `Guest ${n},,${n}`,
      `Guest ${n + count},guest${n + count}@example.com,`,
      `Guest ${n},shared${n % 5}@example.com,`,
      `Guest ${n},,`,
    ]);
    const csv = ['name,email,externalId', ...lines.flat()].join('\n');
    const sent = new SentStatements();
    await tenant.key.with({ 'Content-Type': 'text/csv' }).post('/api/guests/import?dryRun=true').send(csv).expect(200);
    const all = sent.take();
    sent.close();
    const sentWith = (part: string) => all.find(({ text }) => text.includes(part))!;
    return { settings: sentWith(`set_config('enable_seqscan'`), find: sentWith('unnest($4::text[], $6::jsonb[])') };
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
