import { Client as PgClient } from 'pg';
import { startTestApp, type SharedTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { ChangesReader } from '../support/changes';
import { Client, type Json } from '../support/client';
import { EventReader, withKey } from '../support/event-stream';
import { useTestApp } from '../support/fixtures';
import { sql } from '../support/sql';

const WRITERS = 8;
const ROUNDS = 12;

describe('the order of changes', () => {
  const service = useTestApp();
  let replica: TestApp;
  const apps: SharedTestApp[] = [];
  let tenant: Tenant;
  /** The same caller on each replica. */
  let keys: Client[];

  beforeAll(async () => {
    replica = await startTestApp({ DATABASE_URL: service.databaseUrl });
    apps.push(service, replica);
  });
  afterAll(() => replica.close());
  beforeEach(async () => {
    tenant = await registerTenant(service.url);
    keys = apps.map(({ url }) => new Client(url, { Authorization: `Bearer ${tenant.apiKey.key}` }));
  });

  /** A transaction that has written its change, with the number that this took, and commits when asked. */
  async function openTransaction(
    name: string,
  ): Promise<{ commit: () => Promise<void>; rollback: () => Promise<void> }> {
    const client = new PgClient(service.databaseUrl);
    await client.connect();
    await client.query('BEGIN');
    await client.query(
      `WITH written AS (
         INSERT INTO audit_records (id, organization_id, action, occurred_at, actor_type, target_type, target_id, changes)
         VALUES (gen_random_uuid(), $1, 'tour.created', now(), 'system', 'tour', $2, '{}') RETURNING id, organization_id
       ) INSERT INTO audit_unsealed (organization_id, audit_record_id) SELECT organization_id, id FROM written`,
      [tenant.organization.id, name],
    );
    const end = async (how: string) => {
      await client.query(how);
      await client.end();
    };
    return { commit: () => end('COMMIT'), rollback: () => end('ROLLBACK') };
  }

  it('puts nothing before a cursor that was handed out, in whatever order transactions end', async () => {
    const reader = await ChangesReader.begin(keys[0]!);
    const stream = await EventReader.open(apps[1]!.url, withKey(tenant.apiKey), '/api/changes/stream');
    const [long, short, undone] = [
      await openTransaction('long'),
      await openTransaction('short'),
      await openTransaction('undone'),
    ];
    const quick = (await keys[1]!.post('/api/tours', { name: 'Quick' }).expect(201)).body;
    await reader.got(1);
    await short.commit();
    await reader.got(2);
    await undone.rollback();
    await long.commit();
    await reader.got(3);
    const after = (await keys[0]!.post('/api/tours', { name: 'After' }).expect(201)).body;
    await reader.got(4);
    expect(reader.changes.map(({ target }) => target.id)).toEqual([quick.id, 'short', 'long', after.id]);
    await stream.got(4);
    stream.close();
    expect(stream.messages).toEqual(reader.changes);
  });

  it('is the same for all, none missing and none twice, while replicas write and seal at once', async () => {
    const readers = await Promise.all(keys.map((key) => ChangesReader.begin(key)));
    const streams = await Promise.all(
      apps.map(({ url }) => EventReader.open(url, withKey(tenant.apiKey), '/api/changes/stream')),
    );
    const shared = (await tenant.session.post('/api/tours', { name: 'Shared' }).expect(201)).body;
    let writing = true;
    const polling = readers.map(async (reader, index) => {
      while (writing) await reader.read(1 + ((index * 7) % 10));
    });
    const made: string[][] = await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const ids: string[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const long = round % 4 === 0 ? await openTransaction(`long-${writer}-${round}`) : null;
          // Each writer's next change could see its previous one, on whichever replica.
          const { body } = await keys[(writer + round) % 2]!.post('/api/tours', { name: `${writer}-${round}` }).expect(
            201,
          );
          ids.push(body.id);
          await keys[round % 2]!.patch(`/api/tours/${shared.id}`, { name: `Shared ${writer}-${round}` }).expect(200);
          await long?.commit();
        }
        return ids;
      }),
    );
    writing = false;
    await Promise.all(polling);

    const written = await sql(
      service.databaseUrl,
      `SELECT id, target_id FROM audit_records WHERE organization_id = $1 AND action LIKE 'tour.%'`,
      [tenant.organization.id],
    );
    const [first, second] = readers as [ChangesReader, ChangesReader];
    await first.got(written.length);
    await second.got(written.length);
    expect(first.changes.map(({ id }) => id).sort()).toEqual(written.map(({ id }) => id).sort());
    expect(second.changes).toEqual(first.changes);
    for (const stream of streams) {
      await stream.got(written.length);
      stream.close();
      expect(stream.messages).toEqual(first.changes);
    }
    const targets = first.changes.map(({ target }) => target.id);
    for (const ids of made) expect(targets.filter((id) => ids.includes(id))).toEqual(ids);
    expectCausal(first.changes, shared.id, await renames(shared.id));
  });

  /** The names that a tour got, each with the one before it: the row's lock puts them in order. */
  const renames = (id: string): Promise<Json[]> =>
    sql(
      service.databaseUrl,
      `SELECT id, changes->'name'->>'before' AS before, changes->'name'->>'after' AS after FROM audit_records
       WHERE target_id = $1 AND action = 'tour.updated'`,
      [id],
    );

  function expectCausal(changes: Json[], target: string, steps: Json[]): void {
    const byId = new Map(steps.map((step) => [step.id, step]));
    const inOrder = changes
      .filter((change) => change.target.id === target && change.type === 'tour.updated')
      .map(({ id }) => byId.get(id));
    expect(inOrder).toHaveLength(steps.length);
    let name = 'Shared';
    for (const step of inOrder) {
      expect(step.before).toBe(name);
      name = step.after;
    }
  }
});
