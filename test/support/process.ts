import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { childrenOf } from '../../src/platform/embedded-postgres/embedded-postgres-process';
import { eventually } from './eventually';

const START_MS = 180_000;

/** How the product is run. */
interface LaunchOptions {
  /** By `npm start`, in a process group of its own, as a terminal or a supervisor runs it. */
  readonly byNpm?: boolean;
  /** Options for Node, when it is not run by npm. */
  readonly nodeOptions?: readonly string[];
}

/** For a test that waits for what the product does at an interval. */
export const QUICK_TIMETABLE: LaunchOptions = { nodeOptions: ['--require', require.resolve('./quick-timetable.js')] };

/** The whole product in a process of its own, as `npm start` runs it; with an embedded database unless `env` names one. */
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

  static async launch(env: Record<string, string> = {}, options: LaunchOptions = {}): Promise<ProductProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tour-events-process-'));
    await chmod(dataDir, 0o755); // The database's account must get in.
    const [program, ...args] = options.byNpm
      ? ['npm', 'start']
      : [process.execPath, ...(options.nodeOptions ?? []), resolve('scripts/start.js')];
    const child = spawn(program!, args, {
      detached: options.byNpm === true,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATA_DIR: dataDir,
        BOOTSTRAP_PASSWORD: 'a long password',
        REGISTRATION_LIMIT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ProductProcess(dataDir, child);
  }

  /** The base URL, once it listens. */
  async url(): Promise<string> {
    const listens = () => {
      const url = /Listening on (\S+)/.exec(this.output)?.[1];
      if (url === undefined && this.child.exitCode !== null) throw new Error('it ended');
      return url;
    };
    return eventually('the product to listen', listens, START_MS).catch((error: Error) => {
      throw new Error(`${error.message}; it said: ${this.output.slice(-2_000)}`);
    });
  }

  /** Lines of its output, of which a test that fails shows these alone. */
  linesWith(text: string): string[] {
    return this.output.split('\n').filter((line) => line.includes(text));
  }

  /** The exit code, once it has ended on its own. */
  untilEnded(): Promise<number | null> {
    return this.ended;
  }

  /** The memory it uses once its garbage is collected; it has to be launched with report-memory.js for that. */
  async memory(): Promise<NodeJS.MemoryUsage> {
    const reports = () => [...this.output.matchAll(/^Memory: (.*)$/gm)].map(([, json]) => json!);
    const { length } = reports();
    this.child.kill('SIGUSR2');
    const json = await eventually('the product to report its memory', () => reports()[length]);
    return JSON.parse(json) as NodeJS.MemoryUsage;
  }

  /** How often it has a file of that name open. */
  async timesOpen(name: string): Promise<number> {
    const folder = `/proc/${this.child.pid}/fd`;
    const targets = (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => ''));
    return (await Promise.all(targets)).filter((target) => target.endsWith(name)).length;
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

  /** @returns the exit code */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  /** The same, for a product that npm runs: the signal goes to its whole process group, twice. */
  async endGroup(signal: NodeJS.Signals): Promise<number | null> {
    for (let time = 1; time <= 2; time++) process.kill(-this.child.pid!, signal);
    return this.ended;
  }

  async cleanUp(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.end('SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Sends a signal to processes of which some may have ended on their own. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * Stops or continues all processes of a PostgreSQL server. First the one that starts the others: it would start one more
 * while they are looked up, which the signal did not reach.
 */
export async function signalServer(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  signalAll([pid], signal);
  signalAll(await childrenOf(pid), signal);
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
