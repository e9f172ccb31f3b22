import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { makeAuditYears } from '../../src/platform/audit/audit-years';
import { APPEND_ONLY_TABLES } from '../../src/platform/audit/audit-tables';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { connectionConfig } from '../../src/platform/database/connection';
import { createLoggerTo } from '../../src/platform/logging/logger';
import { TestClock } from '../support/clock';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sql, whileLocked } from '../support/sql';
import { createOwnedDatabase } from './walls';

const nameOf = (year: number | 'default'): string => `audit_years.audit_records_${year}`;

const PARTITIONS = `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_records'::regclass ORDER BY 1`;

/** What guards a table and finds its rows, with its own name left out. */
const GUARDS = `
  SELECT c.oid::regclass::text AS name, jsonb_build_object('secured', c.relrowsecurity, 'forced', c.relforcerowsecurity,
    'policies', (SELECT jsonb_agg(jsonb_build_array(polname, polcmd, polroles, pg_get_expr(polqual, c.oid), pg_get_expr(polwithcheck, c.oid)))
      FROM pg_policy WHERE polrelid = c.oid),
    'triggers', (SELECT jsonb_agg(jsonb_build_array(tgname, tgfoid::regproc, tgtype, tgenabled) ORDER BY tgname) FROM pg_trigger WHERE tgrelid = c.oid),
    'indexes', (SELECT jsonb_agg(parts ORDER BY parts) FROM (SELECT regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', indisunique::text) AS parts
      FROM pg_index WHERE indrelid = c.oid) AS i)) AS guards
  FROM pg_class c WHERE c.oid = 'audit_records'::regclass OR c.relispartition AND c.relkind = 'r' ORDER BY 1`;

function insertion(year: number, organizationId: string): string {
  return `INSERT INTO audit_records (id, organization_id, action, occurred_at, actor_type, target_type, target_id, changes)
    VALUES (gen_random_uuid(), '${organizationId}', 'tour.created', '${year}-06-01T00:00:00Z', 'system', 'tour', 'x', '{}')`;
}

