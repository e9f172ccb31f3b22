import { startTestApp, type SharedTestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp, useSuperAdmin } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { join, registerSuperAdmin, signIn, standIn } from '../support/people';
import { untagged } from '../support/rows';
import { sql } from '../support/sql';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What operators see of an organization for which they have set no limits. */
const NO_LIMITS = { mailDailyLimit: null, rateLimit: null };
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

const app = useOwnTestApp();
useFollowedEvents(app);
const operator = useSuperAdmin(app);
afterEach(() => app.clock.release());

const codeOf = (response: Json): [number, string] => [response.status, response.body.code];
const pathOf = ({ organization }: Tenant) => `/api/organizations/${organization.id}`;

describe('all organizations', () => {
  it('are listed for operators: searched, filtered, sorted and paged', async () => {
    const word = unique('q').replace(/\W/g, '');
    const made = [];
    for (const name of [`Beta ${word}`, `Gamma ${word} 100%`, `Alpha ${word}`]) {
      made.push(await registerTenant(app.url, { organizationName: name }));
    }
    await operator.session.patch(pathOf(made[0]!), { status: 'suspended' }).expect(200);

    const first = async (query: string): Promise<string[]> => {
      const { body } = await operator.session.get(`/api/organizations?q=${word}&${query}`).expect(200);
      return body.data.map(({ name }: Json) => name.split(' ')[0]);
    };
    expect(await first('')).toEqual(['Beta', 'Gamma', 'Alpha']);
    expect(await first('sortDir=desc')).toEqual(['Alpha', 'Gamma', 'Beta']);
    expect(await first('sortBy=name')).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await first('sortBy=createdAt&limit=1&page=2')).toEqual(['Gamma']);
    expect(await first('status=suspended')).toEqual(['Beta']);
    expect(await first('status=active')).toEqual(['Gamma', 'Alpha']);
    const { body } = await operator.session.get(`/api/organizations?q=${word}%20100%25`).expect(200);
    expect(body).toEqual({ data: [expect.anything()], total: 1, page: 1, limit: 10, totalPages: 1 });
    const own = (await made[1]!.session.get('/api/organizations/me').expect(200)).body;
    expect(untagged(body.data[0])).toEqual({ ...own, ...NO_LIMITS, mailToday: 0, deletedAt: null });
    for (const query of ['sortBy=slug', 'status=gone', 'page=0', 'planId=1']) {
      await operator.session.get(`/api/organizations?${query}`).expect(400);
    }
  });

  it('are read one by one, wherever the session stands', async () => {
    const tenant = await registerTenant(app.url);
    const { body, headers } = await operator.session.get(pathOf(tenant)).expect(200);
    expect(body).toEqual({ ...tenant.organization, ...NO_LIMITS });
    expect(headers['etag']).toEqual(expect.any(String));
    for (const id of [UNKNOWN, 'x']) await operator.session.get(`/api/organizations/${id}`).expect(404);
  });

  it('say how much they use the service', async () => {
    const tenant = await registerTenant(app.url);
    await tenant.session.post('/api/tours', { name: 'Alps' }).expect(201);
    const { body } = await operator.session
      .get(`/api/platform/organizations/${tenant.organization.id}/usage`)
      .expect(200);
    expect(body).toEqual({
      members: 1,
      tours: 1,
      events: 0,
      guests: 0,
      vehicles: 0,
      apiKeys: expect.any(Number),
      webhooks: expect.any(Number),
      failingWebhooks: 0,
      mailToday: 0,
      mailRefusedToday: 0,
      mailPausedAt: null,
      lastUsedAt: expect.any(String),
    });
    await operator.session.get(`/api/platform/organizations/${UNKNOWN}/usage`).expect(404);
  });

  it('are nobody else’s business', async () => {
    const tenant = await registerTenant(app.url);
    const made = await operator.session.post('/api/api-keys', { name: 'Platform', superAdmin: true }).expect(201);
    const key = new Client(app.url, { Authorization: `Bearer ${made.body.key}` });
    const calls = [
      (by: Client) => by.get('/api/organizations'),
      (by: Client) => by.get(pathOf(tenant)),
      (by: Client) => by.patch(pathOf(tenant), { name: 'Mine' }),
      (by: Client) => by.delete(pathOf(tenant)),
    ];
    for (const call of calls) {
      expect(codeOf(await call(tenant.session))).toEqual([403, 'forbidden']);
      expect(codeOf(await call(tenant.key))).toEqual([403, 'session_required']);
      expect(codeOf(await call(key))).toEqual([403, 'session_required']);
      await call(new Client(app.url)).expect(401);
    }
    await tenant.session.get('/api/tours').expect(200);
  });

  it('leave the words of other routes alone', async () => {
    for (const path of ['me', 'me/permissions', 'members', 'roles', 'invitations']) {
      await operator.session.get(`/api/organizations/${path}`).expect(200);
    }
  });
});

