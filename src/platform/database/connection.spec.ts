import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { connectionConfig, newClient } from './connection';

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
    const warn = jest.spyOn(process, 'emitWarning');
    expect(tlsOf(query)).toEqual(tls);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
