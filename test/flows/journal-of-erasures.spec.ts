import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { backUp, createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { findingsIn } from '../support/forgotten';
import { newEvent } from '../support/guests';
import { sealAuditRecords } from '../support/jobs';
import { registerSuperAdmin } from '../support/people';

const VALUES = ['zyxada', 'zyxzoe'];

describe('the journal of erasures', () => {
  const databases: TestDatabase[] = [];
  let dataDir: string;
  let service: TestApp | null = null;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tour-events-journal-'));
    databases.push(await createTestDatabase());
  });
  afterEach(async () => {
    await service?.close();
    service = null;
    for (const database of databases.splice(0)) await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const journal = async (): Promise<Json[]> => {
    const text = await readFile(join(dataDir, 'erasures.jsonl'), 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter((line) => line.startsWith('{"') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Json);
  };
  const startOn = async ({ url }: TestDatabase, env: Record<string, string> = {}): Promise<TestApp> => {
    await service?.close();
    service = null;
    return (service = await startTestApp({ DATABASE_URL: url, DATA_DIR: dataDir, ...env }));
  };
  /** The same caller on another start of the service. */
  const again = (client: Client): Client => client.at(service!.url);

  async function people(app: TestApp): Promise<{ operator: Tenant; tenant: Tenant; ada: Json; zoe: Tenant }> {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const tenant = await registerTenant(app.url);
    const { body: ada } = await tenant.key
      .post('/api/guests', { name: 'Zyxada', email: 'zyxada@example.com' })
      .expect(201);
    const event = await newEvent(tenant.key);
    await tenant.key.post(`/api/events/${event.id}/guests`, { guestId: ada.id }).expect(201);
    const zoe = await registerTenant(app.url, { name: 'Zyxzoe', email: 'zyxzoe@example.com' });
    return { operator, tenant, ada, zoe };
  }

  it('forgets everybody again when an older database is restored, before anything is served', async () => {
    const [database] = databases;
    const { operator, tenant, ada, zoe } = await people(await startOn(database!));
    await service!.close();
    service = null;
    const backup = await backUp(database!.url);
    databases.push(backup);

    await startOn(database!);
    await again(tenant.key).post(`/api/guests/${ada.id}/erase`, { force: true }).expect(200);
    await again(operator.session).post(`/api/users/${zoe.user.id}/erase`, { force: true }).expect(200);
    const entries = await eventually('both in the journal', async () => {
      const found = await journal();
      return found.length === 2 ? found : null;
    });
    expect(entries).toEqual([
      { kind: 'guest', organizationId: tenant.organization.id, personId: ada.id, erasedAt: expect.any(String) },
      {
        kind: 'user',
        organizationId: expect.stringMatching(/^[0-]+$/),
        personId: zoe.user.id,
        erasedAt: expect.any(String),
      },
    ]);
    // A line that a crash cut off, and somebody whom the backup never knew.
    const stranger = { ...entries[0], personId: '01900000-0000-7000-8000-000000000000' };
    await appendFile(join(dataDir, 'erasures.jsonl'), `{"kind":"gue\n${JSON.stringify(stranger)}\n`);

    expect(await findingsIn(backup.url, VALUES)).not.toEqual([]);
    const restored = await startOn(backup);
    await rm(join(dataDir, 'mail'), { recursive: true, force: true });
    await sealAuditRecords(restored);
    expect(await findingsIn(backup.url, VALUES)).toEqual([]);
    const { body } = await again(tenant.key).get(`/api/guests/${ada.id}`).expect(200);
    expect(body).toMatchObject({ name: 'Erased guest', email: null });
    await again(zoe.session).get('/api/tours').expect(401);
    expect((await again(tenant.key).get('/api/audit-logs/verify').expect(200)).body.valid).toBe(true);
    const { body: log } = await again(tenant.key).get(`/api/audit-logs?targetId=${ada.id}&limit=1`).expect(200);
    expect(log.data[0]).toMatchObject({ action: 'guest.erased', actor: { type: 'system' } });

    // Applied once: the next start finds nothing to do.
    await startOn(backup);
    const { body: after } = await again(tenant.key).get(`/api/audit-logs?targetId=${ada.id}&limit=100`).expect(200);
    expect(after.data.filter(({ action }: Json) => action === 'guest.erased')).toHaveLength(1);
  });

  it('is copied by a process that did not erase anybody, and made again where the file is lost', async () => {
    const [database] = databases;
    const { tenant, ada } = await people(await startOn(database!));
    await tenant.key.post(`/api/guests/${ada.id}/erase`, { force: true }).expect(200);
    const elsewhere = await mkdtemp(join(tmpdir(), 'tour-events-journal-'));
    const replica = await startTestApp({ DATABASE_URL: database!.url, DATA_DIR: elsewhere });
    try {
      expect(await readFile(join(elsewhere, 'erasures.jsonl'), 'utf8')).toContain(ada.id);
    } finally {
      await replica.close();
      await rm(elsewhere, { recursive: true, force: true });
    }
    await eventually('the entry', async () => ((await journal()).length === 1 ? true : null));
    await service!.close();
    service = null;
    await rm(join(dataDir, 'erasures.jsonl'));
    await startOn(database!);
    expect(await journal()).toMatchObject([{ personId: ada.id }]);
  });
});
