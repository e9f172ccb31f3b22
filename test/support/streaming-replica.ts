import { cp, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { giveTo } from '../../src/platform/embedded-postgres/embedded-postgres-binaries';
import type { Cluster } from '../../src/platform/embedded-postgres/embedded-postgres-cluster';
import { launch, SETTINGS, shutDown } from '../../src/platform/embedded-postgres/embedded-postgres-server';
import { eventually } from './eventually';
import { OwnPostgres, type WayDown } from './own-postgres';
import { signalServer } from './process';
import { freePort } from './server-process';
import { sql } from './sql';

/** What belongs to the server that runs and not to the copy of its data. */
const NOT_COPIED = /\/(postmaster\.(pid|opts)|pg_wal\/.+)$/;

/** A PostgreSQL and a read replica of it, which streams from it, both of the test alone. */
export class StreamingReplica {
  private pid: number | undefined;

  private constructor(
    private readonly folder: string,
    private readonly primary: OwnPostgres,
    private readonly standby: Cluster,
    private readonly port: number,
  ) {}

  static async start(): Promise<StreamingReplica> {
    const folder = await mkdtemp(join(tmpdir(), 'tour-events-replica-'));
    await chmod(folder, 0o755); // The database's account must get in.
    const primary = await OwnPostgres.start();
    const { cluster } = primary;
    const home = join(folder, 'standby');
    const standby = { ...cluster, home, data: join(home, 'cluster'), log: join(home, 'server.log') };
    const replica = new StreamingReplica(folder, primary, standby, await freePort());
    await replica.copy(cluster);
    await replica.startStandby();
    return replica;
  }

  get primaryUrl(): string {
    return this.primary.url;
  }

  get url(): string {
    const url = new URL(this.primary.url);
    url.port = String(this.port);
    return url.href;
  }

  /** Both, as a service names them that uses whichever is the primary. */
  get eitherUrl(): string {
    const url = new URL(this.primary.url);
    return this.primary.url.replace(url.host, `${url.host},${url.hostname}:${this.port}`);
  }

  /** From now on a commit is acknowledged once the standby has it. */
  async makeSynchronous(): Promise<void> {
    await sql(this.primaryUrl, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await sql(this.primaryUrl, 'SELECT pg_reload_conf()');
    await eventually('the standby to be synchronous', async () => {
      const [standby] = await sql(this.primaryUrl, 'SELECT sync_state FROM pg_stat_replication');
      return standby?.['sync_state'] === 'sync';
    });
  }

  /** Makes the standby the primary, as a manager does once the old one is gone for good. */
  async promote(): Promise<void> {
    await sql(this.url, 'SELECT pg_promote()');
  }

  async stopPrimary(way: WayDown): Promise<void> {
    await this.primary.stop(way);
  }

  /** Stops or continues all processes of the primary: it keeps its connections, but does not respond. */
  async signalPrimary(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    await this.primary.signal(signal);
  }

  async startStandby(): Promise<void> {
    this.pid = await launch(this.standby, this.port, { ...SETTINGS, hot_standby: 'on' });
  }

  async stopStandby(): Promise<void> {
    if (this.pid !== undefined) await shutDown(this.standby, this.pid, 5_000);
    this.pid = undefined;
  }

  /** Stops or continues all of its processes: it keeps its connections and takes new ones, but does not respond. */
  signalStandby(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    return signalServer(this.pid!, signal);
  }

  async close(): Promise<void> {
    await this.stopStandby();
    await this.primary.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** A base backup through the low-level interface (PostgreSQL, 25.3.4): pg_basebackup is not among the binaries. */
  private async copy(from: Cluster): Promise<void> {
    const { data } = this.standby;
    const client = new Client(this.primary.url);
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('replica', true)`);
      await mkdir(this.standby.home);
      await cp(from.data, data, { recursive: true, filter: (source) => !NOT_COPIED.test(source) });
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
      await writeFile(join(data, 'backup_label'), rows[0]!.labelfile);
    } finally {
      await client.end();
    }
    const { username, password, hostname, port } = new URL(this.primary.url);
    await writeFile(
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    );
    await writeFile(join(data, 'standby.signal'), '');
    await chmod(data, 0o700);
    await giveAll(this.standby, this.standby.home);
  }
}

async function giveAll(cluster: Cluster, folder: string): Promise<void> {
  await giveTo(cluster.account, folder);
  for (const entry of await readdir(folder, { recursive: true })) await giveTo(cluster.account, join(folder, entry));
}
