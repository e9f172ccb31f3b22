/** One server process of an embedded PostgreSQL: recognising it, starting it, ending it. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { environment, executable } from './embedded-postgres-binaries';
import { type Cluster } from './embedded-postgres-cluster';
import { childrenOf, commandLineOf } from './embedded-postgres-process';

/** What PostgreSQL writes into postmaster.pid. */
interface LockFile {
  pid: number;
  port: number;
  status: string;
}

export const POLL_MS = 25;
export const START_TIMEOUT_MS = 120_000;
/** The shares of the shutdown's time for a fast and an immediate one. The rest is left for killing the server. */
const FAST_SHUTDOWN_PART = 0.6;
const IMMEDIATE_SHUTDOWN_PART = 0.15;
/** No process has an id as high as this. */
const UNUSED_PID = '2147483647';

/** For one small service on one small machine. */
export const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off', // Compiling costs more than it saves on short queries.
  log_checkpoints: 'off',
  log_min_messages: 'log', // Constraint violations are ordinary here and would put callers' data into the log.
};

/** What the lock file says, or undefined when there is none. */
export async function readLockFile({ data }: Cluster): Promise<LockFile | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' } : undefined;
}

/**
 * Replaces the process id in the lock file when it is a zombie or not PostgreSQL: PostgreSQL would take it for a
 * server. The rest stays, because its shared memory key shows PostgreSQL whether a dead server's children still write.
 */
export async function disownLockFile(cluster: Cluster, stale: LockFile): Promise<void> {
  const path = join(cluster.data, 'postmaster.pid');
  const content = await readFile(path, 'utf8').catch(() => '');
  if (content.startsWith(`${stale.pid}\n`)) await writeFile(path, content.replace(/^\d+/, UNUSED_PID));
}

/** True when the process is the server of this cluster: the system reuses process ids. */
export async function isServing({ data }: Cluster, pid: number): Promise<boolean> {
  const commandLine = await commandLineOf(pid);
  if (commandLine === undefined) return false;
  return process.platform === 'win32' || (commandLine.includes('postgres') && commandLine.includes(data));
}

/**
 * Starts the server in a process group of its own, which a Ctrl-C in the terminal does not reach: requests in flight
 * still need it.
 * @param signal ends a start that is under way
 * @returns its process id once it is ready, or undefined when another process was faster
 */
export async function launch(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const log = await open(cluster.log, 'a', 0o600);
  const { size: logStart } = await log.stat();
  const args = ['-D', cluster.data, '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const child = spawn(executable(cluster.binaries, 'postgres'), args, {
    ...cluster.account,
    cwd: cluster.home,
    env: environment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const kill = (): boolean => child.kill('SIGINT');
  process.once('exit', kill);
  signal?.addEventListener('abort', kill);
  try {
    const failure = await readiness(cluster, child);
    if (failure === undefined) {
      child.unref();
      return child.pid;
    }
    const complaint = await lastComplaint(cluster.log, logStart);
    if (/lock file .* already exists|pre-existing shared memory|could not bind|TCP\/IP socket/.test(complaint)) {
      return undefined;
    }
    throw new Error(`The embedded PostgreSQL did not start: ${complaint || failure} (log: ${cluster.log})`);
  } finally {
    process.off('exit', kill);
    signal?.removeEventListener('abort', kill);
    await log.close();
  }
}

/** @returns undefined as soon as the server takes connections, recovery included; else why it did not come to that */
async function readiness(cluster: Cluster, child: ChildProcess): Promise<string | undefined> {
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (failure === undefined) {
    const lock = await readLockFile(cluster);
    if (lock?.pid === child.pid && lock?.status === 'ready') return undefined;
    if (performance.now() > deadline) {
      child.kill('SIGQUIT');
      return `it was not ready in ${START_TIMEOUT_MS / 1000} s`;
    }
    await sleep(POLL_MS);
  }
  return failure;
}

async function lastComplaint(log: string, start: number): Promise<string> {
  const written = (await readFile(log)).subarray(start).toString('utf8').split('\n');
  return written.filter((line) => /FATAL|PANIC|error while loading/.test(line)).at(-1) ?? '';
}

/**
 * Stops the server, in order if there is time, by force otherwise. Returns when it has ended.
 *
 * @param withinMs how long all of it may take
 */
export async function shutDown(cluster: Cluster, pid: number, withinMs: number): Promise<void> {
  let children: readonly number[] = [];
  // Its children end on their own when it does, unless they are frozen like it.
  const kill = () => [pid, ...children].forEach((each) => signal(each, 'SIGKILL'));
  // This process may be out of time before the server has ended.
  process.once('exit', kill);
  try {
    await askToStop(cluster, pid);
    if (await hasEnded(cluster, pid, withinMs * FAST_SHUTDOWN_PART)) return;
    children = await childrenOf(pid);
    signal(pid, 'SIGQUIT'); // Without the shutdown checkpoint: the next start recovers from the write-ahead log.
    if (!(await hasEnded(cluster, pid, withinMs * IMMEDIATE_SHUTDOWN_PART))) kill();
  } finally {
    process.off('exit', kill);
  }
}

/** Fast shutdown: rolls open transactions back, disconnects everybody, writes a checkpoint. */
async function askToStop(cluster: Cluster, pid: number): Promise<void> {
  if (process.platform !== 'win32') return signal(pid, 'SIGINT');
  const args = ['stop', '-D', cluster.data, '-m', 'fast', '-W'];
  await promisify(execFile)(executable(cluster.binaries, 'pg_ctl'), args).catch(() => undefined);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended on its own.
  }
}

async function hasEnded(cluster: Cluster, pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (await isServing(cluster, pid)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
