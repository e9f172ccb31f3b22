import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { unique, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { eventually } from '../support/eventually';
import { useOwnTestApp, useTenant } from '../support/fixtures';
import { expectProblem } from '../support/problem';
import { whileLocked } from '../support/sql';

const KIB = 1024;
/** What is sent of an incomplete body, and what the whole has. */
const SENT_BYTES = 1_000_000;
const WHOLE_BYTES = 1_010_000;
/** So many incomplete bodies leave no room for another large one of the same caller, and are not too many. */
const MAX_OF_ORGANIZATION = 16;
const MAX_OF_STRANGERS = 4;

/** A request that was begun by hand. */
interface Begun {
  readonly socket: Socket;
  /** The head of the response, once it is there. */
  readonly responded: Promise<string>;
}

/** The memory of this process once the garbage is gone. */
function bufferedBytes(): number {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  // The first gives array buffers back on another thread, for which the second waits.
  gc();
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('large bodies that are sent slowly', () => {
  const service = useOwnTestApp({ TRUST_PROXY: 'true' });
  const tenant = useTenant(service);
  const other = useTenant(service);
  const begun: Socket[] = [];
  afterEach(() => begun.splice(0).forEach((socket) => socket.destroy()));

  async function begin(
    path: string,
    fields: readonly string[],
    body: string | Buffer,
    type = 'application/json',
  ): Promise<Begun> {
    const server = service.app.getHttpServer() as Server;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
    begun.push(socket);
    const responded = once(socket, 'data').then(([data]) => String(data));
    responded.catch(() => undefined);
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, ...fields, '', ''].join('\r\n');
    socket.write(head);
    socket.write(body);
    const [taker] = await accepted;
    // It reads no more than a piece ahead of what it has taken.
    await eventually('the body to be taken', () => taker.bytesRead === head.length + body.length || taker.destroyed);
    return { socket, responded };
  }

  /** Begins large requests, and stops them shortly before their end. */
  async function beginMany(many: number, path: string, fields: readonly string[]): Promise<Begun[]> {
    const begun: Begun[] = [];
    for (let made = 0; made < many; made++) {
      const start = JSON.stringify({ name: unique('Incomplete') }).padEnd(SENT_BYTES);
      begun.push(await begin(path, [`Content-Length: ${WHOLE_BYTES}`, 'Connection: close', ...fields], start));
    }
    return begun;
  }
  const keyOf = ({ apiKey }: Tenant) => `Authorization: Bearer ${apiKey.key}`;
  const finish = (begun: readonly Begun[]) =>
    Promise.all(begun.map(({ socket, responded }) => (socket.write(' '.repeat(WHOLE_BYTES - SENT_BYTES)), responded)));

  /** A whole guest, of so many bytes. */
  const guest = (bytes: number) => JSON.stringify({ name: unique('Guest') }).padEnd(bytes);
  const post = ({ key }: Tenant, bytes: number) =>
    key.with({ 'Content-Type': 'application/json' }).post('/api/guests', guest(bytes) as never);
  const passesAgain = (ask: () => Promise<{ status: number }>) =>
    eventually('room', async () => (await ask()).status !== 503);

  // First: what other tests have left would go meanwhile.
  describe('of other kinds', () => {
    it('are not kept at all where any body will do', async () => {
      // One for all, so that the senders buffer nothing of note.
      const body = Buffer.alloc(SENT_BYTES, ' ');
      const before = bufferedBytes();
      for (let made = 0; made < 20; made++)
        await begin('/api/unsubscribe/unknown', [`Content-Length: ${WHOLE_BYTES}`], body);
      await eventually('nearly all of it to be gone', () => bufferedBytes() - before < 10 * SENT_BYTES);
    });

    it.each([
      ['/api/guests/import', 'text/csv'],
      ['/api/guests', 'application/json'],
    ])('take little more than their size when they come in many pieces (%s)', async (path, type) => {
      const before = bufferedBytes();
      const pieces = '1\r\n \r\n'.repeat(400_000);
      await begin(path, [keyOf(tenant), 'Transfer-Encoding: chunked'], pieces, type);
      await eventually('what it takes beyond its size to be gone', () => bufferedBytes() - before < 15 * 1024 * KIB);
    });
  });

  it('leave their organization room for small ones, and others for all', async () => {
    const begun = await beginMany(MAX_OF_ORGANIZATION, '/api/guests', [keyOf(tenant)]);
    const refused = await post(tenant, 900 * KIB);
    expectProblem(refused, 503, 'unavailable');
    expect(refused.headers).toMatchObject({ connection: 'close', 'retry-after': '5' });
    await post(tenant, 10 * KIB).expect(201);
    await post(other, 900 * KIB).expect(201);

    for (const response of await finish(begun)) expect(response).toMatch(/^HTTP\/1.1 201 /);
    await passesAgain(() => post(tenant, 900 * KIB));
  });

  it('give their room back when their connection is lost', async () => {
    const begun = await beginMany(MAX_OF_ORGANIZATION, '/api/guests', [keyOf(tenant)]);
    expectProblem(await post(tenant, 900 * KIB), 503, 'unavailable');
    for (const { socket } of begun) socket.destroy();
    await passesAgain(() => post(tenant, 900 * KIB));
  });

  it('are refused in the middle when there is no more room', async () => {
    const begun = await beginMany(MAX_OF_ORGANIZATION + 1, '/api/guests', [keyOf(tenant)]);
    const response = await begun.at(-1)!.responded;
    expect(response).toMatch(/^HTTP\/1.1 503 /);
    expect(response).toMatch(/^connection: close\r$/im);
  });

  it('of strangers leave their network room for small ones, and others for all', async () => {
    const from = (address: string) => new Client(service.url, { 'X-Forwarded-For': address });
    const login = (address: string, bytes: number) =>
      from(address)
        .with({ 'Content-Type': 'application/json' })
        .post(
          '/api/auth/login',
          JSON.stringify({ email: 'ada@example.com', password: 'unknown' }).padEnd(bytes) as never,
        );
    const begun = await beginMany(MAX_OF_STRANGERS, '/api/auth/register', ['X-Forwarded-For: 2001:db8:1:2::1']);
    // Another address of the same network.
    expectProblem(await login('2001:db8:1:2::2', 900 * KIB), 503, 'unavailable');
    await login('2001:db8:1:2::2', 10 * KIB).expect(401);
    await login('2001:db8:1:3::1', 900 * KIB).expect(401);
    await post(tenant, 900 * KIB).expect(201);
    for (const { socket } of begun) socket.destroy();
    await passesAgain(() => login('2001:db8:1:2::2', 900 * KIB));
  });

  it('count as what they inflate to, when they are compressed, until they have a response', async () => {
    const zipped = gzipSync(JSON.stringify({ name: 'Zipped' }).padEnd(SENT_BYTES));
    const fields = [keyOf(tenant), 'Content-Encoding: gzip', `Content-Length: ${zipped.length}`];
    const begun: Begun[] = [];
    await whileLocked(service.databaseUrl, ['LOCK TABLE guests'], async () => {
      for (let made = 0; made <= MAX_OF_ORGANIZATION; made++) begun.push(await begin('/api/guests', fields, zipped));
      expect(await Promise.race(begun.map(({ responded }) => responded))).toMatch(/^HTTP\/1.1 503 /);
    });
  });

  it('count while they are inflated: very many small ones that inflate to a lot take little memory', async () => {
    const zipped = gzipSync(JSON.stringify({ unknown: 1 }).padEnd(1024 * KIB));
    const fields = ['Content-Encoding: gzip', `Content-Length: ${zipped.length}`];
    const begun: Begun[] = [];
    for (let made = 0; made < 300; made++) begun.push(await begin('/api/auth/login', fields, zipped.subarray(0, -1)));
    const before = bufferedBytes();
    let most = 0;
    const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 1);
    for (const { socket } of begun) socket.write(zipped.subarray(-1));
    const responses = await Promise.all(begun.map(({ responded }) => responded));
    clearInterval(sampling);
    expect(responses.filter((response) => response.startsWith('HTTP/1.1 503 ')).length).toBeGreaterThan(100);
    expect(most - before).toBeLessThan(100 * 1024 * KIB);
  });

  // What the budget of an organization must leave room for, however it is changed.
  it('are all taken in when an organization sends a hundred of 100 KiB at once', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => post(tenant, 100 * KIB)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  });
});
