import { Client } from 'pg';
import { createTestDatabase } from '../support/database';
import { sql } from '../support/sql';
import { connectionConfig } from '../../src/platform/database/connection';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { ListStatements, likePattern } from '../../src/platform/tenancy/list-statements';
import { COLUMNS } from '../../src/modules/guests/guests.repository';

it('plans', async () => {
  const db = await createTestDatabase();
  const org = '019a0000-0000-7000-8000-00000000aaaa';
  await sql(db.url, `SET session_replication_role = replica;
   INSERT INTO guests (organization_id, id, name, email, email_key, phone, company, tags, tag_keys, notes, external_id, search, created_at, updated_at)
   SELECT CASE WHEN i <= 100000 THEN '${org}'::uuid ELSE ('019a0000-0000-7000-8000-0000000' || lpad((i % 50)::text, 5, '0'))::uuid END,
    ('019a0000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, n, e, e, p, 'Company ' || i % 997, '{vip,press}', '{vip,press}', 'Some notes of the guest', 'crm-' || i,
    lower(n) || chr(10) || e || chr(10) || p || chr(10) || 'crm-' || i || chr(10) || 'company ' || i % 997, now() + i * interval '1 ms', now()
   FROM (SELECT i, 'Guest ' || md5(i::text) AS n, 'guest' || i || '@example.com' AS e, '+4366' || (10000000 + i) AS p FROM generate_series(1, 200000) i) x`);
  await sql(db.url, `VACUUM ANALYZE guests`);
  const c = new Client(connectionConfig(db.url, await prepareApplicationRole(db.url), 0));
  await c.connect();
  const lists = new ListStatements();
  const base = { columns: COLUMNS, from: 'guests g', organization: 'g.organization_id', id: 'g.id', sorts: { createdAt: 'g.created_at', name: 'g.name' } };
  const run = async (label: string, filter: any, values: unknown[], by: string, show = false) => {
    const text = lists.statement(base, [filter], { by, direction: 'asc' }).alone.text;
    const name = 'q' + Math.random().toString(36).slice(2);
    await c.query(`PREPARE ${name} AS ${text}`);
    const q = (v: unknown) => (typeof v === 'number' ? v : `'${String(v).replace(/'/g, "''")}'`);
    const exec = `EXECUTE ${name}(${[org, ...values, 10, 0].map(q).join(',')})`;
    const times: number[] = [];
    for (let i = 0; i < 9; i++) { const t = process.hrtime.bigint(); await c.query(exec); times.push(Number(process.hrtime.bigint() - t) / 1e6); }
    const plan = (await c.query(`EXPLAIN (ANALYZE, BUFFERS) ${exec}`)).rows.map((r: any) => r['QUERY PLAN']).join('\n');
    const seq = /Seq Scan/.test(plan);
    process.stdout.write(`${label} by ${by}: ms ${times.map((t) => t.toFixed(0)).join(' ')} seq=${seq} ${(/Buffers: shared hit=\d+( read=\d+)?/.exec(plan) ?? [''])[0]}\n`);
    if (show) process.stdout.write(plan + '\n');
  };
  const plain = { sql: 'g.search LIKE ?', values: [1], scans: true };
  // const sub = { sql: 'g.id IN (SELECT s.id FROM guests s WHERE s.organization_id = $1 AND s.search LIKE ?)', values: [1], scans: true };
  const cases: [string, string][] = [['rare', likePattern('guest77777@')], ['many', likePattern('guest')], ['none', likePattern('zzzz')], ['some', likePattern('company 77')]];
  for (const by of ['createdAt', 'name']) for (const [label, p] of cases) await run('plain ' + label, plain, [p], by, label === 'rare');
  await run('tag', { sql: '?::text = ANY (g.tag_keys)', values: [1], scans: true }, ['vip'], 'createdAt', true);
  await run('tag none', { sql: '?::text = ANY (g.tag_keys)', values: [1], scans: true }, ['nope'], 'createdAt');
  await c.end();
  await db.drop();
}, 300_000);
