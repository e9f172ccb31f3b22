import { createHash } from 'node:crypto';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { sealAuditRecords } from '../support/jobs';
import { sql } from '../support/sql';

const START = '0'.repeat(64);

/** What anybody does who has nothing but the export and its description. */
function sealOf(line: string): string {
  const { previousSeal } = JSON.parse(line) as { previousSeal: string };
  const record = line.slice(line.indexOf('"record":') + '"record":'.length, line.lastIndexOf(',"seal":'));
  return createHash('sha256').update(Buffer.from(previousSeal, 'hex')).update(record, 'utf8').digest('hex');
}

describe('the export of the audit log', () => {
  const service = useTestApp();
  let owner: Tenant;

  beforeEach(async () => {
    owner = await registerTenant(service.url);
  });
  afterEach(() => service.clock.release());

  const seal = () => sealAuditRecords(service);
  const get = (query = '') => owner.key.get(`/api/audit-logs/export${query}`).buffer(true);
  const linesOf = async (query = ''): Promise<string[]> => {
    const { text } = await get(query).expect(200);
    return text === undefined || text === '' ? [] : text.trimEnd().split('\n');
  };
  const parse = (lines: string[]): Json[] => lines.map((line) => JSON.parse(line));
  const listed = async (): Promise<Json[]> =>
    (await owner.key.get('/api/audit-logs?limit=100&sortDir=asc').expect(200)).body.data;

  it('has every sealed record, and its seals can be computed from the lines alone', async () => {
    await newEvent(owner.key, { name: 'Ümläut “quotes” 😀 </script>' });
    await seal();
    const response = await get().expect(200);
    expect(response.headers['content-type']).toMatch(/^application\/x-ndjson/);
    expect(response.headers['content-disposition']).toBe('attachment; filename="audit-log.ndjson"');
    expect(response.headers['cache-control']).toContain('no-store');
    const lines = await linesOf();
    const rows = parse(lines);
    expect(rows.map(({ record }) => record.id).sort()).toEqual((await listed()).map(({ id }) => id).sort());
    expect(rows.map(({ record }) => record.position)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.map(({ previousSeal }) => previousSeal)).toEqual([
      START,
      ...rows.slice(0, -1).map((row) => row.seal as string),
    ]);
    expect(lines.map(sealOf)).toEqual(rows.map((row) => row.seal));
    const created = rows.find(({ record }) => record.action === 'event.created')!.record;
    expect(JSON.parse(created.changes).name.after).toBe('Ümläut “quotes” 😀 </script>');
  });

  it('is over several batches one chain', async () => {
    const items = (batch: number) =>
      Array.from({ length: 500 }, (_, index) => ({ name: 'Guest', externalId: `${batch}-${index}` }));
    for (const batch of [1, 2, 3]) {
      const body = { items: items(batch), match: 'externalId', mode: 'create' };
      await owner.key.post('/api/guests/batch').send(body).expect(200);
    }
    await seal();
    const lines = await linesOf();
    const rows = parse(lines);
    expect(rows.length).toBeGreaterThan(1_500);
    expect(rows.map(({ record }) => record.position)).toEqual(rows.map((_, index) => index + 1));
    expect(lines.map(sealOf)).toEqual(rows.map((row) => row.seal));
  });

  it('gives a period, linked to what was before', async () => {
    await newEvent(owner.key, { name: 'Before' });
    service.clock.stopAt('2031-03-01T10:00:00Z');
    await newEvent(owner.key, { name: 'Within' });
    await newEvent(owner.key, { name: 'Within, too' });
    service.clock.stopAt('2031-03-02T10:00:00Z');
    await newEvent(owner.key, { name: 'After' });
    await seal();
    const whole = parse(await linesOf());
    const lines = await linesOf('?from=2031-03-01&to=2031-03-01');
    const rows = parse(lines);
    expect(rows.map(({ record }) => JSON.parse(record.changes).name.after)).toEqual(['Within', 'Within, too']);
    expect(rows[0].previousSeal).toBe(whole[rows[0].record.position - 2].seal);
    expect(lines.map(sealOf)).toEqual(rows.map((row) => row.seal));
    expect(parse(await linesOf('?from=2031-03-01T10:00:00Z')).length).toBe(3);
    expect(await linesOf('?from=2032-01-01')).toEqual([]);
  });

  it('shows that a record was changed, and that one is gone', async () => {
    for (const name of ['A', 'B', 'C']) await newEvent(owner.key, { name });
    await seal();
    const [changed, gone] = parse(await linesOf()).slice(-3);
    await sql(
      service.databaseUrl,
      `SET session_replication_role = replica;
       UPDATE audit_records SET actor_name = 'Somebody else' WHERE id = '${changed.record.id}';
       DELETE FROM audit_records WHERE id = '${gone.record.id}'; RESET session_replication_role`,
    );
    const lines = (await linesOf()).slice(-3);
    const rows = parse(lines);
    expect(sealOf(lines[0]!)).not.toBe(rows[0].seal);
    expect(rows[1]).toMatchObject({ record: null, seal: gone.seal });
    expect(sealOf(lines[2]!)).toBe(rows[2].seal);
  });

  it("has nothing of another organization's log", async () => {
    const other = await registerTenant(service.url);
    await newEvent(other.key, { name: 'Theirs' });
    await seal();
    const organizations = parse(await linesOf()).map(({ record }) => record.organizationId);
    expect(new Set(organizations)).toEqual(new Set([owner.organization.id]));
  });

  it('refuses a period that ends before it starts, and what is no date', async () => {
    const reversed = await get('?from=2031-03-02&to=2031-03-01').expect(400);
    expect(reversed.body.errors).toEqual([expect.objectContaining({ field: 'to', code: 'ends_before_start' })]);
    const strange = await get('?from=yesterday').expect(400);
    expect(strange.body.errors).toEqual([expect.objectContaining({ field: 'from' })]);
  });
});