describe('changing any organization', () => {
  it('takes each of its fields, and records it in its own log', async () => {
    const tenant = await registerTenant(app.url);
    const changes = {
      name: 'Renamed',
      logo: 'https://example.com/logo.png?size=2',
      timezone: 'Asia/Tokyo',
      currency: 'JPY',
      planId: null,
    };
    const { body } = await operator.session.patch(pathOf(tenant), changes).expect(200);
    const own = { ...tenant.organization, ...changes, updatedAt: expect.any(String) };
    expect(body).toEqual({ ...own, ...NO_LIMITS });
    expect((await tenant.session.get('/api/organizations/me').expect(200)).body).toEqual(own);
    const cleared = await operator.session.patch(pathOf(tenant), { logo: null }).expect(200);
    expect(cleared.body).toMatchObject({ name: 'Renamed', logo: null });

    const log = await tenant.session.get('/api/audit-logs?action=organization.updated').expect(200);
    expect(log.body.data).toHaveLength(2);
    const recorded = log.body.data.find((record: Json) => 'name' in record.changes);
    expect(recorded).toMatchObject({ actor: { id: operator.user.id }, target: { id: tenant.organization.id } });
    expect(Object.keys(recorded.changes).sort()).toEqual(['currency', 'logo', 'name', 'timezone']);
  });

  it.each([
    ['name', ' '],
    ['name', null],
    ['name', 'x'.repeat(121)],
    ['logo', 'ftp://example.com/logo.png'],
    ['logo', 'javascript:alert(1)'],
    ['logo', '/logo.png'],
    ['logo', 'https://'],
    ['logo', `https://example.com/${'x'.repeat(2048)}`],
    ['logo', ''],
    ['timezone', 'Mars/Olympus'],
    ['timezone', null],
    ['currency', 'eur'],
    ['currency', 'XXZ'],
    ['status', 'deleted'],
    ['status', null],
    ['planId', 7],
    ['slug', 'mine'],
    ['deletedAt', null],
  ])('refuses %s %p', async (field, value) => {
    const { body } = await operator.session.patch(pathOf(operator), { [field]: value }).expect(400);
    expect(body.errors).toMatchObject([{ field }]);
  });

  it('refuses a plan that does not exist, and changes nothing then', async () => {
    const tenant = await registerTenant(app.url);
    for (const planId of [UNKNOWN, 'x', '']) {
      expect(codeOf(await operator.session.patch(pathOf(tenant), { name: 'Half', planId }))).toEqual([
        404,
        'not_found',
      ]);
    }
    expect((await operator.session.get(pathOf(tenant)).expect(200)).body).toEqual({
      ...tenant.organization,
      ...NO_LIMITS,
    });
  });

  it('honours If-Match', async () => {
    const tenant = await registerTenant(app.url);
    const { headers } = await operator.session.get(pathOf(tenant)).expect(200);
    const guarded = operator.session.with({ 'If-Match': headers['etag'] as string });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => guarded.patch(pathOf(tenant), { name: `Name ${index}` })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(19);
    await guarded.delete(pathOf(tenant)).expect(412);
  });
});

