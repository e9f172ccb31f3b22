import { NIL_ID } from '../../src/kernel/ids';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CHAIN_START, SEALABLE_COLUMNS, sealOf } from '../../src/platform/audit/audit-chain';
import { AuditSealing } from '../../src/platform/audit/audit-sealing';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { runJob } from '../support/jobs';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('the audit log as a chain', () => {
  const service = useOwnTestApp();
  let owner: Tenant;

  beforeAll(async () => {
    // The tests say when a round begins.
    service.app.get(SchedulerRegistry).deleteInterval('seal-audit-records');
    service.app.get(SchedulerRegistry).deleteInterval('seal-new-audit-records');
  });
  beforeEach(async () => {
    owner = await registerTenant(service.url);
  });
  afterEach(() => service.clock.release());

  const plan = (name: string): Promise<Json> => newEvent(owner.key, { name });
  const list = async (query: string): Promise<Json> =>
    (await owner.key.get(`/api/audit-logs?${query}`).expect(200)).body;
  const seal = () => runJob(service, 'seal-audit-records');
  const verify = async (): Promise<Json> => (await owner.key.get('/api/audit-logs/verify').expect(200)).body;
  const recordIds = async (): Promise<string[]> =>
    (await list('limit=100&sortDir=asc')).data.map((record: Json) => record.id);
  /** As a superuser who takes the triggers out of the way. */
  const tamper = (statement: string) =>
    sql(service.databaseUrl, `SET session_replication_role = replica; ${statement}; RESET session_replication_role`);
  /** As somebody who may write everything to the database, and does not have the service's key. */
  const reseal = async (): Promise<void> => {
    const records = await sql(
      service.databaseUrl,
      `SELECT s.position, ${SEALABLE_COLUMNS} FROM audit_seals s JOIN audit_records r ON r.id = s.audit_record_id
       WHERE s.organization_id = $1 ORDER BY s.position`,
      [owner.organization.id],
    );
    let previous = CHAIN_START;
    for (const record of records as Json[]) {
      previous = sealOf(previous, Number(record.position), { ...record, occurredAt: record.occurredAt.toISOString() });
      await tamper(
        `UPDATE audit_seals SET hash = '\\x${previous.toString('hex')}' WHERE audit_record_id = '${record.id}'`,
      );
    }
  };
  const sealedChain = async (): Promise<string[]> => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) await plan(name);
    await seal();
    return recordIds();
  };

  it('counts what waits for its seal, and is whole at every moment', async () => {
    await plan('A');
    const waiting = (await recordIds()).length;
    expect(await verify()).toEqual({ valid: true, checked: 0, unsealed: waiting, brokenAt: null, erased: 0 });
    await seal();
    expect(await verify()).toEqual({ valid: true, checked: waiting, unsealed: 0, brokenAt: null, erased: 0 });
    await plan('B');
    expect(await verify()).toEqual({ valid: true, checked: waiting, unsealed: 1, brokenAt: null, erased: 0 });
    await seal();
    expect(await verify()).toEqual({ valid: true, checked: waiting + 1, unsealed: 0, brokenAt: null, erased: 0 });
  });

  it.each([
    ['action', `'event.deleted'`],
    ['occurred_at', `occurred_at + interval '1 millisecond'`],
    ['actor_name', `'Somebody else'`],
    ['actor_id', 'NULL'],
    ['actor_type', `'system'`],
    ['impersonator_id', 'actor_id'],
    ['impersonator_email', `'x@example.com'`],
    ['target_id', `'other'`],
    ['target_type', `'tour'`],
    ['changes', `'{"amount": {"before": 1e400, "after": null}}'`],
    // The first "after" is that of the name. All else stays as it is, to the byte.
    ['changes', `regexp_replace(changes::text, '("after":)"[A-E]"', '\\1"Z"')::json`],
    // The same values in other bytes.
    ['changes', `changes::jsonb::json`],
    ['ip', `'192.0.2.1'`],
    ['user_agent', `'other'`],
    ['request_id', `'other'`],
    ['organization_id', `'${UNKNOWN}'`],
    ['organization_id', `'${NIL_ID}'`],
  ])('breaks where the %s of a record was changed to %s', async (column, value) => {
    const ids = await sealedChain();
    const victim = ids.at(-3)!;
    await tamper(`UPDATE audit_records SET ${column} = ${value} WHERE id = '${victim}'`);
    expect(await verify()).toEqual({ valid: false, checked: ids.length - 2, unsealed: 0, brokenAt: victim, erased: 0 });
  });

  it.each([
    ['first', 0],
    ['middle', 3],
    ['last', -1],
  ])('breaks where the %s record was deleted', async (_which, index) => {
    const victim = (await sealedChain()).at(index)!;
    await tamper(`DELETE FROM audit_records WHERE id = '${victim}'`);
    expect(await verify()).toMatchObject({ valid: false, brokenAt: victim });
    await tamper(`UPDATE audit_seals SET hash = decode(repeat('00', 32), 'hex') WHERE audit_record_id = '${victim}'`);
    expect(await verify()).toMatchObject({ valid: false, brokenAt: victim });
  });

  it.each([
    ['first', 0],
    ['middle', 3],
    ['last', -1],
  ])('breaks where the %s seal was deleted', async (_which, index) => {
    const victim = (await sealedChain()).at(index)!;
    await tamper(`DELETE FROM audit_seals WHERE audit_record_id = '${victim}'`);
    expect(await verify()).toMatchObject({ valid: false, brokenAt: victim });
    await plan('F');
    await seal();
    expect(await verify()).toMatchObject({ valid: false, brokenAt: victim });
  });

  it('breaks where a record was deleted together with its seal', async () => {
    const ids = await sealedChain();
    const [victim, next] = ids.slice(-3);
    await tamper(`DELETE FROM audit_seals WHERE audit_record_id = '${victim}'`);
    await tamper(`DELETE FROM audit_records WHERE id = '${victim}'`);
    expect(await verify()).toMatchObject({ valid: false, brokenAt: next });
    await tamper(
      `UPDATE audit_seals SET position = -position WHERE organization_id = '${owner.organization.id}';
       UPDATE audit_seals SET position = CASE WHEN audit_record_id >= '${next}' THEN -position - 1 ELSE -position END
       WHERE organization_id = '${owner.organization.id}'`,
    );
    expect(await verify()).toMatchObject({ valid: false, brokenAt: next });
  });

  it('breaks where two records changed places', async () => {
    const [one, other] = (await sealedChain()).slice(-3);
    const swap = (from: string, to: string) =>
      `UPDATE audit_seals SET audit_record_id = '${to}' WHERE audit_record_id = '${from}'`;
    await tamper([swap(one!, UNKNOWN), swap(other!, one!), swap(UNKNOWN, other!)].join('; '));
    expect(await verify()).toMatchObject({ valid: false, brokenAt: other });
  });

  it('breaks where a record was slipped in, or one that waits was taken', async () => {
    await sealedChain();
    await plan('F');
    const waiting = (await recordIds()).at(-1)!;
    await tamper(`DELETE FROM audit_unsealed WHERE audit_record_id = '${waiting}'`);
    expect(await verify()).toMatchObject({ valid: false, unsealed: 0, brokenAt: waiting, erased: 0 });
    await tamper(`INSERT INTO audit_unsealed VALUES ('${owner.organization.id}', '${waiting}')`);
    expect(await verify()).toMatchObject({ valid: true, unsealed: 1 });
    await tamper(`DELETE FROM audit_records WHERE id = '${waiting}'`);
    await seal();
    expect(await verify()).toMatchObject({ valid: false, unsealed: 1, brokenAt: waiting, erased: 0 });
  });

  it.each([0, -1])('breaks where a record was slipped in at position %s, before the first', async (position) => {
    await sealedChain();
    await plan('F');
    const slipped = (await recordIds()).at(-1)!;
    await tamper(`DELETE FROM audit_unsealed WHERE audit_record_id = '${slipped}'`);
    await tamper(
      `INSERT INTO audit_seals (organization_id, position, audit_record_id, hash, sealed_at)
       VALUES ('${owner.organization.id}', ${position}, '${slipped}', decode(repeat('00', 32), 'hex'), now())`,
    );
    expect(await verify()).toMatchObject({ valid: false, brokenAt: slipped });
  });

  it('breaks where it ends when a changed record and all seals behind it were sealed again', async () => {
    const ids = await sealedChain();
    const victim = ids.at(-3)!;
    await tamper(`UPDATE audit_records SET action = 'event.forged' WHERE id = '${victim}'`);
    await reseal();
    expect(await verify()).toMatchObject({ valid: false, checked: ids.length, brokenAt: ids.at(-1) });
    // The end cannot be made to fit either, and what is sealed later does not hide it.
    await tamper(
      `UPDATE audit_heads SET hash = (SELECT hash FROM audit_seals s WHERE s.organization_id = audit_heads.organization_id
         ORDER BY position DESC LIMIT 1) WHERE organization_id = '${owner.organization.id}'`,
    );
    expect(await verify()).toMatchObject({ valid: false, brokenAt: ids.at(-1) });
    await plan('F');
    await seal();
    expect(await verify()).toMatchObject({ valid: false, checked: ids.length + 1, unsealed: 0 });
  });

  it('breaks where its end was cut off, with records, seals and signature', async () => {
    const ids = await sealedChain();
    const ours = `organization_id = '${owner.organization.id}'`;
    await tamper(`DELETE FROM audit_seals WHERE audit_record_id = '${ids.at(-1)}'`);
    await tamper(`DELETE FROM audit_records WHERE id = '${ids.at(-1)}'`);
    expect(await verify()).toMatchObject({ valid: false, brokenAt: ids.at(-2) });
    await tamper(`DELETE FROM audit_heads WHERE ${ours}`);
    expect(await verify()).toMatchObject({ valid: false, brokenAt: ids.at(-2) });
    await tamper(`DELETE FROM audit_seals WHERE ${ours}; DELETE FROM audit_records WHERE ${ours}`);
    expect(await verify()).toMatchObject({ valid: true, checked: 0 });
  });

  it('stays whole when a person is forgotten, and says how many records that concerns', async () => {
    const ids = await sealedChain();
    const key = `organization_id = '${owner.organization.id}' AND person_id = '${owner.user.id}'`;
    const records = (await list('limit=100')).data;
    const ofOwner = records.filter((record: Json) => record.actor.id === owner.user.id).length;
    expect(ofOwner).toBeGreaterThan(0);
    await sql(service.databaseUrl, `UPDATE person_keys SET sealed_key = NULL, erased_at = now() WHERE ${key}`);
    expect(await verify()).toMatchObject({ valid: true, checked: ids.length, brokenAt: null });
    expect((await verify()).erased).toBeGreaterThanOrEqual(ofOwner);
    const { data } = await list('limit=100');
    const joined = data.find((record: Json) => record.action === 'member.joined');
    expect(joined.actor).toMatchObject({ id: owner.user.id, name: null });
    expect(joined.changes.email).toEqual({ before: null, after: null, erased: true });
    expect(joined.changes.role).toEqual({ before: null, after: 'Admin' });
  });

  it.each([
    ['was deleted', 'DELETE FROM person_keys'],
    ['was changed', `UPDATE person_keys SET sealed_key = set_byte(sealed_key, 40, get_byte(sealed_key, 40) # 1)`],
  ])('breaks where the key of a person %s', async (_what, statement) => {
    await sealedChain();
    await sql(service.databaseUrl, `${statement} WHERE organization_id = $1`, [owner.organization.id]);
    expect(await verify()).toMatchObject({ valid: false });
  });

  it('is followed to its end, however long it is', async () => {
    await sealedChain();
    await sql(
      service.databaseUrl,
      `WITH copy AS (
         INSERT INTO audit_records
         SELECT copied.* FROM (SELECT * FROM audit_records WHERE organization_id = $1 ORDER BY id LIMIT 1) AS r,
           generate_series(1, 11000) AS n,
           jsonb_populate_record(NULL::audit_records, to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(), 'user_agent', n)) AS copied
         RETURNING organization_id, id
       )
       INSERT INTO audit_unsealed SELECT organization_id, id FROM copy`,
      [owner.organization.id],
    );
    // One round ends after a time, wherever it is.
    let whole: Json;
    do {
      await seal();
      whole = await verify();
      expect(whole).toMatchObject({ valid: true });
    } while (whole['unsealed'] > 0);
    expect(whole['checked']).toBeGreaterThan(11_000);

    const [{ id: victim }] = await sql(
      service.databaseUrl,
      'SELECT audit_record_id AS id FROM audit_seals WHERE organization_id = $1 AND position = 10500',
      [owner.organization.id],
    );
    await tamper(`UPDATE audit_records SET target_id = 'other' WHERE id = '${victim}'`);
    expect(await verify()).toMatchObject({ valid: false, checked: 10_500, brokenAt: victim });
  });

  it('goes on from year to year', async () => {
    for (const moment of ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z']) {
      service.clock.stopAt(moment);
      await plan(moment);
      await seal();
    }
    service.clock.release();
    const sealed = await verify();
    expect(sealed).toMatchObject({ valid: true, unsealed: 0, brokenAt: null, erased: 0 });
    const [victim] = await sql(
      service.databaseUrl,
      `SELECT id FROM audit_records WHERE organization_id = $1 AND occurred_at = '2027-01-01T00:00:00Z'`,
      [owner.organization.id],
    );
    // Moved to another year, with nothing else changed.
    await tamper(`UPDATE audit_records SET occurred_at = '2028-01-01T00:00:00Z' WHERE id = '${victim.id}'`);
    expect(await verify()).toMatchObject({ valid: false, brokenAt: victim.id });
    await tamper(`UPDATE audit_records SET occurred_at = '2027-01-01T00:00:00Z' WHERE id = '${victim.id}'`);
    // A second record with the same id, in another year.
    await tamper(
      `INSERT INTO audit_records SELECT (jsonb_populate_record(r, '{"occurred_at": "2029-01-01T00:00:00Z"}')).*
       FROM audit_records r WHERE id = '${victim.id}'`,
    );
    expect(await verify()).toMatchObject({ valid: false, brokenAt: victim.id });
  });

  it('of one organization says nothing of another', async () => {
    const other = await registerTenant(service.url);
    const victim = (await sealedChain()).at(-1)!;
    await tamper(`UPDATE audit_records SET action = 'x' WHERE id = '${victim}'`);
    expect((await other.key.get('/api/audit-logs/verify').expect(200)).body).toMatchObject({ valid: true });
  });

  it('has no gap and no fork, however many write and seal at once', async () => {
    const sealing = service.app.get(AuditSealing);
    const sealRepeatedly = () =>
      runInContext(systemContext('test'), async () => {
        for (let round = 0; round < 8; round++) await sealing.seal(new AbortController().signal);
      });
    const write = async () => {
      for (let i = 0; i < 15; i++) await plan(`Nr. ${i}`);
    };
    await Promise.all([write(), write(), write(), write(), sealRepeatedly(), sealRepeatedly(), sealRepeatedly()]);
    await seal();

    const records = (await list('limit=1')).total;
    const seals = await sql(
      service.databaseUrl,
      'SELECT position::int FROM audit_seals WHERE organization_id = $1 ORDER BY position',
      [owner.organization.id],
    );
    expect(seals.map(({ position }) => position)).toEqual(Array.from({ length: records }, (_, i) => i + 1));
    expect(await verify()).toEqual({ valid: true, checked: records, unsealed: 0, brokenAt: null, erased: 0 });
  });

  it('grows by many batches in one round', async () => {
    const [{ id: last }] = await sql(
      service.databaseUrl,
      `WITH written AS (
         INSERT INTO audit_records (id, organization_id, action, occurred_at, actor_type, target_type, target_id, changes)
         SELECT ('019fffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'event.created', now(), 'system',
           'event', n::text, '{}' FROM generate_series(1, 2345) AS n RETURNING id
       ), waiting AS (INSERT INTO audit_unsealed SELECT $1, id FROM written)
       SELECT id FROM written ORDER BY id DESC LIMIT 1`,
      [owner.organization.id],
    );
    const { unsealed } = await verify();
    await seal();
    expect(await verify()).toEqual({ valid: true, checked: unsealed, unsealed: 0, brokenAt: null, erased: 0 });
    await tamper(`UPDATE audit_records SET action = 'x' WHERE id = '${last}'`);
    expect(await verify()).toEqual({
      valid: false,
      checked: expect.any(Number),
      unsealed: 0,
      brokenAt: last,
      erased: 0,
    });
  });

  it('that cannot be sealed delays no other', async () => {
    const [sealed] = await sealedChain();
    await tamper(`INSERT INTO audit_unsealed VALUES ('${owner.organization.id}', '${sealed}')`);
    owner = await registerTenant(service.url);
    await seal();
    expect(await verify()).toMatchObject({ valid: true, unsealed: 0 });
    const [job] = await sql(service.databaseUrl, `SELECT last_error FROM jobs WHERE name = 'seal-audit-records'`);
    expect(job.last_error).toContain('audit_seals');
    await tamper(`DELETE FROM audit_unsealed WHERE audit_record_id = '${sealed}'`);
  });
});
