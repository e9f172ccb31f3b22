import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool, type Client } from 'pg';
import { connectionConfig, newClient } from './connection';
import { productGlobal } from '../../../test/support/product-global';

describe('TLS to the database', () => {
  const url = 'postgres://user:100%25@db/tours';
  const folder = mkdtempSync(join(tmpdir(), 'tour-events-tls-'));
  const file = join(folder, 'ca.pem');
  beforeAll(() => writeFileSync(file, 'a certificate'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const tlsOf = (query: string) => (newClient(connectionConfig(url + query, null, 0)) as Client & { ssl: unknown }).ssl;

  it.each([
    ['', false],
    ['?sslmode=disable', false],
    ['?sslmode=require', { rejectUnauthorized: false }],
    ['?uselibpqcompat=true&sslmode=require', { rejectUnauthorized: false }],
    ['?sslmode=no-verify', { rejectUnauthorized: false }],
    ['?pool_mode=transaction&sslmode=verify-full', {}],
    [`?sslmode=verify-full&sslrootcert=${file}`, { ca: 'a certificate' }],
    [`?sslmode=verify-ca&sslrootcert=${file}`, { ca: 'a certificate', checkServerIdentity: expect.any(Function) }],
    [`?sslmode=require&sslrootcert=${file}`, { ca: 'a certificate', checkServerIdentity: expect.any(Function) }],
  ])('is for %s what it is for PostgreSQL, and nothing is warned of', (query, tls) => {
    const warn = jest.spyOn(productGlobal.process, 'emitWarning');
    expect(tlsOf(query)).toEqual(tls);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe('a connection that PostgreSQL ends', () => {
  const message = (type: string, body: string) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, Buffer.from(body)]);
  };
  const AUTHENTICATED = message('R', '\0\0\0\0');
  const READY = message('Z', 'I');
  const FATAL = message('E', 'SFATAL\0VFATAL\0C57P01\0Munexpected postmaster exit\0\0');

  it('just when somebody takes it from the pool is a failed statement, and not the end of the process', async () => {
    const server = createServer((socket) =>
      socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, FATAL]))),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/tours`;
    const pool = new Pool({ ...connectionConfig(url, null, 1_000), pipeline: true } as never);
    try {
      const client = await pool.connect();
      await expect(client.query('SELECT 1')).rejects.toThrow();
      client.release(true);
    } finally {
      await pool.end();
      server.close();
    }
  });
});
