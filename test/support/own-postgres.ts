import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeCluster,
  initialize,
  readPassword,
  SUPERUSER,
  type Cluster,
} from '../../src/platform/embedded-postgres/embedded-postgres-cluster';
import {
  disownLockFile,
  isServing,
  launch,
  readLockFile,
  SETTINGS,
} from '../../src/platform/embedded-postgres/embedded-postgres-server';
import { eventually } from './eventually';
import { signalServer } from './process';
import { freePort } from './server-process';

/** How a server goes down: it rolls back and disconnects clients, it drops everything at once, or it is killed. */
const WAYS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const;
export type WayDown = keyof typeof WAYS;

/** A PostgreSQL of a test's own, that goes down and comes up when the test says so: nobody else looks after it. */
export class OwnPostgres {
  private pid: number | undefined;

  private constructor(
    private readonly folder: string,
    readonly cluster: Cluster,
    private readonly port: number,
    private readonly password: string,
  ) {}

  static async start(): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'tour-events-postgres-'));
    await chmod(folder, 0o755); // The database's account must get in.
    const cluster = await describeCluster(join(folder, 'postgres'));
    await initialize(cluster, { fsync: 'off' });
    const server = new OwnPostgres(folder, cluster, await freePort(), await readPassword(cluster));
    await server.start();
    return server;
  }

  get url(): string {
    return `postgres://${SUPERUSER}:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  /** Returns when it takes connections. */
  async start(): Promise<void> {
    // What a killed server's processes still use is free a moment later.
    this.pid = await eventually('PostgreSQL to start', async () => {
      const lock = await readLockFile(this.cluster);
      if (lock) await disownLockFile(this.cluster, lock);
      // The processes are killed, not the machine: what is written survives without being synced.
      return launch(this.cluster, this.port, { ...SETTINGS, fsync: 'off' });
    });
  }

  /** Returns when it has ended. */
  async stop(way: WayDown): Promise<void> {
    const { pid } = this;
    this.pid = undefined;
    if (pid === undefined) return;
    process.kill(pid, WAYS[way]);
    await eventually('PostgreSQL to end', async () => !(await isServing(this.cluster, pid)));
  }

  /** Stops or continues all of its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    return signalServer(this.pid!, signal);
  }

  async close(): Promise<void> {
    await this.stop('fast');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
