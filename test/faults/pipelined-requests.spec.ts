import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Opened } from '../support/mail-queue';
import { ProductProcess } from '../support/process';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

const CONNECTIONS = 20;
/** Larger than what the system buffers for a connection. */
const FILE = 'swagger-ui-bundle.js';
const MAX_WAITING = 50;
const MIB = 2 ** 20;

onLinux('requests that are sent before the response to the first', () => {
  const opened = new Opened();
  let product: ProductProcess;
  let url: string;

  beforeAll(async () => {
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    product = await ProductProcess.launch(
      { DATABASE_URL: database.url },
      { nodeOptions: ['--expose-gc', '--require', require.resolve('../support/report-memory.js')] },
    );
    opened.add({ close: () => product.cleanUp() });
    url = await product.url();
    await new Client(url).get('/api/openapi.json').expect(200);
  }, 240_000);
  afterAll(() => opened.close());

  /** Opens a connection that asks for something so often, and reads nothing. */
  const ask = async (path: string, times: number): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    await new Promise((sent) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times), sent));
    return socket;
  };
  const askOnMany = (path: string) => Promise.all(Array.from({ length: CONNECTIONS }, () => ask(path, MAX_WAITING)));
  const memory = async () => {
    const { heapUsed, external } = await product.memory();
    return (heapUsed + external) / MIB;
  };

  it('get their responses in order', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (part: string) => (received += part));
    const ids = Array.from({ length: MAX_WAITING }, (_, number) => `in-order-${number}`);
    const requests = ids.map((id) => `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`);
    socket.write(requests.join(''));
    await eventually('all of them', () => (received.match(/HTTP\/1\.1 200/g) ?? []).length === ids.length);
    expect([...received.matchAll(/^X-Request-Id: (.*)\r$/gim)].map(([, id]) => id)).toEqual(ids);
    socket.destroy();
  });

  it('cost no memory while nobody reads the responses', async () => {
    const before = await memory();
    const sockets = await askOnMany('/api/openapi.json');
    await new Client(url).get('/health/live').expect(200);
    expect((await memory()) - before).toBeLessThan(20);
    for (const socket of sockets) socket.resetAndDestroy();
  });

  it('leave no file open when their sender hangs up', async () => {
    const sockets = await askOnMany(`/api/docs/${FILE}`);
    await eventually('the files to be read', async () => (await product.timesOpen(FILE)) === CONNECTIONS);
    for (const socket of sockets) socket.resetAndDestroy();
    await eventually('the files to be closed', async () => (await product.timesOpen(FILE)) === 0);
  });

  it('are given up, with their connection, when nobody reads the responses', async () => {
    const sockets = await askOnMany(`/api/docs/${FILE}`);
    await eventually('the files to be read', async () => (await product.timesOpen(FILE)) === CONNECTIONS);
    await eventually('the connections to be closed', async () => (await product.timesOpen(FILE)) === 0, 150_000);
    for (const socket of sockets) socket.destroy();
  }, 200_000);

  it('are not taken in without end', async () => {
    const socket = await ask('/api/openapi.json', 10 * MAX_WAITING);
    await once(socket.resume(), 'close');
    await new Client(url).get('/health/ready').expect(200);
  });
});
