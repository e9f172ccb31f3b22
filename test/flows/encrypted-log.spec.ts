import { createHash, randomUUID } from 'node:crypto';
import { ChainHeads } from '../../src/platform/audit/chain-heads';
import { encryptLog } from '../../src/platform/audit/encrypt-log';
import { signChains } from '../../src/platform/audit/sign-chains';
import { SecretBox } from '../../src/platform/encryption/secret-box';
import { PersonKeys } from '../../src/platform/personal/person-keys';
import { startTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sealAuditRecords } from '../support/jobs';
import { sql } from '../support/sql';

const ORGANIZATION = randomUUID();
const [USER, GUEST, PLACE, OPERATOR] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const HEAD = createHash('sha256').update('the seal that somebody kept').digest();
const keys = new PersonKeys(new SecretBox(Buffer.alloc(32, 7)));

describe('a log of before there were keys for people', () => {
  let database: TestDatabase;
  let app: TestApp;
  const warned: unknown[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const record = (id: string, type: string, target: string, changes: object) =>
      sql(
        database.url,
        `INSERT INTO audit_records (id, organization_id, action, occurred_at, actor_type, actor_id, actor_name,
           impersonator_id, impersonator_email, target_type, target_id, changes)
         VALUES ($1, $2, $3, now(), 'user', $4, 'Ada Planner', $5, 'operator@example.com', $6, $7, $8)`,
        [id, ORGANIZATION, `${type}.changed`, USER, OPERATOR, type, target, JSON.stringify(changes)],
      );
    const [first, second, third] = [
      '019a0000-0000-7000-8000-000000000001',
      '019a0000-0000-7000-8000-000000000002',
      '019a0000-0000-7000-8000-000000000003',
    ];
    await record(first, 'guest', GUEST, {
      name: { before: null, after: 'Grace Hopper' },
      tags: { before: [], after: ['vip'] },
    });
    await record(second, 'event_guest', PLACE, {
      guestId: { before: null, after: GUEST },
      rsvp: { before: null, after: 'pending' },
    });
    await record(third, 'event_guest', PLACE, {
      notes: { before: null, after: 'Afraid of heights' },
      plusOnes: { before: 0, after: 1 },
    });
    await sql(database.url, `INSERT INTO installation (id, encryption_key_check, created_at) VALUES (true, '', now())`);
    await sql(database.url, `INSERT INTO audit_seals VALUES ($1, 1, $2, '', now()), ($1, 2, $3, $4, now())`, [
      ORGANIZATION,
      first,
      second,
      HEAD,
    ]);
    await sql(database.url, 'INSERT INTO audit_unsealed (organization_id, audit_record_id) VALUES ($1, $2)', [
      ORGANIZATION,
      third,
    ]);
    await encryptLog(database.url, keys);
    await signChains(database.url, new ChainHeads(Buffer.alloc(32, 7), null), { warn: (said) => warned.push(said) });
    app = await startTestApp({ DATABASE_URL: database.url });
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('has no readable value of a person any more', async () => {
    const rows = await sql(
      database.url,
      'SELECT row_to_json(r)::text AS text FROM audit_records r WHERE organization_id = $1',
      [ORGANIZATION],
    );
    const text = rows.map((row: Json) => row.text).join();
    for (const value of ['Ada Planner', 'operator@example.com', 'Grace Hopper', 'vip', 'Afraid of heights'])
      expect(text).not.toContain(value);
    expect(text).toContain('plusOnes');
    const people = await sql(database.url, 'SELECT person_id AS id FROM person_keys WHERE organization_id = $1', [
      ORGANIZATION,
    ]);
    expect(people.map((row: Json) => row.id).sort()).toEqual([USER, GUEST, OPERATOR].sort());
  });

  it('has a new chain that begins with the head of the old one', async () => {
    await sealAuditRecords(app);
    const seals = await sql(
      database.url,
      `SELECT s.position::int, s.hash, r.action FROM audit_seals s
       LEFT JOIN audit_records r ON r.organization_id = s.organization_id AND r.id = s.audit_record_id
       WHERE s.organization_id = $1 ORDER BY s.position`,
      [ORGANIZATION],
    );
    expect(seals.map((seal: Json) => [seal.position, seal.action])).toEqual([
      [0, null],
      [1, 'guest.changed'],
      [2, 'event_guest.changed'],
      [3, 'event_guest.changed'],
    ]);
    expect(seals[0].hash).toEqual(HEAD);
  });

  it('has a signed end, before and after more is sealed', async () => {
    expect(warned).toEqual([{ chains: 1 }]);
    const heads = new ChainHeads(Buffer.alloc(32, 7), null);
    const [head] = await sql(database.url, 'SELECT position, hash, signature FROM audit_heads');
    expect(head.position).toBe('3');
    expect(heads.isEnd(ORGANIZATION, { position: 3, hash: head.hash }, head)).toBe(true);
    await signChains(database.url, heads, { warn: (said) => warned.push(said) });
    expect(warned).toHaveLength(1);
  });

  it('is encrypted once', async () => {
    const all = () => sql(database.url, 'SELECT * FROM audit_records ORDER BY id');
    const before = await all();
    await encryptLog(database.url, keys);
    expect(await all()).toEqual(before);
    await expect(sql(database.url, 'DELETE FROM audit_records')).rejects.toThrow('append-only');
  });
});
