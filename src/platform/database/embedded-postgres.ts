/**
 * A real PostgreSQL for machines that have none: the binaries come with npm, the cluster lives under `DATA_DIR`.
 *
 * Everything needed to find a server again is on disk and in the server itself, because the process that started it may
 * be killed at any moment: the data folder's lock file says which process serves it, and an advisory lock inside the
 * server says who still uses it.
 */
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describeCluster, initialize, readPassword, SUPERUSER, type Cluster } from './embedded-postgres-cluster';
import {
  disownLockFile,
  isServing,
  launch,
  POLL_MS,
  readLockFile,
  SETTINGS,
  shutDown,
  START_TIMEOUT_MS,
} from './embedded-postgres-server';

/** A running server and this process's share in it. */
export interface EmbeddedPostgres {
  /** Connects as the cluster's superuser to its `postgres` database. */
  url: string;
  /** The process id of the postmaster. */
  pid: number;
  /** False when the server was running already, for example since the process that had started it was killed. */
  started: boolean;
  /** Where cluster and log are: the folder asked for, or another one if the server's account can't reach that. */
  directory: string;
  /** Lets go of the server and, unless another process is still using it, stops it and waits for its end. */
  stop(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Any number will do, as long as nobody else locks it in the `postgres` database. */
const IN_USE_LOCK = 7_316_001;

/**
 * Starts the server of a folder, makes its cluster first when there is none, or finds the server that is running.
 *
 * Install signal handlers before calling: a signal that ends this process half-way leaves the server running (the next
 * call finds it again).
 *
 * @param directory - made when missing; holds the cluster, its superuser's password and the server's log
 * @param settings - server parameters beyond the usual ones, for example `{ fsync: 'off' }` in tests
 * @throws Error with one line that says what to do when no server can run here
 */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const cluster = await describeCluster(resolve(directory));
  await initialize(cluster, settings);
  const password = await readPassword(cluster);
  const urlAt = (port: number): string =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;

  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const lock = await readLockFile(cluster);
    if (lock && (await isServing(cluster, lock.pid))) {
      const holder = lock.status === 'ready' ? await takeHold(urlAt(lock.port)) : undefined;
      if (holder) return handle(cluster, lock.pid, urlAt(lock.port), false, holder);
    } else {
      if (lock) await disownLockFile(cluster, lock);
      const port = await freePort();
      const pid = await launch(cluster, port, { ...SETTINGS, ...settings });
      const holder = pid ? await takeHold(urlAt(port)) : undefined;
      if (pid && holder) return handle(cluster, pid, urlAt(port), true, holder);
    }
    await sleep(POLL_MS); // It is starting, recovering or stopping, or another process was faster.
  }
  throw new Error(`The embedded PostgreSQL was not ready in ${START_TIMEOUT_MS / 1000} s: see ${cluster.log}`);
}

/**
 * Connects and keeps the connection for as long as this process uses the server, with a lock that all users share.
 * The kernel closes the connection of a process that is killed, so no stale user can ever be left. Until `stop()` it
 * keeps the process alive.
 * @returns undefined when the server goes away or does not take connections at the moment
 */
async function takeHold(url: string): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: 'embedded-postgres',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // The server's end is noticed where it matters.
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE_LOCK]);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if ((error as { code?: string }).code === '28P01') {
      throw new Error('The embedded PostgreSQL refuses the password kept beside its data', { cause: error });
    }
    return undefined;
  }
}

function handle(cluster: Cluster, pid: number, url: string, started: boolean, holder: Client): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  return {
    url,
    pid,
    started,
    directory: cluster.home,
    stop: () => (stopping ??= stop(cluster, pid, holder)),
  };
}

async function stop(cluster: Cluster, pid: number, holder: Client): Promise<void> {
  if (await isLastUser(holder)) await shutDown(cluster, pid);
  await holder.end().catch(() => undefined);
}

/**
 * Gives up the shared lock, then tries for the exclusive one: of several processes stopping at once exactly one gets
 * it, and one that arrives meanwhile waits for it until the server is gone, then starts it anew.
 */
async function isLastUser(holder: Client): Promise<boolean> {
  try {
    await holder.query('SELECT pg_advisory_unlock_shared($1)', [IN_USE_LOCK]);
    const { rows } = await holder.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [IN_USE_LOCK]);
    return rows[0]?.last === true;
  } catch {
    return true; // The connection is lost: the server is ending or has ended, and it is waited for.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening, failed) => {
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', listening);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
