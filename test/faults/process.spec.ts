import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, sessionCookieOf } from '../support/client';
import { eventually } from '../support/eventually';
import { expectProblem } from '../support/problem';
import { isRunning, ProductProcess } from '../support/process';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the product in a process of its own', () => {
  let product: ProductProcess;
  let caller: Client;

  async function launch(): Promise<void> {
    product = await ProductProcess.launch();
    const url = await product.url();
    const credentials = { email: 'admin@example.com', password: 'a long password' };
    const response = await new Client(url).post('/api/auth/login', credentials).expect(200);
    caller = new Client(url, { Cookie: sessionCookieOf(response) });
  }

  afterEach(() => product.cleanUp());

  it('outlives its database, which it starts again, and takes it along when it stops', async () => {
    await launch();
    await caller.post('/api/tours', { name: 'Before' }).expect(201);
    process.kill(await product.databasePid(), 'SIGKILL');

    // A backend that has not noticed yet that it is alone still does what it is asked.
    const meanwhile = await caller.post('/api/tours', { name: 'Meanwhile' });
    if (meanwhile.status !== 201) expectProblem(meanwhile, 503, 'unavailable');
    await eventually('the database to be back', async () => (await caller.get('/api/tours')).status === 200);
    await caller.post('/api/tours', { name: 'After' }).expect(201);
    await new Client(caller.url).get('/health/ready').expect(200);

    const processes = await product.databaseProcesses();
    expect(processes.length).toBeGreaterThan(3);
    expect(await product.end('SIGTERM')).toBe(0);
    expect(processes.filter(isRunning)).toEqual([]);
  }, 240_000);

  it('stops in time, and leaves nothing behind, when its database is frozen', async () => {
    await launch();
    const processes = await product.databaseProcesses();
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    for (const response of await Promise.all([caller.get('/api/tours'), caller.post('/api/tours', { name: 'Never' })]))
      expectProblem(response, 503, 'unavailable');
    const cutOff = caller.post('/api/tours', { name: 'Never' }).catch(() => undefined);

    expect(await product.end('SIGTERM')).toBe(0);
    await eventually('the database to be gone', () => !processes.some(isRunning));
    await cutOff;
  }, 240_000);

  it('names DATA_DIR when something in it cannot be used', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tour-events-unusable-'));
    await chmod(dataDir, 0o755); // The database's account must get in.
    // A folder where a file should be is of no use to root either, unlike somebody else's file.
    await mkdir(join(dataDir, 'postgres/server.log'), { recursive: true });
    product = await ProductProcess.launch({ DATA_DIR: dataDir });
    expect(await product.untilEnded()).toBe(1);
    expect(product.output).toContain('DATA_DIR cannot be used: EISDIR');
    await rm(dataDir, { recursive: true });
  }, 240_000);

  it('notices a port in use before it makes a database or shows a password', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    product = await ProductProcess.launch({ PORT: String(port), BOOTSTRAP_PASSWORD: '' });
    expect(await product.untilEnded()).toBe(1);
    taken.close();
    expect(product.output).toContain('HOST and PORT cannot be used: listen EADDRINUSE');
    expect(product.output).not.toMatch(/embedded PostgreSQL|Password:/);
    expect(await readdir(product.dataDir)).toEqual([]);
  }, 240_000);

  it('can be stopped before it is up', async () => {
    product = await ProductProcess.launch();
    await eventually('the start to begin', () => product.output.includes('Starting the embedded'), 180_000);
    expect(await product.end('SIGINT')).toBe(0);
    expect(product.output).not.toContain('Listening');
  }, 240_000);
});
