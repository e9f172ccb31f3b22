import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './server-process';

const run = promisify(execFile);

/** Debian's PostgreSQL 15, for which there is a package of Citus. */
const PACKAGED = '/usr/lib/postgresql/15';
const SHARE = '/usr/share/postgresql/15';
/** PostgreSQL refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const SETTINGS = `
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
shared_buffers = 128MB
wal_level = logical
timezone = 'UTC'
citus.node_conninfo = 'sslmode=prefer'
citus.enable_statistics_collection = off
citus.max_cached_conns_per_worker = 2
`;
/** Losing a test's data in a crash of the machine costs nothing. */
const FAST = `
fsync = off
full_page_writes = off
synchronous_commit = off
`;

/** Why no cluster can be started on this machine, or null. */
export function whyNoCluster(): string | null {
  if (!existsSync(`${PACKAGED}/bin/postgres`))
    return `there is no PostgreSQL 15 in ${PACKAGED} (apt-get install postgresql-15)`;
  const given = process.env['CITUS_PACKAGE'];
  if (given !== undefined) return existsSync(given) ? null : `CITUS_PACKAGE names no file: ${given}`;
  if (existsSync(`${PACKAGED}/lib/citus.so`)) return null;
  return 'Citus is not installed, and CITUS_PACKAGE names no package of it';
}

/**
 * A coordinator and two workers on loopback. Nothing is installed: PostgreSQL finds its files beside its own binary, so
 * the cluster's folder has a copy of that, links to the rest, and what the package contains.
 */
export class CitusCluster {
  /** Of the coordinator first. */
  readonly ports: number[] = [];

  private constructor(
    readonly folder: string,
    private readonly isLasting: boolean,
  ) {}

  /** @param isLasting whether what is committed outlives a crash of the servers */
  static async start(isLasting = false): Promise<CitusCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'tour-events-citus-'));
    await chmod(folder, 0o777);
    const cluster = new CitusCluster(folder, isLasting);
    try {
      await cluster.install();
      await cluster.initialize();
      for (let server = 0; server < 3; server++) await cluster.add();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** One more server, which the cluster does not know yet. @returns its port */
  async add(): Promise<number> {
    const port = await freePort();
    await run('cp', ['-a', join(this.folder, 'empty'), this.dataOf(port)], NOBODY);
    this.ports.push(port);
    await this.startServer(port);
    return port;
  }

  async startServer(port: number): Promise<void> {
    const log = join(this.folder, `${port}.log`);
    await this.program('pg_ctl', '-s', '-w', '-D', this.dataOf(port), '-l', log, '-o', `-p ${port}`, 'start');
  }

  /** At once, as a crash does. */
  async killServer(port: number): Promise<void> {
    await this.program('pg_ctl', '-s', '-D', this.dataOf(port), '-m', 'immediate', 'stop');
  }

  async close(): Promise<void> {
    for (const port of this.ports) {
      if (existsSync(join(this.dataOf(port), 'postmaster.pid'))) await this.killServer(port);
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The folder of a server's data. */
  dataOf(port: number): string {
    return join(this.folder, `server-${port}`);
  }

  private async install(): Promise<void> {
    const root = join(this.folder, 'root', PACKAGED);
    const share = join(this.folder, 'root', SHARE);
    await mkdir(join(root, 'bin'), { recursive: true });
    await mkdir(share, { recursive: true });
    for (const name of ['postgres', 'initdb', 'pg_ctl']) await cp(`${PACKAGED}/bin/${name}`, join(root, 'bin', name));
    await run('cp', ['-as', `${PACKAGED}/lib`, root]);
    await run('cp', ['-as', `${SHARE}/.`, share]);
    const given = process.env['CITUS_PACKAGE'];
    if (given === undefined) return;
    await run('tar', ['-xzf', given, '-C', join(this.folder, 'root'), 'usr/lib', 'usr/share/postgresql']);
  }

  private async initialize(): Promise<void> {
    const data = join(this.folder, 'empty');
    const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
    await this.program('initdb', '-N', '-D', data, ...options);
    await appendFile(join(data, 'postgresql.conf'), this.isLasting ? SETTINGS : SETTINGS + FAST);
  }

  private async program(name: string, ...args: string[]): Promise<void> {
    await run(join(this.folder, 'root', PACKAGED, 'bin', name), args, { ...NOBODY, cwd: this.folder });
  }
}
