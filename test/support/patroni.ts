import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { childrenOf } from '../../src/platform/embedded-postgres/embedded-postgres-process';
import type { Json } from './client';
import { CuttableProxy } from './cuttable-proxy';
import { eventually } from './eventually';
import { unusedPort } from './mail';
import { signalAll, signalServer } from './process';
import { isInstalled, ServerProcess } from './server-process';

/** PostgreSQL refuses to run as root. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
/** Where Debian keeps the programs of each PostgreSQL. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
/** Short, but not so short that a busy machine seems dead: after `ttl` seconds of silence a server is the primary no more. */
const TIMES = { ttl: 10, loop_wait: 1, retry_timeout: 4 };
/** A server that does not respond by then is away. */
const ASK_MS = 2_000;
/** A server that comes back needs what was written while it was away, from whoever is the primary by then. */
const KEPT_WAL = '1GB';

function debianBinaries(): string | undefined {
  try {
    const versions = readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a));
    const folders = versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
    return folders.find((folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'postgres')));
  } catch {
    return undefined;
  }
}

/** Whether Patroni, etcd and a PostgreSQL for them are here: apt-get install patroni etcd-server postgresql. */
export const hasPatroni = ['patroni', 'etcd'].every(isInstalled) && debianBinaries() !== undefined;

/** Of one server, everything that leads to it or from it. */
interface Ways {
  /** From the service. */
  readonly clients: CuttableProxy;
  /** From the other servers, which stream from it. */
  readonly peers: CuttableProxy;
  /** From the others' Patroni to its own. */
  readonly patroni: CuttableProxy;
  /** From its Patroni to etcd. */
  readonly etcd: CuttableProxy;
}

/** A PostgreSQL and the Patroni that looks after it. */
export class PatroniMember {
  constructor(
    readonly name: string,
    private readonly password: string,
    private readonly postgresPort: number,
    private readonly ways: Ways,
    private readonly patroni: ServerProcess,
  ) {}

  /** For the test: nothing that is cut is in between. */
  get url(): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.postgresPort}/postgres`;
  }

  /** As the service reaches it. */
  get host(): string {
    return `127.0.0.1:${this.ways.clients.port}`;
  }

  get config(): string {
    return join(this.patroni.folder, CONFIG);
  }

  /** Whether it is the primary, and takes a change: with synchronous replication one that a standby has as well. */
  async takesChanges(): Promise<boolean> {
    const change = `SELECT pg_logical_emit_message(true, 'test', '') WHERE NOT pg_is_in_recovery()`;
    return (await this.ask(change)).length === 1;
  }

  /** The rows of a statement; none when it can't be reached. */
  async ask(text: string): Promise<Json[]> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } catch {
      return [];
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  /** Power goes: all of its processes are gone at once. */
  async kill(): Promise<void> {
    const pid = await this.postgresPid();
    const postgres = pid > 0 ? [pid, ...(await childrenOf(pid))] : [];
    this.patroni.freeze();
    signalAll(postgres, 'SIGKILL');
    await this.patroni.kill();
  }

  /** Patroni starts again, and PostgreSQL with it. */
  start(): Promise<void> {
    return this.patroni.start();
  }

  /** All of its processes stop, and keep their connections. */
  async freeze(): Promise<void> {
    this.patroni.freeze();
    await this.signalPostgres('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.signalPostgres('SIGCONT');
    this.patroni.thaw();
  }

  /** @param except who reaches it all the same */
  cutOff(...except: readonly (keyof Ways)[]): void {
    for (const [name, way] of Object.entries(this.ways)) if (!except.includes(name as keyof Ways)) way.cut();
  }

  reconnect(): void {
    for (const way of Object.values<CuttableProxy>(this.ways as never)) way.mend();
  }

  async close(): Promise<void> {
    await this.kill();
    for (const way of Object.values<CuttableProxy>(this.ways as never)) await way.close();
    await this.patroni.close();
  }

  private async signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const pid = await this.postgresPid();
    if (pid > 0) await signalServer(pid, signal);
  }

  /** Zero, or not a number, when it does not run. */
  private async postgresPid(): Promise<number> {
    return parseInt(await readFile(join(this.patroni.folder, DATA, 'postmaster.pid'), 'utf8').catch(() => ''));
  }
}

const CONFIG = 'patroni.json';
const DATA = 'data';

/** A cluster that Patroni manages with etcd, with synchronous replication, the test's alone. */
export class PatroniCluster {
  readonly members: PatroniMember[] = [];

  private constructor(private readonly etcd: ServerProcess) {}

  static async start(size = 3): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(await startEtcd());
    try {
      const password = randomBytes(12).toString('hex');
      for (const name of ['a', 'b', 'c'].slice(0, size))
        cluster.members.push(await startMember(name, password, cluster.etcd.port));
      await cluster.isWhole();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** All of them, as a service names them that uses whichever is the primary. */
  get url(): string {
    const url = new URL(this.members[0]!.url);
    const hosts = this.members.map(({ host }) => host).join(',');
    return url.href.replace(url.host, hosts);
  }

  /** Waits until one of them is the primary. @param except one that is the primary no more */
  primary(except?: PatroniMember): Promise<PatroniMember> {
    const asked = this.members.filter((member) => member !== except);
    return eventually('a primary', async () => {
      const takeChanges = await Promise.all(asked.map((member) => member.takesChanges()));
      return asked[takeChanges.indexOf(true)];
    });
  }

  /** Waits until every server is there, one of the standbys synchronous. */
  async isWhole(): Promise<void> {
    await eventually(
      'the cluster to be whole',
      async () => {
        const primary = await this.primary();
        const standbys = await primary.ask(`SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'`);
        const states = standbys.map((standby) => standby['sync_state']);
        return states.length === this.members.length - 1 && states.includes('sync');
      },
      120_000,
    );
  }

  /** The synchronous standby, which takes over when the primary is lost. */
  async successorOf(primary: PatroniMember): Promise<PatroniMember | undefined> {
    const [row] = await primary.ask(`SELECT application_name FROM pg_stat_replication WHERE sync_state = 'sync'`);
    return this.members.find((member) => member.name === row?.['application_name']);
  }

  /** As an operator does it before a machine is serviced. */
  async switchover(from: PatroniMember): Promise<void> {
    const successor = await this.successorOf(from);
    const args = ['-c', from.config, 'switchover', '--leader', from.name, '--candidate', successor!.name, '--force'];
    await promisify(execFile)('patronictl', args);
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
    await this.etcd.close();
  }
}

