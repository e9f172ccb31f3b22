import { createHash } from 'node:crypto';
import { Client as DatabaseClient } from 'pg';
import { PERMISSIONS } from '../../src/kernel/permissions';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { inParallel } from '../support/parallel';
import { patiently } from '../support/patiently';
import { expectProblem } from '../support/problem';
import { untagged } from '../support/rows';

const HOUR_MS = 60 * 60 * 1000;
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

let app: TestApp;
let database: DatabaseClient;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  database = new DatabaseClient(app.databaseUrl);
  await database.connect();
  tenant = await registerTenant(app.url);
});
afterAll(async () => {
  await database.end();
  await app.close();
});
afterEach(() => app.clock.release());

async function sql(text: string, ...values: unknown[]): Promise<Json[]> {
  return (await database.query(text, values)).rows;
}

const withKey = (key: string): Client => new Client(app.url, { Authorization: `Bearer ${key}` });

async function make(session: Client, input: Record<string, unknown> = {}): Promise<{ key: Json; client: Client }> {
  const { body } = await session.post('/api/api-keys', { name: 'Made', ...input }).expect(201);
  return { key: body, client: withKey(body.key) };
}

/** Somebody else in the tenant's organization, with a role of their own that has these permissions. */
async function colleague(permissions: readonly string[], role = `Role ${permissions.join(' ')}`): Promise<Client> {
  const other = await registerTenant(app.url);
  const { id } = tenant.organization;
  await sql(
    `INSERT INTO roles (organization_id, id, name, name_key, search, permissions, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, lower($2), lower($2), $3, now(), now()) ON CONFLICT DO NOTHING`,
    id,
    role,
    permissions,
  );
  await sql(
    `INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, $3, now(), now(), now())`,
    id,
    other.user.id,
    role,
  );
  await other.session.put('/api/auth/session/organization', { organizationId: id }).expect(200);
  return other.session;
}

async function superAdmin(): Promise<Tenant> {
  const operator = await registerTenant(app.url);
  await sql('UPDATE users SET super_admin = true WHERE id = $1', operator.user.id);
  return operator;
}

const refusedFields = (response: Json): string[] => response.body.errors.map((error: Json) => error.field);

