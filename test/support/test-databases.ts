import { statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { migrate } from '../../src/platform/database/migrate';
import { CitusCluster, whyNoCluster } from './citus-cluster';
import { createDistributedDatabase, sealClusterTemplate } from './cluster-database';
import {
  ADMIN_URL,
  CLUSTER_PORTS,
  createDatabase,
  databaseUrl,
  dropDatabases,
  RUN,
  sealTemplate,
  TEMPLATE,
} from './database';

/** Losing a test's data in a crash costs nothing, waiting for the disk costs half of the run. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

export interface TestDatabases {
  /** The variables by which test files find them. */
  readonly env: Readonly<Record<string, string>>;
  /** Drops them, and stops the server unless it was given. */
  tearDown(): Promise<void>;
}

/**
 * One server and one migrated database for the whole run; every test file clones that database. The server is
 * `TEST_DATABASE_URL` (its role must be allowed to create databases), or an embedded one whose folder
 * stays for the next run.
 */
export async function startTestDatabases(): Promise<TestDatabases> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startEmbeddedPostgres(serverFolder(), FAST);
  const adminUrl = given ?? server!.url;
  const run = `test_${process.pid}_`;
  const cluster = process.env['TEST_DISTRIBUTED'] ? await startCluster() : undefined;
  const tearDown = async (): Promise<void> => {
    await cluster?.close();
    await dropDatabases(adminUrl, (name) => name.startsWith(run));
    await server?.stop();
  };

  try {
    // Those of runs that were killed; on somebody else's server another machine's run may have the same numbers.
    if (server) await dropDatabases(adminUrl, (name) => !isAlive(Number(/^test_(\d+)_/.exec(name)?.[1])));
    const template = `${run}template`;
    await createDatabase(adminUrl, template);
    await migrate(databaseUrl(adminUrl, template));
    await sealTemplate(adminUrl, template);
    const ports = cluster && { [CLUSTER_PORTS]: cluster.ports.join(',') };
    if (cluster) {
      await createDistributedDatabase(cluster.ports, template);
      await sealClusterTemplate(cluster.ports, template);
    }
    return { env: { [ADMIN_URL]: adminUrl, [RUN]: run, [TEMPLATE]: template, ...ports }, tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}

/**
 * In memory where there is plenty: each database is hundreds of files, which take a file system on a disk longer to make
 * and delete than PostgreSQL takes for everything else that it does in the kernel.
 */
function serverFolder(): string {
  const folder = resolve('.data/test-postgres');
  return hasRoom(MEMORY) ? join(MEMORY, `tour-events${folder.replaceAll('/', '-')}`) : folder;
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** @throws Error that says what is missing: tests that were asked for are never skipped in silence */
async function startCluster(): Promise<CitusCluster> {
  const reason = whyNoCluster();
  if (reason !== null) throw new Error(`No cluster for the tests: ${reason}.`);
  return CitusCluster.start();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