/** Ends with the test's process, however that ends. */
const withParent = (signal: 'KILL' | 'TERM', ...command: string[]) => ['--pdeathsig', signal, ...command];

async function startEtcd(): Promise<ServerProcess> {
  const port = await unusedPort();
  const clients = `http://127.0.0.1:${port}`;
  const peers = `http://127.0.0.1:${await unusedPort()}`;
  const urls = [
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `etcd=${peers}`],
  ];
  const args = (_port: number, folder: string) =>
    withParent('KILL', 'etcd', '--enable-v2', '--name', 'etcd', '--data-dir', join(folder, DATA), ...urls);
  const etcd = await ServerProcess.start('setpriv', args, {}, port);
  // Patroni ends at once when it can't read the version, which etcd has a moment after it listens.
  await eventually('etcd to have a version', async () => !(await versionOf(clients)).includes('not_decided'));
  return etcd;
}

async function versionOf(etcd: string): Promise<string> {
  return (await fetch(`${etcd}/version`)).text();
}

async function startMember(name: string, password: string, etcdPort: number): Promise<PatroniMember> {
  const postgresPort = await unusedPort();
  const patroniPort = await unusedPort();
  const [clients, peers, patroni, etcd] = await Promise.all(
    [postgresPort, postgresPort, patroniPort, etcdPort].map((port) => CuttableProxy.start(port)),
  );
  const ways: Ways = { clients: clients!, peers: peers!, patroni: patroni!, etcd: etcd! };
  const args = async (_port: number, folder: string) => {
    const file = join(folder, CONFIG);
    await writeFile(file, JSON.stringify(configOf({ name, folder, password, patroniPort, postgresPort, ways })));
    // Patroni that is asked to end takes PostgreSQL with it.
    return withParent('TERM', 'patroni', file);
  };
  try {
    const server = await ServerProcess.start('setpriv', args, ACCOUNT, patroniPort);
    return new PatroniMember(name, password, postgresPort, ways, server);
  } catch (error) {
    for (const way of Object.values<CuttableProxy>(ways as never)) await way.close();
    throw error;
  }
}

interface MemberPlan {
  readonly name: string;
  readonly folder: string;
  readonly password: string;
  readonly patroniPort: number;
  readonly postgresPort: number;
  readonly ways: Ways;
}

/** Patroni reads YAML, which JSON is as well. */
function configOf({ name, folder, password, patroniPort, postgresPort, ways }: MemberPlan): object {
  return {
    scope: 'tours',
    name,
    log: { dir: folder },
    restapi: { listen: `127.0.0.1:${patroniPort}`, connect_address: `127.0.0.1:${ways.patroni.port}` },
    // By etcd's version 2: by version 3, Patroni 3.0 takes the leader's key back without looking whose it is by now, when it
    // is thawed (_update_leader in dcs/etcd3.py), and what the new primary had acknowledged is lost.
    // As a proxy: otherwise it would ask etcd for its own address, and go past the way that is cut.
    etcd: { hosts: [`127.0.0.1:${ways.etcd.port}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { wal_keep_size: KEPT_WAL } },
      },
      initdb: ['no-sync', 'data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${postgresPort}`,
      connect_address: `127.0.0.1:${ways.peers.port}`,
      data_dir: join(folder, DATA),
      bin_dir: debianBinaries(),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      // The processes are killed, not the machine: what is written survives without being synced.
      parameters: { fsync: 'off', unix_socket_directories: folder, logging_collector: 'on', log_directory: folder },
    },
  };
}