describe('making a key', () => {
  it('shows it once and stores only its hash', async () => {
    const { key } = await make(tenant.session, { name: '  Export  ' });
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Export',
      prefix: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
      owner: 'user',
      permissions: null,
      scopes: null,
      superAdmin: false,
      expiresAt: null,
      lastUsedAt: null,
      createdBy: tenant.user.id,
      createdByName: 'First Admin',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      key: expect.stringMatching(/^te_[A-Za-z0-9]{8}_[A-Za-z0-9]{32,}$/),
    });
    expect(key.key.split('_')[1]).toBe(key.prefix);
    const { key: _secret, ...view } = key;
    expect((await tenant.session.get(`/api/api-keys/${key.id}`).expect(200)).body).toEqual(view);
    const [stored] = await sql('SELECT * FROM api_keys WHERE id = $1', key.id);
    expect(stored.secret_hash.equals(createHash('sha256').update(key.key).digest())).toBe(true);
    expect(JSON.stringify(stored)).not.toContain(key.key);
  });

  it('leaves an audit record without the secret', async () => {
    const { key } = await make(tenant.session, { permissions: ['users.read'] });
    const [record] = await sql('SELECT * FROM audit_records WHERE target_id = $1', key.id);
    expect(record).toMatchObject({ action: 'api_key.created', actor_id: tenant.user.id });
    expect(record.changes.permissions).toEqual({ before: null, after: ['users.read'] });
    expect(JSON.stringify(record)).not.toContain(key.key);
  });

  it('takes a session, not a key', async () => {
    const { body } = await tenant.key.post('/api/api-keys', { name: 'Child' }).expect(403);
    expect(body.code).toBe('session_required');
    await new Client(app.url).post('/api/api-keys', { name: 'Nobody' }).expect(401);
  });

  it('is refused to somebody whose membership ends meanwhile', async () => {
    const session = await colleague(['apiKeys.create']);
    const { body } = await session.get('/api/auth/session').expect(200);
    await database.query('BEGIN');
    await sql('DELETE FROM memberships WHERE user_id = $1 AND role = $2', body.user.id, body.role);
    let responded = false;
    const making = patiently(app, () => session.post('/api/api-keys', { name: 'Late' })).then((response) => {
      responded = true;
      return response;
    });
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually('the key to wait for the removal', async () => responded || (await sql(waiting)).length > 0);
    await database.query('COMMIT');
    expect((await making).status).toBe(401);
    expect(await sql(`SELECT 1 FROM api_keys WHERE name = 'Late'`)).toEqual([]);
  });

  it('needs the permission apiKeys.create', async () => {
    const session = await colleague(['apiKeys.read']);
    expect((await session.post('/api/api-keys', { name: 'No' }).expect(403)).body.code).toBe('forbidden');
  });

  it('grants nobody more than they hold', async () => {
    const session = await colleague(['apiKeys.create', 'users.read']);
    const refused = await session.post('/api/api-keys', { name: 'More', permissions: ['users.read', 'users.delete'] });
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('forbidden');
    await make(session, { permissions: ['users.read'] });
  });

  it('lets only a Super Admin make one for Super Admins', async () => {
    await tenant.session.post('/api/api-keys', { name: 'Root', superAdmin: true }).expect(403);
    const { session } = await superAdmin();
    expect((await make(session, { superAdmin: true })).key.superAdmin).toBe(true);
  });

  it('is refused while impersonating', async () => {
    const [operator, other] = [await superAdmin(), await registerTenant(app.url)];
    await sql('UPDATE sessions SET impersonator_id = $1 WHERE user_id = $2', operator.user.id, other.user.id);
    const responses = [
      await other.session.post('/api/api-keys', { name: 'Sneaky' }).expect(403),
      await other.session.patch(`/api/api-keys/${other.apiKey.id}`, { name: 'Sneaky' }).expect(403),
      await other.session.delete(`/api/api-keys/${other.apiKey.id}`).expect(403),
    ];
    for (const { body } of responses) expect(body.code).toBe('impersonating');
    await other.key.get('/api/organizations/me').expect(200);
  });

  it.each([
    ['name', { name: undefined }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['permissions', { permissions: ['users.fly'] }],
    ['permissions', { permissions: ['users.read', 'users.read'] }],
    ['permissions', { permissions: 'users.read' }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['superAdmin', { superAdmin: 'yes' }],
    ['key', { key: 'te_mine' }],
  ])('refuses a wrong %s', async (field, overrides) => {
    const response = await tenant.session.post('/api/api-keys', { name: 'Wrong', ...overrides }).expect(400);
    expect(refusedFields(response)).toEqual([field]);
  });
});

