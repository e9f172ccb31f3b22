import { Client as PgClient } from 'pg';
import { distribute } from '../../src/platform/database/distribute';
import { distributedTables } from '../../src/platform/database/distributed';
import { migrate } from '../../src/platform/database/migrate';
import { startTestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { createClusterDatabase, createMemberDatabase, dropClusterDatabase } from '../support/cluster-database';
import { clusterPorts, RUN } from '../support/database';
import { eventually } from '../support/eventually';
import { sumExpenseDays } from '../support/expense-days';
import { ProductProcess } from '../support/process';
import { sql } from '../support/sql';
import { makeWorld } from '../support/world';

const ports = clusterPorts()!;
const SHARDS = 4;
/** So many that each machine gets some of them. */
const TENANTS = 14;

/** The rows of a table on each of the machines that have shards of it. */
const ROWS = `
  SELECT nodeport AS port, sum(success::int * result::int)::int AS rows
  FROM run_command_on_shards('tours', 'SELECT count(*) FROM %s') JOIN pg_dist_shard_placement USING (shardid) GROUP BY 1 ORDER BY 1`;
/** How many rows each organization has in each of the tables. */
const rowsOfEach = () =>
  distributedTables()
    .map(
      (table) =>
        `SELECT '${table}' AS table, organization_id AS organization, count(*)::int AS rows FROM ${table} GROUP BY 2`,
    )
    .join(' UNION ALL ');
/** On the shards themselves, where somebody might go around the coordinator. */
const UNGUARDED = `
  SELECT count(*)::int FROM run_command_on_shards('audit_records',
    $$SELECT relrowsecurity AND relforcerowsecurity FROM pg_class WHERE oid = '%s'::regclass$$) WHERE result <> 't'`;
/** Triggers that note changes of expenses always, also on the shards. */
const UNNOTED = `
  SELECT count(*)::int FROM run_command_on_shards('expenses',
    $$SELECT count(*) FROM pg_trigger WHERE tgrelid = '%s'::regclass AND tgenabled = 'A' AND NOT tgisinternal$$) WHERE result <> '5'`;

describe('an installation with data', () => {
  const name = `${process.env[RUN]}distribute`;
  const owner = `${name}_owner`;
  /** As its ordinary owner, to whom the policies apply; as the superuser. */
  let url: string;
  let behind: string;
  beforeAll(async () => {
    behind = await createClusterDatabase(ports, name, owner);
    url = behind.replace('postgres@', `${owner}@`);
    // Its first start makes the tables.
    await starts();
  });
  afterAll(() => dropClusterDatabase(ports, name));

  it('is distributed with all that it has, once, and goes on', async () => {
    const before = { ...(await startTestApp({ DATABASE_URL: url })), databaseUrl: behind };
    const tenants: Tenant[] = [await makeWorld(before), await makeWorld(before)];
    await sumExpenseDays(before);
    while (tenants.length < TENANTS) tenants.push(await registerTenant(before.url));
    for (const { key } of tenants.slice(2)) await makesSomething(key);
    await before.close();
    const rowsBefore = await rowsOfAll();
    const empty = distributedTables().filter((table) => !rowsBefore.some((row) => row['table'] === table));
    // Nothing waits there once all is sealed.
    expect(empty.filter((table) => table !== 'audit_unsealed')).toEqual([]);

    const plan = await distribute(url, { shards: SHARDS, dryRun: true });
    expect(plan.slice(1, distributedTables().length + 1)).toEqual(
      distributedTables().map((table) => expect.stringMatching(`^Distributed by organization: ${table} `)),
    );
    expect(plan.at(-1)).toBe('Nothing was changed.');
    expect(await sql(url, 'SELECT FROM pg_dist_partition')).toEqual([]);
    expect(await rowsOfAll()).toEqual(rowsBefore);

    expect(await distribute(url, { shards: SHARDS })).toEqual(plan.slice(0, -1));
    expect(await distribute(url, { shards: SHARDS })).toEqual(['The database is distributed.']);
    expect(await migrate(url)).toEqual([]);
    expect(await rowsOfAll()).toEqual(rowsBefore);
    expectOnBothWorkers(await sql(behind, ROWS), TENANTS);
    expect(await sql(behind, UNGUARDED)).toEqual([{ count: 0 }]);
    expect(await sql(behind, UNNOTED)).toEqual([{ count: 0 }]);

    const after = await startTestApp({ DATABASE_URL: url });
    try {
      for (const { apiKey } of tenants) await goesOn(after.url, apiKey.key);
    } finally {
      await after.close();
    }
    expectOnBothWorkers(await sql(behind, ROWS), 2 * TENANTS);
  });

  async function starts(): Promise<void> {
    const product = await ProductProcess.launch({
      DATABASE_URL: url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      DASHBOARD: 'off',
    });
    try {
      await new Client(await product.url()).get('/health/ready').expect(200);
    } finally {
      await product.end('SIGTERM');
      await product.cleanUp();
    }
  }

  const rowsOfAll = () => sql(behind, `${rowsOfEach()} ORDER BY 1, 2`);

  function expectOnBothWorkers(machines: Json[], rows: number): void {
    expect(machines.map(({ port }) => port).sort()).toEqual(ports.slice(1).sort());
    expect(machines.every((machine) => machine['rows'] > 0)).toBe(true);
    expect(machines.reduce((sum, machine) => sum + (machine['rows'] as number), 0)).toBe(rows);
  }

  async function makesSomething(key: Client): Promise<void> {
    await key.post('/api/tours', { name: 'Before' }).expect(201);
    const event = (await key.post('/api/events', { name: 'Before' }).expect(201)).body;
    await key.post(`/api/events/${event.id}/expenses`, { category: 'venue', amount: '1.00' }).expect(201);
  }

  async function goesOn(base: string, key: string): Promise<void> {
    const client = new Client(base, { Authorization: `Bearer ${key}` });
    expect((await client.get('/api/tours').expect(200)).body.data).toHaveLength(1);
    await client.post('/api/tours', { name: 'After' }).expect(201);
    // The chain that the other database began is true here, and goes on.
    await eventually('the last record to be sealed', async () => {
      const { body } = await client.get('/api/audit-logs/verify').expect(200);
      expect(body.valid).toBe(true);
      return body.unsealed === 0;
    });
  }

  it('is served by a process, which does all that a start does', starts);

  it('cannot be distributed over machines that are not there, nor with tables that were there before', async () => {
    const alone = `${name}_alone`;
    const client = new PgClient(`postgres://postgres@127.0.0.1:${ports[0]}/postgres`);
    await client.connect();
    try {
      await client.query(`CREATE DATABASE ${alone}`);
      const other = `postgres://postgres@127.0.0.1:${ports[0]}/${alone}`;
      await expect(distribute(other)).rejects.toThrow('CREATE EXTENSION citus');
      await migrate(other);
      await sql(other, 'CREATE EXTENSION citus');
      await expect(distribute(other)).rejects.toThrow('no worker');
      await createMemberDatabase(ports[1]!, alone);
      await sql(other, `SELECT citus_set_coordinator_host('127.0.0.1', ${ports[0]})`);
      await sql(other, `SELECT citus_add_node('127.0.0.1', ${ports[1]})`);
      await expect(distribute(other)).rejects.toThrow('older than the extension');
    } finally {
      await client.end();
      await dropClusterDatabase(ports, alone);
    }
  });
});
