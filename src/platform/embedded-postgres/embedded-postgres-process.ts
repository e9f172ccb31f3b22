import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** @returns undefined for a process that is gone or a zombie; on Windows, where it can't be read, an empty text. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line || undefined; // A zombie's is empty.
  }
  if (process.platform === 'win32') {
    try {
      process.kill(pid, 0);
      return '';
    } catch {
      return undefined;
    }
  }
  const ps = await promisify(execFile)('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)]).catch(() => undefined);
  return ps && !ps.stdout.startsWith('Z') ? ps.stdout : undefined;
}

/** The process ids of a process's children; on Windows, where they can't be read, none. */
export async function childrenOf(parent: number): Promise<number[]> {
  if (process.platform === 'win32') return [];
  const pairs = process.platform === 'linux' ? await parentsOnLinux() : await parentsByPs();
  return pairs.filter(([, parentId]) => parentId === parent).map(([pid]) => pid);
}

/** A minimal system has no ps. */
async function parentsOnLinux(): Promise<[number, number][]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid): Promise<[number, number]> => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return [Number(pid), Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])];
    }),
  );
}

async function parentsByPs(): Promise<[number, number][]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}