describe('a key', () => {
  it('opens what its user may open, in its organization', async () => {
    const { client } = await make(tenant.session);
    expect((await client.get('/api/organizations/me').expect(200)).body.id).toBe(tenant.organization.id);
    await client.get('/api/api-keys').expect(200);
  });

  it('is narrowed by its own list, and does nothing more with an empty one', async () => {
    const { client } = await make(tenant.session, { permissions: ['users.read'] });
    expect((await client.get('/api/api-keys').expect(403)).body.code).toBe('forbidden');
    await client.get('/api/organizations/me').expect(200);
    const { client: powerless } = await make(tenant.session, { permissions: [] });
    await powerless.get('/api/api-keys').expect(403);
    await powerless.get('/api/tours').expect(200);
  });

  it('follows the role of its user from the next request on', async () => {
    const other = await registerTenant(app.url);
    const { client } = await make(other.session, { permissions: ['apiKeys.read'] });
    await client.get('/api/api-keys').expect(200);
    await sql(`UPDATE memberships SET role = 'Member' WHERE user_id = $1`, other.user.id);
    await client.get('/api/api-keys').expect(403);
    await other.key.get('/api/api-keys').expect(403);
  });

  it.each([
    ['nonsense', 'Bearer nonsense'],
    ['of the right form but unknown', `Bearer te_${'a'.repeat(8)}_${'b'.repeat(40)}`],
    ['without a scheme', 'te_abc'],
    ['empty', 'Bearer '],
    ['of another scheme', 'Basic dXNlcjpwYXNz'],
  ])('is refused when it is %s', async (_what, Authorization) => {
    const { body, headers } = await new Client(app.url, { Authorization }).get('/api/organizations/me').expect(401);
    expect(body.code).toBe('unauthenticated');
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('decides alone when a session comes with it', async () => {
    const [own, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const response = await new Client(app.url).post('/api/auth/login', { email: own.email, password: own.password });
    const browser = new Client(app.url, { Cookie: sessionCookieOf(response) });
    await browser.with({ Authorization: 'Bearer bad' }).get('/api/organizations/me').expect(401);
    const both = browser.with({ Authorization: `Bearer ${other.apiKey.key}` });
    expect((await both.get('/api/organizations/me').expect(200)).body.id).toBe(other.organization.id);
    expect((await both.get('/api/auth/session').expect(403)).body.code).toBe('session_required');
  });

  it('stops when it expires', async () => {
    const { client } = await make(tenant.session, { expiresAt: new Date(Date.now() + HOUR_MS).toISOString() });
    await client.get('/api/organizations/me').expect(200);
    app.clock.advance(HOUR_MS);
    await client.get('/api/organizations/me').expect(401);
  });

  it.each([
    ['the membership ends', 'DELETE FROM memberships WHERE user_id = $1'],
    ['the user is suspended', `UPDATE users SET status = 'suspended' WHERE id = $1`],
    [
      'the organization is suspended',
      `UPDATE organizations SET status = 'suspended' WHERE id = (SELECT organization_id FROM memberships WHERE user_id = $1)`,
    ],
    [
      'the organization is deleted',
      `UPDATE organizations SET deleted_at = now() WHERE id = (SELECT organization_id FROM memberships WHERE user_id = $1)`,
    ],
  ])('stops at once when %s', async (_when, change) => {
    const other = await registerTenant(app.url);
    await other.key.get('/api/organizations/me').expect(200);
    await sql(change, other.user.id);
    const { body } = await other.key.get('/api/organizations/me').expect(401);
    expect(body.code).toBe('unauthenticated');
  });

  it('works again when its user is active again', async () => {
    const other = await registerTenant(app.url);
    await sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, other.user.id);
    await other.key.get('/api/organizations/me').expect(401);
    await sql(`UPDATE users SET status = 'active' WHERE id = $1`, other.user.id);
    await other.key.get('/api/organizations/me').expect(200);
  });

  it('has its last use written down, not by the request, and at most once a minute', async () => {
    const { key, client } = await make(tenant.session);
    const lastUsedAt = async () =>
      (await tenant.session.get(`/api/api-keys/${key.id}`)).body.lastUsedAt as string | null;
    await Promise.all(Array.from({ length: 10 }, () => client.get('/api/organizations/me').expect(200)));
    const first = await eventually('the use to be written down', lastUsedAt);
    app.clock.advance(30_000);
    await client.get('/api/organizations/me').expect(200);
    app.clock.advance(60_000);
    await client.get('/api/organizations/me').expect(200);
    await eventually('the next one to be written down', async () => (await lastUsedAt()) !== first);
    const passed = Date.parse((await lastUsedAt())!) - Date.parse(first);
    expect(passed).toBeGreaterThanOrEqual(90_000);
  });

  it('has the newest of several uses written down', async () => {
    const { key, client } = await make(tenant.session);
    await client.get('/api/organizations/me').expect(200);
    const earlier = app.clock.now().getTime();
    app.clock.advance(90_000);
    await client.get('/api/organizations/me').expect(200);
    await eventually('the newest use to be written down', async () => {
      const { lastUsedAt } = (await tenant.session.get(`/api/api-keys/${key.id}`)).body;
      return lastUsedAt !== null && Date.parse(lastUsedAt) - earlier >= 90_000;
    });
  });

  it('has its last use written down when the service stops', async () => {
    const own = await startTestApp();
    const other = await registerTenant(own.url);
    await other.key.get('/api/organizations/me').expect(200);
    const client = new DatabaseClient(own.databaseUrl);
    await client.connect();
    await own.app.close();
    const { rows } = await client.query('SELECT last_used_at FROM api_keys');
    await client.end();
    expect(rows[0].last_used_at).not.toBeNull();
    await own.close();
  });
});

describe("a Super Admin's key", () => {
  it('is an ordinary one unless it was made for Super Admins, and then holds every permission', async () => {
    const operator = await superAdmin();
    await sql(`UPDATE memberships SET role = 'Member' WHERE user_id = $1`, operator.user.id);
    await operator.key.get('/api/api-keys').expect(403);
    const { client } = await make(operator.session, { superAdmin: true });
    await client.get('/api/api-keys').expect(200);
  });

  it('is all or nothing: it is neither made with a list nor narrowed later', async () => {
    const { session } = await superAdmin();
    const { key } = await make(session, { superAdmin: true, permissions: null });
    for (const permissions of [['users.read'], []]) {
      const responses = [
        await session.post('/api/api-keys', { name: 'Narrow', superAdmin: true, permissions }).expect(400),
        await session.patch(`/api/api-keys/${key.id}`, { permissions }).expect(400),
      ];
      for (const { body } of responses)
        expect(body.errors).toMatchObject([{ field: 'permissions', code: 'not_allowed' }]);
    }
    await session.patch(`/api/api-keys/${key.id}`, { permissions: null }).expect(200);
  });

  it('works in an organization they are no member of, if it was made for Super Admins, until the flag is taken', async () => {
    const [operator, other] = [await superAdmin(), await registerTenant(app.url)];
    await operator.session.put('/api/auth/session/organization', { organizationId: other.organization.id }).expect(200);
    const refused = await operator.session.post('/api/api-keys', { name: 'Ordinary' }).expect(409);
    expect(refused.body.code).toBe('membership_required');
    const { client } = await make(operator.session, { superAdmin: true });
    expect((await client.get('/api/organizations/me').expect(200)).body.id).toBe(other.organization.id);
    await sql('UPDATE users SET super_admin = false WHERE id = $1', operator.user.id);
    await client.get('/api/organizations/me').expect(401);
  });
});

describe('the list of keys', () => {
  it('shows the whole organization, newest first, to whoever may read it', async () => {
    const own = await registerTenant(app.url);
    app.clock.advance(1000);
    const { key } = await make(own.session, { name: 'Second' });
    const { body } = await own.session.get('/api/api-keys').expect(200);
    const { key: _secret, ...view } = key;
    expect(body).toMatchObject({ total: 2, page: 1, limit: 10, totalPages: 1 });
    expect(untagged(body.data[0])).toEqual(view);
    expect(body.data[1].name).toBe('Integration');
    expect((await own.key.get('/api/api-keys?limit=1&page=2').expect(200)).body.data[0].id).toBe(own.apiKey.id);
    await own.session.get('/api/api-keys?sort=name').expect(400);
  });

  it('needs the permission apiKeys.read', async () => {
    const session = await colleague(['users.read']);
    await session.get('/api/api-keys').expect(403);
    await session.get(`/api/api-keys/${tenant.apiKey.id}`).expect(403);
  });

  it('never shows keys of another organization', async () => {
    const other = await registerTenant(app.url);
    for (const id of [tenant.apiKey.id, UNKNOWN, 'x']) {
      const responses = [
        await other.session.get(`/api/api-keys/${id}`),
        await other.session.patch(`/api/api-keys/${id}`, { name: 'Mine' }),
        await other.session.delete(`/api/api-keys/${id}`),
      ];
      for (const response of responses) {
        expect(response.status).toBe(404);
        expect({ ...response.body, requestId: null }).toMatchObject({ code: 'not_found' });
      }
    }
    await tenant.key.get('/api/organizations/me').expect(200);
  });
});

describe('changing a key', () => {
  it('changes its name, its list and its end, and says what changed', async () => {
    const { key, client } = await make(tenant.session);
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    const changes = { name: 'Renamed', permissions: ['users.read'], expiresAt };
    const { body } = await tenant.session.patch(`/api/api-keys/${key.id}`, changes).expect(200);
    expect(body).toMatchObject({ id: key.id, prefix: key.prefix, ...changes });
    expect(body.key).toBeUndefined();
    await client.get('/api/api-keys').expect(403);
    const [record] = await sql(
      `SELECT changes FROM audit_records WHERE target_id = $1 AND action = 'api_key.updated'`,
      key.id,
    );
    expect(record.changes).toMatchObject({ name: { before: 'Made', after: 'Renamed' } });

    const cleared = await tenant.session
      .patch(`/api/api-keys/${key.id}`, { permissions: null, expiresAt: null })
      .expect(200);
    expect(cleared.body).toMatchObject({ name: 'Renamed', permissions: null, expiresAt: null });
    await client.get('/api/api-keys').expect(200);
  });

  it.each([
    ['superAdmin', { superAdmin: true }],
    ['name', { name: null }],
    ['permissions', { permissions: ['users.fly'] }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ])('refuses a wrong %s', async (field, changes) => {
    const response = await tenant.session.patch(`/api/api-keys/${tenant.apiKey.id}`, changes).expect(400);
    expect(refusedFields(response)).toEqual([field]);
  });

  it('needs the permission apiKeys.update', async () => {
    const session = await colleague(['apiKeys.read']);
    await session.patch(`/api/api-keys/${tenant.apiKey.id}`, { name: 'No' }).expect(403);
  });

  it('adds nothing that whoever changes it does not hold, but may take anything away', async () => {
    const session = await colleague(['apiKeys.update', 'users.read']);
    const { key } = await make(tenant.session, { permissions: ['users.read', 'users.delete'] });
    const change = (permissions: unknown) => session.patch(`/api/api-keys/${key.id}`, { permissions });
    for (const more of [['users.read', 'users.delete', 'users.update'], null]) {
      expect((await change(more).expect(403)).body.code).toBe('forbidden');
    }
    await change(['users.delete']).expect(200);
    await change(['users.delete', 'users.read']).expect(200);
    await change([]).expect(200);
  });

  it('lists nothing that neither whoever changes it nor its user holds, even if it had no list before', async () => {
    const session = await colleague(['apiKeys.create', 'apiKeys.update', 'users.read']);
    const { key: own } = await make(session);
    await session.patch(`/api/api-keys/${own.id}`, { permissions: ['billing.read'] }).expect(403);
    await session.patch(`/api/api-keys/${own.id}`, { permissions: ['users.read'] }).expect(200);
    const { key: ofAdmin } = await make(tenant.session);
    await session.patch(`/api/api-keys/${ofAdmin.id}`, { permissions: ['billing.read'] }).expect(200);
  });

  it('lets nobody who is not the Admin free an Admin key of its list, whatever they hold', async () => {
    const { key } = await make(tenant.session, { permissions: [...PERMISSIONS] });
    const session = await colleague(PERMISSIONS, 'Almighty');
    await session.patch(`/api/api-keys/${key.id}`, { permissions: null }).expect(403);
    await tenant.session.patch(`/api/api-keys/${key.id}`, { permissions: null }).expect(200);
  });

  it('lets no narrowed key free itself', async () => {
    const { key, client } = await make(tenant.session, { permissions: ['apiKeys.update'] });
    await client.patch(`/api/api-keys/${key.id}`, { permissions: null }).expect(403);
    await client.patch(`/api/api-keys/${key.id}`, { permissions: ['apiKeys.update', 'apiKeys.read'] }).expect(403);
    await client.patch(`/api/api-keys/${key.id}`, { name: 'Still small' }).expect(200);
  });

  describe('of its end', () => {
    const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS).toISOString();
    const later = () => [{ expiresAt: inHours(9) }, { expiresAt: null }];

    it('to an earlier one is free to whoever may change keys, with a key too', async () => {
      const session = await colleague(['apiKeys.create', 'apiKeys.update']);
      const { client } = await make(session, { permissions: ['apiKeys.update'] });
      const { key } = await make(tenant.session, { expiresAt: inHours(4) });
      await session.patch(`/api/api-keys/${key.id}`, { expiresAt: inHours(3) }).expect(200);
      const { body } = await client.patch(`/api/api-keys/${key.id}`, { expiresAt: inHours(2) }).expect(200);
      await client.patch(`/api/api-keys/${key.id}`, { expiresAt: body.expiresAt }).expect(200);
    });

    it('to a later one grants all that the key can do, so it takes somebody who holds that', async () => {
      const session = await colleague(['apiKeys.update', 'users.read']);
      const almighty = await colleague(PERMISSIONS, 'Almighty');
      const expiresAt = inHours(1);
      const { key: free } = await make(tenant.session, { expiresAt });
      const { key: narrowed } = await make(tenant.session, { expiresAt, permissions: ['users.read', 'users.delete'] });
      for (const changes of later()) {
        for (const { id } of [free, narrowed]) {
          expect((await session.patch(`/api/api-keys/${id}`, changes).expect(403)).body.code).toBe('forbidden');
        }
        await almighty.patch(`/api/api-keys/${free.id}`, changes).expect(403);
      }
      const lesser = { permissions: ['users.read'], expiresAt: inHours(2) };
      await session.patch(`/api/api-keys/${narrowed.id}`, lesser).expect(200);
      for (const changes of later()) {
        await almighty.patch(`/api/api-keys/${narrowed.id}`, changes).expect(200);
        await tenant.session.patch(`/api/api-keys/${free.id}`, changes).expect(200);
      }
    });

    it('is final: an expired key gets no other one, but can be renamed, narrowed and revoked', async () => {
      const { key, client } = await make(tenant.session, { expiresAt: inHours(1) });
      app.clock.advance(HOUR_MS);
      for (const changes of later()) {
        const { body } = await tenant.session.patch(`/api/api-keys/${key.id}`, changes).expect(409);
        expect(body.code).toBe('key_expired');
      }
      await tenant.session.patch(`/api/api-keys/${key.id}`, { name: 'Over', permissions: [] }).expect(200);
      await client.get('/api/organizations/me').expect(401);
      await tenant.session.delete(`/api/api-keys/${key.id}`).expect(204);
    });

    it("to a later one takes a Super Admin when the key is a Super Admin's", async () => {
      const operator = await superAdmin();
      const organizationId = tenant.organization.id;
      await operator.session.put('/api/auth/session/organization', { organizationId }).expect(200);
      const { key } = await make(operator.session, { superAdmin: true, expiresAt: inHours(1) });
      for (const changes of later()) {
        await tenant.session.patch(`/api/api-keys/${key.id}`, changes).expect(403);
        await operator.session.patch(`/api/api-keys/${key.id}`, changes).expect(200);
      }
    });

    it('to a later one takes a session: no key keeps itself or another alive', async () => {
      const { key, client } = await make(tenant.session, { permissions: ['apiKeys.update'], expiresAt: inHours(1) });
      for (const changes of later()) {
        for (const caller of [client, tenant.key]) {
          const { body } = await caller.patch(`/api/api-keys/${key.id}`, changes).expect(403);
          expect(body.code).toBe('session_required');
        }
      }
    });
  });

  it('minds If-Match', async () => {
    const { key } = await make(tenant.session);
    const { headers } = await tenant.session.get(`/api/api-keys/${key.id}`).expect(200);
    const matching = tenant.session.with({ 'If-Match': headers['etag']! });
    await matching.patch(`/api/api-keys/${key.id}`, { name: 'First' }).expect(200);
    await matching.patch(`/api/api-keys/${key.id}`, { name: 'Second' }).expect(412);
    await matching.delete(`/api/api-keys/${key.id}`).expect(412);
  });
});

describe('the number of keys', () => {
  it('ends at 50 of one user, however many are made at once', async () => {
    const crowded = await registerTenant(app.url);
    const before = (await crowded.session.get('/api/api-keys').expect(200)).body.total;
    const statuses: number[] = [];
    await inParallel([...Array(54).keys()], async () => {
      statuses.push((await crowded.session.post('/api/api-keys', { name: 'One of many' })).status);
    });
    expect(statuses.filter((status) => status === 201)).toHaveLength(50 - before);
    const { body } = await crowded.session.get('/api/api-keys').expect(200);
    expect(body.total).toBe(50);
    expectProblem(await crowded.session.post('/api/api-keys', { name: 'Another' }), 409, 'limit_reached');
    await crowded.session.delete(`/api/api-keys/${body.data[0].id}`).expect(204);
    await make(crowded.session);
  });

  it('ends at 200 of one organization', async () => {
    const crowded = await registerTenant(app.url);
    const { body } = await crowded.session.get('/api/api-keys').expect(200);
    await sql(
      `INSERT INTO api_keys (organization_id, id, user_id, name, prefix, secret_hash, super_admin, created_at, updated_at)
       SELECT $1::uuid, gen_random_uuid(), $2, 'Of a colleague', 'te_', sha256(gen_random_uuid()::text::bytea), false, now(), now()
       FROM generate_series(1, $3::int) n`,
      crowded.organization.id,
      tenant.user.id,
      199 - body.total,
    );
    const { key } = await make(crowded.session);
    expectProblem(await crowded.session.post('/api/api-keys', { name: 'Another' }), 409, 'limit_reached');
    await crowded.session.delete(`/api/api-keys/${key.id}`).expect(204);
    await make(crowded.session);
  });
});

describe('revoking a key', () => {
  it('stops it at once, once, and leaves a record', async () => {
    const { key, client } = await make(tenant.session);
    await client.get('/api/organizations/me').expect(200);
    await tenant.session.delete(`/api/api-keys/${key.id}`).expect(204);
    await client.get('/api/organizations/me').expect(401);
    await tenant.session.delete(`/api/api-keys/${key.id}`).expect(404);
    await tenant.session.get(`/api/api-keys/${key.id}`).expect(404);
    expect(
      await sql(`SELECT 1 AS one FROM audit_records WHERE action = 'api_key.revoked' AND target_id = $1`, key.id),
    ).toEqual([{ one: 1 }]);
  });

  it('needs the permission apiKeys.delete', async () => {
    const session = await colleague(['apiKeys.read']);
    await session.delete(`/api/api-keys/${tenant.apiKey.id}`).expect(403);
  });
});
