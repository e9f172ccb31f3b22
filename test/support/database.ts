import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { cloneClusterDatabase, dropClusterDatabase } from './cluster-database';
import { disconnectSql } from './sql';

/** Names of the variables by which the global set-up passes on to the workers what it made. */
export const ADMIN_URL = 'TEST_DATABASE_ADMIN_URL';
export const TEMPLATE = 'TEST_DATABASE_TEMPLATE';
export const RUN = 'TEST_DATABASE_RUN';
/** Set when the tests run on a distributed database. */
export const CLUSTER_PORTS = 'TEST_CLUSTER_PORTS';

/** Any number that nobody else locks in the administration database. */
const CLONE_LOCK = 7_316_002;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated, empty database of its own: a clone of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = fromSetUp(ADMIN_URL);
  const name = `${fromSetUp(RUN)}${randomBytes(5).toString('hex')}`;
  const ports = clusterPorts();
  if (ports !== null) {
    const url = await cloneClusterDatabase(ports, name, fromSetUp(TEMPLATE));
    return { url, drop: () => dropClusterDatabase(ports, name) };
  }
  await createDatabase(adminUrl, name, fromSetUp(TEMPLATE));
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => dropDatabases(adminUrl, (found) => found === name),
  };
}

/** Of the cluster that the tests run on, the coordinator's first; null when they run on one machine. */
export function clusterPorts(): number[] | null {
  return process.env[CLUSTER_PORTS]?.split(',').map(Number) ?? null;
}

/** A copy of a test's database as it is now, to be restored later. Nobody may be connected to it. */
export async function backUp(url: string): Promise<TestDatabase> {
  const adminUrl = fromSetUp(ADMIN_URL);
  const name = `${fromSetUp(RUN)}${randomBytes(5).toString('hex')}`;
  await disconnectSql(url);
  await createDatabase(adminUrl, name, new URL(url).pathname.slice(1));
  return { url: databaseUrl(adminUrl, name), drop: () => dropDatabases(adminUrl, (found) => found === name) };
}

/** An empty database of its own, owned by the given role or by the administrator. */
export async function createEmptyDatabase(owner?: string): Promise<TestDatabase> {
  const adminUrl = fromSetUp(ADMIN_URL);
  const name = `${fromSetUp(RUN)}${randomBytes(5).toString('hex')}`;
  await createDatabase(adminUrl, name);
  if (owner) await asAdmin(adminUrl, (admin) => admin.query(`ALTER DATABASE ${name} OWNER TO ${owner}`));
  return { url: databaseUrl(adminUrl, name), drop: () => dropDatabases(adminUrl, (found) => found === name) };
}

function fromSetUp(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test, which prepares the database`);
  return value;
}

/** One at a time: PostgreSQL refuses to clone a database while another clone of it is being made. */
export async function createDatabase(adminUrl: string, name: string, template = 'template1'): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [CLONE_LOCK]);
    // Copied as files: page by page through the log, the other strategy, takes several times as long.
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
}

/** Nobody may connect to it from now on: a single connection would make cloning fail. */
export async function sealTemplate(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, (admin) => admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`));
}

/** Drops the test databases whose name is chosen, connected clients or not. */
export async function dropDatabases(adminUrl: string, chosen: (name: string) => boolean): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname ~ '^test_[0-9]+_'`,
    );
    for (const { datname } of rows) {
      if (chosen(datname)) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    }
  });
}

/** The same server and role, another database. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Closing the connection gives its advisory locks back. */
async function asAdmin(adminUrl: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client(adminUrl);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
