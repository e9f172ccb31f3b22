import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';

const FAST = { fsync: 'off', full_page_writes: 'off', shared_buffers: '16MB' };
const runsAsRoot = process.getuid?.() === 0;

describe('the embedded PostgreSQL', () => {
  const folders: string[] = [];
  const servers: EmbeddedPostgres[] = [];

  function newFolder(mode = 0o755): string {
    const folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
    chmodSync(folder, mode); // mkdtemp's own mode would keep "nobody" out.
    folders.push(folder);
    return join(folder, 'postgres');
  }

  async function start(directory: string): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres(directory, FAST);
    servers.push(server);
    return server;
  }

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it('runs queries, sorts by code point and folds the case of every alphabet', async () => {
    const server = await start(newFolder());

    expect(server.started).toBe(true);
    expect(
      await query(server.url, `SELECT lower('ÉΣЖ') AS lower, 'É' ILIKE 'é' AS "matches", 'Z' < 'a' AS ordered`),
    ).toEqual([{ lower: 'éσж', matches: true, ordered: true }]);
    expect(await query(server.url, 'SHOW server_version_num')).toEqual([
      { server_version_num: expect.stringMatching(/^18/) },
    ]);
  });

  it('listens on the loopback address only and asks for the generated password', async () => {
    const server = await start(newFolder());
    const wrong = new URL(server.url);
    wrong.password = 'postgres';

    expect(await query(server.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    const passwordFile = join(server.directory, 'cluster', 'superuser-password');
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(passwordFile, 'utf8').trim()).toBe(new URL(server.url).password);
  });

  it('keeps its data over a restart and leaves no process behind', async () => {
    const directory = newFolder();
    const first = await start(directory);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();
    expect(processesOf(first)).toEqual([]);

    const second = await start(directory);
    expect(second.started).toBe(true);
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
  });

  it('stops even while a transaction is open', async () => {
    const server = await start(newFolder());
    const client = new Client(server.url);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN');
    await client.query('CREATE TABLE lost ()');

    await server.stop();

    expect(processesOf(server)).toEqual([]);
    await client.end().catch(() => undefined);
  });

  it('is found again after the process that started it was killed', async () => {
    const directory = newFolder();
    const { child, pid } = await startInAnotherProcess(directory);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const server = await start(directory);

    expect(server).toMatchObject({ started: false, pid });
    await server.stop();
    expect(processesOf(server)).toEqual([]);
  });

  it('is out of reach of a Ctrl-C, which goes to the process group', async () => {
    const server = await start(newFolder());
    if (process.platform === 'linux') expect(processGroupOf(server.pid)).toBe(server.pid);
  });

  it('is started again at the same address when it is killed', async () => {
    const server = await start(newFolder());
    const { pid, url } = server;
    await query(url, 'CREATE TABLE kept ()');
    process.kill(pid, 'SIGKILL');

    await until(() => server.pid !== pid);

    expect(server.url).toBe(url);
    expect(await query(url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 0 }]);
    await server.stop();
    expect(processesOf(server)).toEqual([]);
  });

  it('leaves no process behind when it is stopped while it is being started again', async () => {
    const server = await start(newFolder());
    process.kill(server.pid, 'SIGKILL');
    await until(() => commandLine(String(server.pid)) === '');
    await server.stop();
    expect(processesOf(server)).toEqual([]);
  });

  it('starts over after server and user were killed', async () => {
    const directory = newFolder();
    const { child, pid } = await startInAnotherProcess(directory);
    child.kill('SIGKILL');
    await once(child, 'exit');
    process.kill(pid, 'SIGKILL');

    const server = await start(directory);

    expect(server.started).toBe(true);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is ended by force when it is frozen', async () => {
    const server = await start(newFolder());
    const frozen = processesOf(server);
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');

    await server.stop(2_000);

    await until(() => frozen.every((pid) => commandLine(String(pid)) === ''));
  });

  it('cannot be started by who is stopping', async () => {
    const stopped = AbortSignal.abort('SIGTERM');
    await expect(startEmbeddedPostgres(newFolder(), FAST, { signal: stopped })).rejects.toBe('SIGTERM');
  });

  it('runs as long as one of its users does', async () => {
    const directory = newFolder();
    const [first, second] = await Promise.all([start(directory), start(directory)]);
    expect(second.pid).toBe(first.pid);
    expect([first.started, second.started].filter(Boolean)).toHaveLength(1);

    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

    await second.stop();
    expect(processesOf(second)).toEqual([]);
  });

  it('stops when all of its users stop at once', async () => {
    const directory = newFolder();
    const users = [await start(directory), await start(directory), await start(directory)];

    await Promise.all(users.map((user) => user.stop()));

    expect(processesOf(users[0]!)).toEqual([]);
  });

  it('can be started while it is stopping', async () => {
    const directory = newFolder();
    const first = await start(directory);

    const [second] = await Promise.all([start(directory), first.stop()]);

    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('does not take another process for its own that now has the id in the lock file', async () => {
    const directory = newFolder();
    const first = await start(directory);
    const lockFile = join(first.directory, 'cluster', 'postmaster.pid');
    const lines = readFileSync(lockFile, 'utf8').split('\n');
    await first.stop();
    // Of the same account as the server's, for which PostgreSQL's own check sees no difference.
    const account = runsAsRoot ? { uid: 65534, gid: 65534 } : {};
    const stranger = spawn('sleep', ['60'], { ...account, stdio: 'ignore' });
    writeFileSync(lockFile, [stranger.pid, ...lines.slice(1)].join('\n'));
    if (runsAsRoot) chownSync(lockFile, 65534, 65534);

    const second = await start(directory);

    expect(second.started).toBe(true);
    expect(second.pid).not.toBe(stranger.pid);
    await second.stop();
    expect(stranger.exitCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  it('clears away and repeats a first start that was interrupted', async () => {
    const directory = newFolder();
    const draft = join(directory, 'initializing-2147483646-abcdef', 'data');
    mkdirSync(draft, { recursive: true });
    writeFileSync(join(draft, 'postgresql.conf'), '');

    const server = await start(directory);

    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(server.directory).filter((name) => name.startsWith('initializing'))).toEqual([]);
  });

  it('recovers when its process is killed in the middle of the first start', async () => {
    const directory = newFolder();
    const child = inAnotherProcess(directory);
    await until(() => existsSync(directory) && readdirSync(directory).some((name) => name.startsWith('initializing')));
    child.kill('SIGKILL');
    await once(child, 'exit');

    const server = await start(directory);

    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('says in one line why it cannot start', async () => {
    const directory = newFolder();
    const failure = startEmbeddedPostgres(directory, { shared_buffers: 'plenty' });

    await expect(failure).rejects.toThrow(/^The embedded PostgreSQL did not start: .*shared_buffers.*$/);
  });

  if (runsAsRoot) {
    describe('when root asks for a folder that "nobody" cannot reach', () => {
      it('keeps the cluster elsewhere, private, and finds it again', async () => {
        const directory = newFolder(0o700);
        const first = await start(directory);
        folders.push(first.directory);
        await query(first.url, 'CREATE TABLE kept ()');
        await first.stop();

        const second = await start(directory);

        expect(first.directory).not.toBe(directory);
        expect(second.directory).toBe(first.directory);
        expect(await query(second.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 0 }]);
        expect(statSync(join(second.directory, 'cluster'))).toMatchObject({ uid: 65534 });
        expect(statSync(join(second.directory, 'cluster')).mode & 0o077).toBe(0);
      });

      it('starts empty once the folder asked for was deleted', async () => {
        const directory = newFolder(0o700);
        const first = await start(directory);
        folders.push(first.directory);
        await first.stop();
        rmSync(directory, { recursive: true });

        const second = await start(directory);
        folders.push(second.directory);

        expect(second.directory).not.toBe(first.directory);
      });
    });
  }
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A process that starts the server, says its process id and then waits to be killed. */
function inAnotherProcess(directory: string): ChildProcess {
  const script = `
    const { startEmbeddedPostgres } = require(${JSON.stringify(resolve(__dirname, '../../src/platform/embedded-postgres/embedded-postgres.ts'))});
    startEmbeddedPostgres(${JSON.stringify(directory)}, ${JSON.stringify(FAST)}).then((server) => console.log(server.pid));
  `;
  return spawn(process.execPath, ['-r', './test/support/load-typescript', '-e', script], {
    cwd: resolve(__dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function startInAnotherProcess(directory: string): Promise<{ child: ChildProcess; pid: number }> {
  const child = inAnotherProcess(directory);
  const [output] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, pid: Number(output.toString()) };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((next) => setTimeout(next, 5));
}

/** Every live process of the server's cluster; those that are ending, whose command line is empty, don't count. Linux only. */
function processesOf(server: EmbeddedPostgres): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name) !== '')
    .filter((pid) => commandLine(pid).includes(server.directory) || processGroup(pid) === server.pid)
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function processGroupOf(pid: number): number | undefined {
  return processGroup(String(pid));
}

function processGroup(pid: string): number | undefined {
  try {
    // After the command's name, in parentheses: state, parent, process group.
    const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return state === 'Z' ? undefined : Number(group);
  } catch {
    return undefined;
  }
}
