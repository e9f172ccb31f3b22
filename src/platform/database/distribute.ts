import type { Client } from 'pg';
import { connectionConfig, newClient } from './connection';
import { BEFORE, settingsOf } from './distributed-schema';
import { distributedTables, distributedTriggers } from './distributed';
import { withMigrationLock } from './migrate';
import { onlyRow } from './only-row';

/** The most machines that the rows can be spread over, unless the shards are divided again. */
const SHARDS = 32;

const CLUSTER = `SELECT to_regclass('pg_dist_node') IS NOT NULL AS "isCluster"`;
const WORKERS = `
  SELECT nodename || ':' || nodeport AS name FROM pg_dist_node WHERE noderole = 'primary' AND isactive AND groupid > 0
  ORDER BY nodeid`;

/** Citus passes on what is made in its presence; of what was there before, the other machines never hear. */
const OLDER_THAN_CLUSTER = `
  SELECT name FROM unnest($1::text[]) AS t (name) JOIN pg_trigger ON tgrelid = to_regclass(name)
  WHERE NOT tgisinternal AND NOT EXISTS (SELECT FROM pg_dist_object WHERE classid = 'pg_proc'::regclass AND objid = tgfoid) LIMIT 1`;

const TABLES = `
  SELECT name, to_regclass(name) IS NOT NULL AS exists, logicalrelid IS NOT NULL AS distributed,
    pg_size_pretty(coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree(to_regclass(name))),
      pg_total_relation_size(to_regclass(name)))) AS size
  FROM unnest($1::text[]) WITH ORDINALITY AS t (name, position) LEFT JOIN pg_dist_partition ON logicalrelid = to_regclass(name)
  ORDER BY position`;

/** Foreign keys from or to these tables. */
const KEYS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition,
    conrelid::regclass::text = ANY ($1) AND confrelid::regclass::text = ANY ($1) AS inside
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
    AND (conrelid::regclass::text = ANY ($1) OR confrelid::regclass::text = ANY ($1)) ORDER BY 1, 2`;

/** These tables with their partitions. */
const WITH_PARTITIONS = `
  SELECT t::text AS name FROM unnest($1::regclass[]) AS t
  UNION SELECT relid::regclass::text FROM unnest($1::regclass[]) AS t, pg_partition_tree(t)`;

interface Table {
  name: string;
  exists: boolean;
  distributed: boolean;
  size: string;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
  /** Whether both of its tables are distributed. */
  inside: boolean;
}

interface Options {
  /** Only say what would be done. */
  readonly dryRun?: boolean;
  readonly shards?: number;
}

/**
 * Spreads the tables of {@link distributedTables} over the machines of a Citus cluster, after the migrations and while no
 * process of the service uses the database. It is one transaction: whatever ends it leaves everything as it was. Does
 * nothing in a database that is distributed already.
 *
 * @param url the login of the tables' owner
 * @returns lines that say what was done, or would be
 * @throws Error that says what the database lacks
 */
export async function distribute(url: string, { dryRun = false, shards = SHARDS }: Options = {}): Promise<string[]> {
  return withMigrationLock(url, async () => {
    const client = newClient(connectionConfig(url, null, 0));
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const lines = await distributeIn(client, dryRun, shards);
      await client.query(dryRun ? 'ROLLBACK' : 'COMMIT');
      return lines;
    } finally {
      await client.end();
    }
  });
}

async function distributeIn(client: Client, dryRun: boolean, shards: number): Promise<string[]> {
  const workers = await workersOf(client);
  const { rows: tables } = await client.query<Table>(TABLES, [distributedTables()]);
  if (tables.some(({ exists }) => !exists)) throw new Error('the database must be migrated first: npm run migrate');
  const todo = tables.filter(({ distributed }) => !distributed);
  if (todo.length === 0) return ['The database is distributed.'];
  if (todo.length < tables.length) throw new Error('something else has distributed some of the tables');
  if ((await client.query(OLDER_THAN_CLUSTER, [distributedTables()])).rows.length > 0)
    throw new Error(
      'its tables are older than the extension: copy them into a database that has it (docs/scale-out.md)',
    );
  const { rows: keys } = await client.query<ForeignKey>(KEYS, [distributedTables()]);
  const lines = [
    `Workers: ${workers.join(', ')}; shards of each table: ${shards}`,
    ...tables.map(({ name, size }) => `Distributed by organization: ${name} (${size})`),
    ...keys.filter(({ inside }) => !inside).map(({ table, name }) => `Foreign key dropped: ${name} of ${table}`),
    ...keys.filter(losesAction).map(({ table, name }) => `Foreign key without SET NULL: ${name} of ${table}`),
  ];
  if (dryRun) return [...lines, 'Nothing was changed.'];
  await prepare(client, keys);
  for (const [index, name] of distributedTables().entries()) {
    const distribution = index === 0 ? `shard_count => ${shards}` : `colocate_with => '${distributedTables()[0]}'`;
    await client.query(`SELECT create_distributed_table('${name}', 'organization_id', ${distribution})`);
  }
  await finish(client, keys);
  return lines;
}

async function workersOf(client: Client): Promise<string[]> {
  const { isCluster } = onlyRow(await client.query<{ isCluster: boolean }>(CLUSTER));
  if (!isCluster) throw new Error('this is no database of a Citus coordinator (CREATE EXTENSION citus)');
  const workers = await client.query<{ name: string }>(WORKERS);
  if (workers.rows.length === 0) throw new Error('the cluster has no worker yet (citus_add_node)');
  return workers.rows.map(({ name }) => name);
}

async function prepare(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  await client.query('SET LOCAL client_min_messages = warning');
  await client.query('SET LOCAL citus.enable_unsafe_triggers = on');
  await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
  for (const statement of [...BEFORE, ...distributedTriggers('before')]) await client.query(statement);
  // Policies are not to refuse what the owner copies into the shards; nobody else sees this transaction.
  await force(client, 'NO FORCE');
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
}

async function finish(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const key of keys.filter(({ inside }) => inside)) {
    const definition = losesAction(key) ? key.definition.replace(SET_NULL, '') : key.definition;
    await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${definition}`);
  }
  await force(client, 'FORCE');
  for (const statement of distributedTriggers('after')) await client.query(statement);
  const { name } = onlyRow(await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name'));
  for (const statement of settingsOf(name)) await client.query(statement);
}

async function force(client: Client, mode: 'FORCE' | 'NO FORCE'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(WITH_PARTITIONS, [distributedTables()]);
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} ${mode} ROW LEVEL SECURITY`);
}

const SET_NULL = / ON DELETE SET NULL.*/;

/** Citus has no such action where the organization is in the key; the service clears the references itself. */
function losesAction({ inside, definition }: ForeignKey): boolean {
  return inside && SET_NULL.test(definition);
}