describe('deleting an organization', () => {
  it('hides it at once: sessions and keys end, and nothing finds it', async () => {
    const [tenant, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    await join(app.databaseUrl, tenant, other.organization);
    const fellow = await registerSuperAdmin(app.url, app.databaseUrl);
    await standIn(fellow.session, tenant.organization);

    const response = await operator.session.delete(pathOf(tenant)).expect(204);
    expect(response.text).toBe('');
    for (const client of [tenant.session, tenant.key, fellow.session]) await client.get('/api/tours').expect(401);
    await tenant.session.get('/api/auth/session').expect(401);
    await operator.session.get(pathOf(tenant)).expect(404);
    await operator.session.patch(pathOf(tenant), { status: 'active' }).expect(404);
    await operator.session.delete(pathOf(tenant)).expect(404);
    const list = await operator.session.get('/api/organizations?limit=100').expect(200);
    expect(list.body.data.map(({ id }: Json) => id)).not.toContain(tenant.organization.id);
    const organizationId = tenant.organization.id;
    await operator.session.put('/api/auth/session/organization', { organizationId }).expect(404);

    const elsewhere = await signIn(app.url, tenant);
    expect((await elsewhere.get('/api/organizations/me').expect(200)).body.id).toBe(other.organization.id);
    const records = await auditOf(app.databaseUrl, organizationId);
    expect(records.at(-1)).toMatchObject({
      action: 'organization.deleted',
      organization_id: organizationId,
      actor_id: operator.user.id,
    });
  });

  it('leaves those without another one nowhere to sign in', async () => {
    const tenant = await registerTenant(app.url);
    await operator.session.delete(pathOf(tenant)).expect(204);
    const { email, password } = tenant;
    const response = await new Client(app.url).post('/api/auth/login', { email, password });
    expect(codeOf(response)).toEqual([403, 'organization_deleted']);
    expect(response.body.detail).toContain(tenant.organization.name);
  });

  it('ends the session that does it, where that stands there', async () => {
    const tenant = await registerTenant(app.url);
    const session = await signIn(app.url, operator);
    await standIn(session, tenant.organization);
    await session.delete(pathOf(tenant)).expect(204);
    await session.get('/api/auth/session').expect(401);
    await operator.session.get(pathOf(tenant)).expect(404);
  });

  it('happens once, however many ask', async () => {
    const tenant = await registerTenant(app.url);
    const responses = await Promise.all(Array.from({ length: 50 }, () => operator.session.delete(pathOf(tenant))));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(49);
  });
});

describe('restoring an organization', () => {
  const deletedAgo = (tenant: Tenant, days: number) =>
    sql(app.databaseUrl, `UPDATE organizations SET deleted_at = now() - make_interval(days => $2) WHERE id = $1`, [
      tenant.organization.id,
      days,
    ]);
  const restore = (tenant: Tenant) => operator.session.post(`${pathOf(tenant)}/restore`);
  const listed = async (status: string): Promise<Json[]> =>
    (
      await operator.session
        .get(`/api/organizations?status=${status}&limit=100&sortBy=createdAt&sortDir=desc`)
        .expect(200)
    ).body.data;

  it('brings everything back, keys and sessions too, and is recorded', async () => {
    const tenant = await registerTenant(app.url);
    const tour = (await tenant.session.post('/api/tours', { name: 'A tour' }).expect(201)).body;
    await operator.session.delete(pathOf(tenant)).expect(204);
    const { body } = await restore(tenant).expect(200);
    expect(body).toEqual({ ...tenant.organization, ...NO_LIMITS, updatedAt: expect.any(String) });
    for (const client of [tenant.session, tenant.key])
      expect((await client.get(`/api/tours/${tour.id}`).expect(200)).body).toEqual(tour);
    await signIn(app.url, tenant);
    const records = await auditOf(app.databaseUrl, tenant.organization.id);
    expect(records.at(-1)).toMatchObject({ action: 'organization.restored', actor_id: operator.user.id });
  });

  it('is found by a list of the deleted ones', async () => {
    const [deleted, suspended] = [await registerTenant(app.url), await registerTenant(app.url)];
    await operator.session.delete(pathOf(deleted)).expect(204);
    await operator.session.patch(pathOf(suspended), { status: 'suspended' }).expect(200);
    const ids = async (status: string) => (await listed(status)).map(({ id }) => id);
    expect(await ids('deleted')).toContain(deleted.organization.id);
    expect(await ids('deleted')).not.toContain(suspended.organization.id);
    expect(await ids('active,suspended')).not.toContain(deleted.organization.id);
    expect(await ids('deleted,suspended')).toEqual(
      expect.arrayContaining([deleted.organization.id, suspended.organization.id]),
    );
    expect((await listed('deleted')).find(({ id }) => id === deleted.organization.id)!['deletedAt']).toEqual(
      expect.any(String),
    );
    expect((await listed('active')).every(({ deletedAt }) => deletedAt === null)).toBe(true);
    await restore(deleted).expect(200);
    expect(await ids('deleted')).not.toContain(deleted.organization.id);
  });

  it('is possible for 30 days, and changes nothing of one that is not deleted', async () => {
    const [soon, tooLate, never] = [
      await registerTenant(app.url),
      await registerTenant(app.url),
      await registerTenant(app.url),
    ];
    for (const tenant of [soon, tooLate]) await operator.session.delete(pathOf(tenant)).expect(204);
    await deletedAgo(soon, 29);
    await deletedAgo(tooLate, 31);
    expect((await listed('deleted')).map(({ id }) => id)).not.toContain(tooLate.organization.id);
    await restore(tooLate).expect(404);
    await restore(soon).expect(200);
    expect((await restore(never).expect(200)).body).toEqual({ ...never.organization, ...NO_LIMITS });
    await operator.session.post(`/api/organizations/${UNKNOWN}/restore`).expect(404);
    await operator.session.post('/api/organizations/nonsense/restore').expect(404);
  });
});

describe('the purge', () => {
  const purge = (of: SharedTestApp = app) => runJob(of, 'purge-organizations');

  /** How many rows of an organization there are, by table; tables without any are left out. */
  async function rowsOf(organizationId: string): Promise<Record<string, number>> {
    const tables = await sql(
      app.databaseUrl,
      `SELECT table_name AS name FROM information_schema.columns
       WHERE column_name = 'organization_id' AND table_schema = 'public' ORDER BY 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [{ count }] = await sql(app.databaseUrl, `SELECT count(*)::int FROM ${name} WHERE organization_id = $1`, [
        organizationId,
      ]);
      if (count > 0) counts[name] = count;
    }
    return counts;
  }

  /** An organization with rows of many kinds, more of them than one batch takes. */
  async function furnished(): Promise<Tenant> {
    const tenant = await registerTenant(app.url);
    const { session } = tenant;
    await session.patch('/api/settings', { locale: 'de' }).expect(200);
    await session.post('/api/organizations/roles', { name: 'Driver', permissions: [] }).expect(201);
    await session
      .post('/api/organizations/invitations', { email: `${unique('guest')}@example.com`, role: 'Driver' })
      .expect(201);
    const tour = await session.post('/api/tours', { name: 'A tour' }).set('Idempotency-Key', 'one').expect(201);
    const event = await session.post('/api/events', { name: 'An event', tourId: tour.body.id }).expect(201);
    await sql(
      app.databaseUrl,
      `INSERT INTO expenses (organization_id, id, event_id, category, amount, currency, incurred_at, created_by, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, 'other', 1, 'EUR', now(), $3, now(), now() FROM generate_series(1, 2500)`,
      [tenant.organization.id, event.body.id, tenant.user.id],
    );
    return tenant;
  }

  const auditOnly = (counts: Record<string, number>) =>
    Object.keys(counts).filter(
      (table) => !['audit_records', 'audit_seals', 'audit_unsealed', 'audit_heads'].includes(table),
    );

  /** Sealing goes on meanwhile. */
  const unmoved = ({
    audit_seals: _seals,
    audit_unsealed: _unsealed,
    audit_heads: _heads,
    ...rest
  }: Record<string, number>) => rest;

  it('waits 30 days, then takes everything but the audit log, and nothing of others', async () => {
    const [tenant, neighbour] = [await furnished(), await furnished()];
    const before = await rowsOf(neighbour.organization.id);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'api_keys',
        'events',
        'expenses',
        'idempotency_keys',
        'memberships',
        'outbox_events',
        'sessions',
        'tours',
      ]),
    );
    await operator.session.delete(pathOf(tenant)).expect(204);
    const audit = (await rowsOf(tenant.organization.id))['audit_records']!;

    app.clock.advance(30 * DAY_MS - 60_000);
    await purge();
    expect((await rowsOf(tenant.organization.id))['expenses']).toBe(2500);
    app.clock.advance(2 * 60_000);
    await purge();
    const after = await rowsOf(tenant.organization.id);
    expect(auditOnly(after)).toEqual([]);
    expect(after['audit_records']).toBe(audit + 1);
    expect(await sql(app.databaseUrl, 'SELECT id FROM organizations WHERE id = $1', [tenant.organization.id])).toEqual(
      [],
    );
    const records = await auditOf(app.databaseUrl, tenant.organization.id);
    expect(records.at(-1)).toMatchObject({ action: 'organization.purged', actor_type: 'system' });
    expect(unmoved(await rowsOf(neighbour.organization.id))).toEqual(unmoved(before));
    expect(await sql(app.databaseUrl, 'SELECT id FROM users WHERE id = $1', [tenant.user.id])).toHaveLength(1);
  });

  it('carries on where it was cut off, and keeps no other organization waiting', async () => {
    const tenant = await furnished();
    await operator.session.delete(pathOf(tenant)).expect(204);
    app.clock.advance(DAY_MS);
    const later = await furnished();
    await (await signIn(app.url, operator)).delete(pathOf(later)).expect(204);
    app.clock.advance(31 * DAY_MS);
    await sql(
      app.databaseUrl,
      `CREATE FUNCTION test_cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$;
       CREATE TRIGGER test_cut_off BEFORE DELETE ON tours FOR EACH ROW
         WHEN (OLD.organization_id = '${tenant.organization.id}') EXECUTE FUNCTION test_cut_off()`,
    );
    await purge();
    expect(auditOnly(await rowsOf(later.organization.id))).toEqual([]);
    const failures = app.log.map((line) => JSON.parse(line) as Json).filter(({ job }) => job === 'purge-organizations');
    expect(failures).toMatchObject([
      { err: { message: expect.stringContaining(tenant.organization.id), cause: { message: 'cut off' } } },
    ]);
    const half = await rowsOf(tenant.organization.id);
    expect(half['expenses']).toBeUndefined();
    expect(half['tours']).toBe(1);
    expect(
      await sql(app.databaseUrl, 'SELECT id FROM organizations WHERE id = $1', [tenant.organization.id]),
    ).toHaveLength(1);
    await sql(app.databaseUrl, 'DROP FUNCTION test_cut_off CASCADE');
    await purge();
    expect(auditOnly(await rowsOf(tenant.organization.id))).toEqual([]);
  });

  it('is done by one of several replicas', async () => {
    const tenant = await furnished();
    await operator.session.delete(pathOf(tenant)).expect(204);
    const replica = await startTestApp({ DATABASE_URL: app.databaseUrl });
    try {
      app.clock.advance(31 * DAY_MS);
      replica.clock.advance(31 * DAY_MS);
      await Promise.all([purge(), purge(replica)]);
      await purge();
      expect(auditOnly(await rowsOf(tenant.organization.id))).toEqual([]);
      const records = await auditOf(app.databaseUrl, tenant.organization.id);
      expect(records.filter(({ action }) => action === 'organization.purged')).toHaveLength(1);
    } finally {
      await replica.close();
    }
  });
});
