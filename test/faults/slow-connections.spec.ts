import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { inParallel } from '../support/parallel';
import { ProductProcess } from '../support/process';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

const MANY = 300;

onLinux('connections that are opened and then left waiting', () => {
  let database: TestDatabase;
  let product: ProductProcess;
  let url: string;
  let tenant: Tenant;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    // Fewer connections to the database than there are slow callers.
    const env = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: '6', RATE_LIMIT: '1000000' };
    product = await ProductProcess.launch(env);
    url = await product.url();
    tenant = await registerTenant(url);
  }, 240_000);
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await product?.cleanUp();
    await database.drop();
  });

  /** Opens many connections, and sends the same on each. */
  async function openMany(beginning: string): Promise<Socket[]> {
    const opened = Array.from({ length: MANY }, () => connect(Number(new URL(url).port), '127.0.0.1'));
    sockets.push(...opened);
    for (const socket of opened) socket.on('error', () => undefined).resume();
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    for (const socket of opened) socket.write(beginning);
    return opened;
  }

  const head = (path: string, fields: readonly string[]) =>
    [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...fields].join('\r\n');
  const beginnings: Record<string, () => string> = {
    'without a word': () => '',
    'in the middle of a header field': () => head('/api/tours', ['X-Slow: a']),
    'before the body of a stranger': () => `${head('/api/auth/login', ['Content-Length: 1000'])}\r\n\r\n{"email":`,
    'in the middle of the body of a caller': () =>
      `${head('/api/tours', [`Authorization: Bearer ${tenant.apiKey.key}`, `Idempotency-Key: ${unique('key')}`, 'Content-Length: 1000'])}\r\n\r\n{"name":`,
    'in the middle of a chunk': () =>
      `${head('/api/tours', [`Authorization: Bearer ${tenant.apiKey.key}`, 'Transfer-Encoding: chunked'])}\r\n\r\nff\r\n{"name":`,
    'while a large file is imported': () =>
      `${head('/api/guests/import', [`Authorization: Bearer ${tenant.apiKey.key}`, 'Content-Length: 1000000']).replace('application/json', 'text/csv')}\r\n\r\nname\r\n`,
  };

  it.each(Object.entries(beginnings))('%s keep nobody else waiting', async (_where, beginning) => {
    const waiting = await openMany(beginning());
    await inParallel([...Array(30).keys()], async () => {
      const { id } = (await tenant.key.post('/api/tours', { name: 'Meanwhile' }).expect(201)).body;
      await tenant.session.get(`/api/tours/${id}`).expect(200);
      for (const socket of waiting) if (socket.writable) socket.write('x');
    });
    await tenant.key.post('/api/guests/import').set('Content-Type', 'text/csv').send('name\nSomebody\n').expect(200);
    await new Client(url).get('/health/ready').expect(200);
  });

  it('do not keep the product from stopping in time', async () => {
    expect(await product.end('SIGTERM')).toBe(0);
    // What comes after the requests has less than a second, which is little on a busy machine.
    const unordered = product.linesWith('did not stop in order').map((line) => JSON.parse(line).part);
    expect(unordered).not.toContain('requests');
  });
});
