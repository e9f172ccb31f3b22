import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './eventually';

const START_MS = 180_000;

/** The whole product in a process of its own, with an embedded database, as `npm start` runs it. Linux only. */
export class ProductProcess {
  output = '';
  private readonly ended: Promise<number | null>;

  private constructor(
    readonly dataDir: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = once(child, 'exit').then(([code]) => code as number | null);
  }

  static async launch(env: Record<string, string> = {}): Promise<ProductProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tour-events-process-'));
    await chmod(dataDir, 0o755); // The database's account must get in.
    const child = spawn(process.execPath, [resolve('scripts/start.js')], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, BOOTSTRAP_PASSWORD: 'a long password', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ProductProcess(dataDir, child);
  }

  /** The base URL, once it listens. */
  url(): Promise<string> {
    return eventually('the product to listen', () => /Listening on (\S+)/.exec(this.output)?.[1], START_MS);
  }

  /** The process id of the database's server. */
  async databasePid(): Promise<number> {
    return parseInt(await readFile(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'));
  }

  /** The server and the processes it has started. */
  async databaseProcesses(): Promise<number[]> {
    const server = await this.databasePid();
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
    return pids.filter((pid) => pid === server || statusOf(pid).includes(`PPid:\t${server}\n`));
  }

  /** @returns the exit code and how long it took to end */
  async end(signal: NodeJS.Signals): Promise<{ code: number | null; tookMs: number }> {
    const begun = performance.now();
    this.child.kill(signal);
    return { code: await this.ended, tookMs: performance.now() - begun };
  }

  async cleanUp(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.end('SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Whether a process runs: one that is gone or a zombie does not. */
export function isRunning(pid: number): boolean {
  return /^State:\t[^ZX]/m.test(statusOf(pid));
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