describe.each([
  ['a superuser', createTestDatabase, true],
  ['an ordinary owner', createOwnedDatabase, false],
])('the years of the audit log, with %s as DATABASE_URL', (_login, open, bypasses) => {
  const organizationId = randomUUID();
  let database: TestDatabase;
  let service: Client;
  let log: string[];
  /** The one in which the database was made: a run may go on into the next. */
  let thisYear: number;
  let expected: string[];
  const clock = new TestClock();

  beforeEach(async () => {
    database = await open();
    service = new Client(
      connectionConfig(database.url, await prepareApplicationRole(database.url, APPEND_ONLY_TABLES), 10_000),
    );
    await service.connect();
    log = [];
    thisYear = Number(/\d+$/.exec((await partitions())[0]!)![0]);
    expected = [...Array.from({ length: 11 }, (_, i) => nameOf(thisYear + i)), nameOf('default')];
    clock.stopAt(`${thisYear}-12-31T23:59:59.999Z`);
  });
  afterEach(async () => {
    await service.end();
    await database.drop();
  });

  const start = () =>
    makeAuditYears(database.url, clock, createLoggerTo('info', { write: (line) => void log.push(line) }));
  const partitions = async (): Promise<string[]> => (await sql(database.url, PARTITIONS)).map(({ name }) => name);
  const inScope = async (text: string): Promise<number | null> => {
    await service.query('BEGIN');
    try {
      await service.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId]);
      return (await service.query(text)).rowCount;
    } finally {
      await service.query('COMMIT');
    }
  };

  it('are there from this one on, ten ahead, each guarded as the whole is', async () => {
    expect([thisYear, thisYear + 1]).toContain(new Date().getUTCFullYear());
    await start();
    expect(await partitions()).toEqual(expected);
    const [whole, ...parts] = (await sql(database.url, GUARDS)).sort((a, b) => a.name.length - b.name.length);
    expect(whole).toMatchObject({ name: 'audit_records', guards: { secured: true, forced: true } });
    expect(whole!.guards.policies).toHaveLength(1);
    expect(whole!.guards.triggers).toHaveLength(1);
    expect(whole!.guards.indexes).toHaveLength(5);
    expect(parts.map(({ name }) => name).sort()).toEqual(expected);
    for (const part of parts) expect(part).toEqual({ name: part.name, guards: whole!.guards });
    expect(log).toEqual([]);
  });

  it('take the records of their time, from midnight UTC on', async () => {
    await service.query(`SET app.organization_id = '${organizationId}'`);
    for (const year of [thisYear - 1, thisYear, thisYear + 10, thisYear + 11])
      await inScope(insertion(year, organizationId));
    await inScope(insertion(thisYear, organizationId).replace(/'[^']*Z'/, `'${thisYear + 1}-01-01T00:00:00.000Z'`));
    await inScope(insertion(thisYear, organizationId).replace(/'[^']*Z'/, `'${thisYear + 1}-12-31T23:59:59.999Z'`));
    const counted = await service.query(
      'SELECT tableoid::regclass::text AS name, count(*)::int FROM audit_records GROUP BY 1 ORDER BY 1',
    );
    expect(counted.rows).toEqual([
      { name: nameOf(thisYear), count: 1 },
      { name: nameOf(thisYear + 1), count: 2 },
      { name: nameOf(thisYear + 10), count: 1 },
      { name: nameOf('default'), count: 2 },
    ]);
  });

  it('cannot be rewritten one by one either', async () => {
    await inScope(insertion(thisYear, organizationId));
    for (const year of [thisYear, 'default'] as const) {
      for (const statement of [
        `UPDATE ${nameOf(year)} SET action = 'x'`,
        `DELETE FROM ${nameOf(year)}`,
        `TRUNCATE ${nameOf(year)}`,
      ]) {
        await expect(sql(database.url, statement)).rejects.toThrow(`audit_records_${year} is append-only`);
        await expect(inScope(statement)).rejects.toThrow(bypasses ? 'permission denied' : 'append-only');
      }
    }
  });

  it('show the service nothing of another organization', async () => {
    await inScope(insertion(thisYear, organizationId));
    const read = `SELECT 1 FROM ${nameOf(thisYear)}`;
    if (bypasses) {
      await expect(service.query(read)).rejects.toThrow('permission denied for schema audit_years');
      await expect(service.query('SELECT audit_years.make_until(2100)')).rejects.toThrow('permission denied');
      return;
    }
    expect((await service.query(read)).rowCount).toBe(0);
    expect(await inScope(read)).toBe(1);
    const foreign = insertion(thisYear, randomUUID()).replace('audit_records', nameOf(thisYear));
    await expect(inScope(foreign)).rejects.toThrow('row-level security');
  });

  it('are made once by any number of starts at once', async () => {
    await sql(database.url, `DROP TABLE ${nameOf(thisYear + 10)}, ${nameOf(thisYear + 9)}, ${nameOf(thisYear + 1)}`);
    await Promise.all(Array.from({ length: 6 }, start));
    expect(await partitions()).toEqual(expected);
    expect(log).toEqual([]);
  });

  it('that have records in the default partition are left out, and said so', async () => {
    await sql(database.url, `DROP TABLE ${nameOf(thisYear + 10)}, ${nameOf(thisYear + 9)}`);
    await inScope(insertion(thisYear + 9, organizationId));
    await start();
    expect(await partitions()).toEqual(expected.filter((name) => name !== nameOf(thisYear + 9)));
    expect(log.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ years: [thisYear + 9] })]);
    expect(await inScope('SELECT 1 FROM audit_records')).toBe(1);
  });

  it('wait for no long report: the next start makes them', async () => {
    await sql(database.url, `DROP TABLE ${nameOf(thisYear + 10)}`);
    await whileLocked(database.url, ['SELECT count(*) FROM audit_records'], start);
    expect(log.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ years: [thisYear + 10] })]);
    await start();
    expect(await partitions()).toEqual(expected);
  });
});
