import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** @returns undefined for a process that is gone or a zombie; on Windows, where nothing tells, an empty text. */
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
