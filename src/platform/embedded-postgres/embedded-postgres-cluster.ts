/** The folder of an embedded PostgreSQL: where it is, and how its cluster comes into it. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  chooseAccount,
  createSharedFolder,
  environment,
  executable,
  exists,
  findBinaries,
  giveTo,
  isOutOfReach,
  type Account,
} from './embedded-postgres-binaries';
import { commandLineOf } from './embedded-postgres-process';

/** Everything that is fixed about one cluster before its server runs. */
export interface Cluster {
  home: string;
  data: string;
  log: string;
  binaries: string;
  account: Account;
}

export const SUPERUSER = 'postgres';
const PASSWORD_FILE = 'superuser-password';
const POINTER_FILE = 'moved-to';

export async function describeCluster(directory: string): Promise<Cluster> {
  const home = await chooseHome(directory);
  const data = join(home, 'cluster');
  const account = await chooseAccount(data);
  return { home, data, log: join(home, 'server.log'), account, binaries: await findBinaries(home, account) };
}

/**
 * The folder itself, or one elsewhere if the server's account can't reach it. The requested folder stores the path of
 * the other one: deleting it and starting again must give an empty database.
 */
async function chooseHome(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const asked = await realpath(directory);
  if ((await exists(join(asked, 'cluster'))) || !(await isOutOfReach(asked))) return asked;

  const pointer = join(asked, POINTER_FILE);
  const remembered = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  if (remembered && (await exists(remembered))) return remembered;
  const folder = await createSharedFolder('postgres');
  // Of two processes starting at once, both go where the first one points.
  if (remembered) await rm(pointer, { force: true });
  try {
    await writeFile(pointer, `${folder}\n`, { flag: 'wx', mode: 0o600 });
    return folder;
  } catch {
    await rm(folder, { recursive: true, force: true });
    return (await readFile(pointer, 'utf8')).trim();
  }
}

/**
 * Makes the cluster under another name and renames it as the last step: one that was interrupted is never
 * taken for a whole one, and of two processes that do it at once the second finds the first one's.
 */
export async function initialize(
  { home, data, account, binaries }: Cluster,
  settings: Record<string, string>,
): Promise<void> {
  const done = (): Promise<boolean> => exists(join(data, 'PG_VERSION'));
  if (await done()) return;
  await removeAbandonedDrafts(home);
  const draft = await mkdtemp(join(home, `initializing-${process.pid}-`));
  try {
    const passwordFile = join(draft, 'password');
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    await giveTo(account, passwordFile);
    await giveTo(account, draft);
    const draftData = join(draft, 'data');
    const args = ['-D', draftData, '-U', SUPERUSER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    // The builtin provider sorts and folds case alike on every system; libc's own C.UTF-8 is not on all of them.
    args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
    if (settings.fsync === 'off') args.push('--no-sync');
    await runInitdb(binaries, args, account, home);
    await rename(passwordFile, join(draftData, PASSWORD_FILE));
    await rename(draftData, data);
  } catch (error) {
    if (!(await done())) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function removeAbandonedDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^initializing-(\d+)-/.exec(name)?.[1];
    if (!pid || Number(pid) === process.pid || (await commandLineOf(Number(pid))) !== undefined) continue;
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runInitdb(binaries: string, args: string[], account: Account, cwd: string): Promise<void> {
  const running = promisify(execFile)(executable(binaries, 'initdb'), args, {
    ...account,
    cwd,
    env: environment(),
    windowsHide: true,
  });
  const kill = (): boolean => running.child.kill();
  process.once('exit', kill);
  try {
    await running;
  } catch (error) {
    const output = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    // PostgreSQL insists on the name of the account, which a container's made-up user id doesn't have.
    const advice = output.includes('could not look up') ? ' (add it to /etc/passwd, or set DATABASE_URL)' : '';
    const line = output.replace(/\s*\n\s*/g, ' ') + advice;
    throw new Error(`The embedded PostgreSQL could not make its cluster: ${line}`, { cause: error });
  } finally {
    process.off('exit', kill);
  }
}

/** The superuser's password, generated with the cluster and stored in this file only. */
export async function readPassword({ data }: Cluster): Promise<string> {
  return (await readFile(join(data, PASSWORD_FILE), 'utf8')).trim();
}
