import { Client as PgClient } from 'pg';
import { distribute } from '../../src/platform/database/distribute';
import { DISTRIBUTED_TABLES } from '../../src/platform/database/distributed-tables';
import { migrate } from '../../src/platform/database/migrate';
import { startTestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { createClusterDatabase, dropClusterDatabase } from '../support/cluster-database';
import { clusterPorts, RUN } from '../support/database';
import { eventually } from '../support/eventually';
import { ProductProcess } from '../support/process';
import { sql } from '../support/sql';

const ports = clusterPorts()!;
const SHARDS = 4;
const TENANTS = 6;

/** The rows of a table on each of the machines that have shards of it. */
const ROWS = `
  SELECT nodeport AS port, sum(success::int * result::int)::int AS rows
  FROM run_command_on_shards('tours', 'SELECT count(*) FROM %s') JOIN pg_dist_shard_placement USING (shardid) GROUP BY 1 ORDER BY 1`;
/** On the shards themselves, where somebody might go around the coordinator. */
const UNGUARDED = `
  SELECT count(*)::int FROM run_command_on_shards('audit_records',
    $$SELECT relrowsecurity AND relforcerowsecurity FROM pg_class WHERE oid = '%s'::regclass$$) WHERE result <> 't'`;

describe('an installation with data', () => {
  const name = `${process.env[RUN]}distribute`;
  let url: string;
  beforeAll(async () => {
    url = await createClusterDatabase(ports, name);
    await migrate(url);
  });
  afterAll(() => dropClusterDatabase(ports, name));

  it('is distributed with all that it has, once, and goes on', async () => {
    const before = await startTestApp({ DATABASE_URL: url });
    const tenants: Tenant[] = [];
    for (let n = 0; n < TENANTS; n++) tenants.push(await registerTenant(before.url));
    for (const { key } of tenants) {
      const tour = (await key.post('/api/tours', { name: 'Before' }).expect(201)).body;
      const event = (await key.post('/api/events', { name: 'Before', tourId: tour.id }).expect(201)).body;
      const expense = { category: 'venue', amount: '1.00', incurredAt: '2027-05-01T12:00:00Z' };
      await key.post(`/api/events/${event.id}/expenses`, expense).expect(201);
    }
    await before.close();

    const plan = await distribute(url, { shards: SHARDS, dryRun: true });
    expect(plan.slice(1, DISTRIBUTED_TABLES.length + 1)).toEqual(
      DISTRIBUTED_TABLES.map((table) => expect.stringMatching(`^Distributed by organization: ${table} `)),
    );
    expect(plan.at(-1)).toBe('Nothing was changed.');
    expect(await sql(url, 'SELECT FROM pg_dist_partition')).toEqual([]);

    expect(await distribute(url, { shards: SHARDS })).toEqual(plan.slice(0, -1));
    expect(await distribute(url, { shards: SHARDS })).toEqual(['The database is distributed.']);
    expect(await migrate(url)).toEqual([]);
    const placed = await sql(url, ROWS);
    expect(placed.map(({ port }) => port).sort()).toEqual(ports.slice(1).sort());
    expect(await sql(url, UNGUARDED)).toEqual([{ count: 0 }]);

    const after = await startTestApp({ DATABASE_URL: url });
    try {
      for (const { apiKey } of tenants) await goesOn(after.url, apiKey.key);
    } finally {
      await after.close();
    }
    const rows = await sql(url, ROWS);
    expect(rows.every((machine) => machine['rows'] > 0)).toBe(true);
    expect(rows.reduce((sum, machine) => sum + (machine['rows'] as number), 0)).toBe(2 * TENANTS);
  });

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

  it('is served by a process, which does all that a start does', async () => {
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
  });

  it('can not be distributed over machines that are not there', async () => {
    const alone = `${name}_alone`;
    const client = new PgClient(`postgres://postgres@127.0.0.1:${ports[0]}/postgres`);
    await client.connect();
    try {
      await client.query(`CREATE DATABASE ${alone}`);
      const other = `postgres://postgres@127.0.0.1:${ports[0]}/${alone}`;
      await expect(distribute(other)).rejects.toThrow('CREATE EXTENSION citus');
      await sql(other, 'CREATE EXTENSION citus');
      await expect(distribute(other)).rejects.toThrow('no worker');
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${alone} WITH (FORCE)`);
      await client.end();
    }
  });
});
