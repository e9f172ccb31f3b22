import { Client } from 'pg';
import { distribute } from '../../src/platform/database/distribute';
import { settingsOf } from '../../src/platform/database/distributed-schema';
import { migrate } from '../../src/platform/database/migrate';

/** A test has few organizations, and each shard costs time. */
const SHARDS_OF_TESTS = 4;

/**
 * Tests log in as superusers, and the service drops to this role, which must be able to log in to the workers. On each
 * machine for itself: an installation logs in as an ordinary owner and needs no such role.
 */
const APPLICATION_ROLE = `
  DO $$ BEGIN
    SET LOCAL citus.enable_ddl_propagation = off;
    CREATE ROLE tour_events_app LOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;

/**
 * Makes an empty database on every machine of a cluster, and lets them know each other.
 *
 * @param ports the machines', the coordinator's first
 * @param owner an ordinary role, which is made as well; the superuser if there is none
 * @returns the coordinator's URL, as its superuser
 */
export async function createClusterDatabase(ports: readonly number[], name: string, owner?: string): Promise<string> {
  for (const port of ports) {
    await createMemberDatabase(port, name);
    if (owner !== undefined) await giveTo(owner, port, name);
  }
  const [coordinator, ...workers] = ports;
  const url = urlOf(coordinator!, name);
  await statements(
    url,
    `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator})`,
    ...workers.map((port) => `SELECT citus_add_node('127.0.0.1', ${port})`),
  );
  return url;
}

/** Makes the database on one machine, which can then be added to the cluster (`citus_add_node`). */
export async function createMemberDatabase(port: number, name: string): Promise<void> {
  await statements(urlOf(port, 'postgres'), `CREATE DATABASE ${name}`);
  await statements(urlOf(port, name), 'CREATE EXTENSION citus', APPLICATION_ROLE);
}

/** On each machine for itself. */
async function giveTo(owner: string, port: number, name: string): Promise<void> {
  await statements(
    urlOf(port, name),
    'SET citus.enable_ddl_propagation = off',
    `CREATE ROLE ${owner} LOGIN`,
    `ALTER DATABASE ${name} OWNER TO ${owner}`,
  );
}

/** A migrated and distributed database. @returns the coordinator's URL, as its superuser */
export async function createDistributedDatabase(ports: readonly number[], name: string): Promise<string> {
  const url = await createClusterDatabase(ports, name);
  await migrate(url);
  await distribute(url, { shards: SHARDS_OF_TESTS });
  return url;
}

/** Nobody may connect to it from now on: a single connection, such as Citus has itself, would make cloning fail. */
export async function sealClusterTemplate(ports: readonly number[], name: string): Promise<void> {
  for (const port of ports)
    await statements(
      urlOf(port, 'postgres'),
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
}

/** A clone on every machine: they know each other by their addresses, as the first ones do. */
export async function cloneClusterDatabase(ports: readonly number[], name: string, template: string): Promise<string> {
  await Promise.all(
    ports.map((port) => statements(urlOf(port, 'postgres'), `CREATE DATABASE ${name} TEMPLATE ${template}`)),
  );
  const url = urlOf(ports[0]!, name);
  // A clone does not have the settings of its template.
  await statements(url, ...settingsOf(name));
  return url;
}

export async function dropClusterDatabase(ports: readonly number[], name: string): Promise<void> {
  for (const port of ports) await statements(urlOf(port, 'postgres'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

async function statements(url: string, ...texts: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}
