import { NIL_ID } from '../../src/kernel/ids';
import { auditOf } from '../support/audit';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useFollowedEvents, useSuperAdmin, useTestApp } from '../support/fixtures';
import { outbox } from '../support/outbox';
import { patiently } from '../support/patiently';
import { join, onlySuperAdmins, registerSuperAdmin, signIn, standIn } from '../support/people';
import { untagged } from '../support/rows';
import { sql } from '../support/sql';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const USER = {
  id: expect.any(String),
  name: 'First Admin',
  email: expect.any(String),
  phone: null,
  role: 'Admin',
  status: 'active',
  superAdmin: false,
  lastSignInAt: expect.any(String),
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
};

const app = useTestApp();
useFollowedEvents(app);
const operator = useSuperAdmin(app);

const codeOf = (response: Json): [number, string] => [response.status, response.body.code];

/** A tenant, and the operator's session standing in their organization. */
async function visited(overrides: Record<string, unknown> = {}): Promise<Tenant> {
  const tenant = await registerTenant(app.url, overrides);
  await standIn(operator.session, tenant.organization);
  return tenant;
}

async function colleagueOf(tenant: Tenant, role = 'Member', overrides: Record<string, unknown> = {}): Promise<Tenant> {
  const colleague = await registerTenant(app.url, overrides);
  await join(app.databaseUrl, colleague, tenant.organization, role);
  return colleague;
}

/** Of each `member.updated` about a user: for whom it was recorded, and what. */
async function updatesOf({ user }: Tenant): Promise<{ organizationId: string; data: Json }[]> {
  const events = (await outbox(app.databaseUrl)).filter(({ type }) => type === 'member.updated');
  return events
    .map((event) => ({ organizationId: event['organization_id'] as string, data: JSON.parse(event['body']).data }))
    .filter(({ data }) => data.userId === user.id);
}

describe('the own profile', () => {
  it('is read with a session and with a key', async () => {
    const { session, key, user } = await registerTenant(app.url);
    for (const client of [session, key]) {
      const { body, headers } = await client.get('/api/users/me').expect(200);
      expect(body).toEqual({ ...USER, id: user.id });
      expect(headers['etag']).toEqual(expect.any(String));
    }
    await new Client(app.url).get('/api/users/me').expect(401);
  });

  it('changes its name and phone; what is left out stays, null clears', async () => {
    const { session, key, user } = await registerTenant(app.url);
    const renamed = await session.patch('/api/users/me', { name: '  Ada  ', phone: ' +4930123456 ' }).expect(200);
    expect(renamed.body).toEqual({ ...USER, id: user.id, name: 'Ada', phone: '+4930123456' });
    const again = await key.patch('/api/users/me', { name: 'Grace' }).expect(200);
    expect(again.body).toMatchObject({ name: 'Grace', phone: '+4930123456' });
    const cleared = await session.patch('/api/users/me', { phone: null }).expect(200);
    expect(cleared.body).toMatchObject({ name: 'Grace', phone: null });
    expect((await session.get('/api/users/me').expect(200)).body).toEqual(cleared.body);
  });

  it('leaves a record of each change in the log of the organization at hand', async () => {
    const { session, organization, user } = await registerTenant(app.url);
    await session.patch('/api/users/me', { name: 'Ada' }).expect(200);
    await session.patch('/api/users/me', {}).expect(200);
    const records = (await auditOf(app.databaseUrl, user.id)).filter(({ action }) => action === 'user.updated');
    expect(records).toMatchObject([
      {
        organization_id: organization.id,
        actor_id: user.id,
        changes: { name: { before: 'First Admin', after: 'Ada' } },
      },
    ]);
  });

  it.each([
    ['phone', '030123456', 'invalid_phone'],
    ['phone', '+49 30 123456', 'invalid_phone'],
    ['phone', '+999123456789', 'invalid_phone'],
    ['phone', '+0123456789', 'invalid_phone'],
    ['phone', '+1', 'invalid_phone'],
    ['phone', '+49', 'invalid_phone'],
    ['phone', '+493012345678901234', 'invalid_phone'],
    ['phone', '+4930123456;ext=5', 'invalid_phone'],
    ['phone', '', 'invalid_phone'],
    ['phone', 4930123456, 'wrong_type'],
    ['name', ' ', 'too_short'],
    ['name', 'x'.repeat(121), 'too_long'],
    ['name', null, 'wrong_type'],
    ['email', 'other@example.com', 'unknown_field'],
    ['role', 'Admin', 'unknown_field'],
    ['status', 'active', 'unknown_field'],
    ['superAdmin', true, 'unknown_field'],
  ])('refuses %s %p', async (field, value, code) => {
    const { body } = await operator.session.patch('/api/users/me', { [field]: value }).expect(400);
    expect(body.errors).toMatchObject([{ field, code, message: expect.stringContaining(field) }]);
  });

  it('takes numbers of every kind of country', async () => {
    const { session } = await registerTenant(app.url);
    for (const phone of ['+12025550123', '+14155552671', '+447911123456', '+81312345678', '+5511987654321']) {
      expect((await session.patch('/api/users/me', { phone }).expect(200)).body.phone).toBe(phone);
    }
  });

  it('is not overwritten by somebody who saw an older version', async () => {
    const { session } = await registerTenant(app.url);
    const { headers } = await session.get('/api/users/me').expect(200);
    const guarded = session.with({ 'If-Match': headers['etag'] as string });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => guarded.patch('/api/users/me', { name: `Name ${index}` })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(19);
  });

  it('has no other methods, and is no user that an operator could mean by it', async () => {
    const response = await operator.session.delete('/api/users/me').expect(405);
    expect(response.headers['allow']).toBe('GET, HEAD, PATCH');
    expect(codeOf(await operator.session.put('/api/users/me/super-admin'))).toEqual([404, 'not_found']);
  });
});

describe('the users of an organization', () => {
  it('are those who are members of the one that the credential stands in', async () => {
    const tenant = await visited();
    const colleague = await colleagueOf(tenant);
    await registerTenant(app.url);
    const { body } = await operator.session.get('/api/users').expect(200);
    expect(body).toMatchObject({ total: 2, page: 1, limit: 10, totalPages: 1 });
    expect(body.data.map(untagged)).toEqual([
      { ...USER, id: tenant.user.id },
      { ...USER, id: colleague.user.id, role: 'Member' },
    ]);
    for (const user of body.data) expect(JSON.stringify(user)).not.toContain('argon2');
    expect((await operator.session.get(`/api/users/${colleague.user.id}`).expect(200)).body).toEqual(
      untagged(body.data[1]),
    );
  });

  it('can be searched, filtered, sorted and paged', async () => {
    const tenant = await visited({ name: 'Bert 100%', email: `${unique('b')}@example.com` });
    await colleagueOf(tenant, 'Member', { name: 'Ada_Lovelace', email: `${unique('c')}@example.com` });
    const suspended = await colleagueOf(tenant, 'Member', { name: 'Carl', email: `${unique('a')}@example.org` });
    await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.user.id]);

    const names = async (query: string): Promise<string[]> => {
      const { body } = await operator.session.get(`/api/users?${query}`).expect(200);
      return body.data.map((user: Json) => user.name);
    };
    const [ada, bert, carl] = ['Ada_Lovelace', 'Bert 100%', 'Carl'];
    expect(await names('sortBy=name')).toEqual([ada, bert, carl]);
    expect(await names('sortBy=name&sortDir=desc')).toEqual([carl, bert, ada]);
    expect(await names('sortBy=email')).toEqual([carl, bert, ada]);
    expect(await names('sortBy=createdAt')).toEqual([bert, ada, carl]);
    expect(await names('q=LOVE')).toEqual([ada]);
    expect(await names('q=example.org')).toEqual([carl]);
    expect(await names('q=%25')).toEqual([bert]);
    expect(await names('q=_')).toEqual([ada]);
    expect(await names('status=suspended')).toEqual([carl]);
    expect(await names('role=Admin')).toEqual([bert]);
    expect(await names('role=admin')).toEqual([]);
    expect(await names('limit=2&page=2')).toEqual([carl]);
    expect(await names('page=9')).toEqual([]);
    for (const query of ['sortBy=phone', 'status=gone', 'page=0', 'limit=x', 'organizationId=1']) {
      await operator.session.get(`/api/users?${query}`).expect(400);
    }
  });

  it('are for Super Admins, with a session or with a key that was made for it', async () => {
    const tenant = await registerTenant(app.url);
    for (const client of [tenant.session, tenant.key, operator.key]) {
      expect(codeOf(await client.get('/api/users'))).toEqual([403, 'forbidden']);
      expect(codeOf(await client.get(`/api/users/${tenant.user.id}`))).toEqual([403, 'forbidden']);
      expect(codeOf(await client.patch(`/api/users/${tenant.user.id}`, { name: 'X' }))).toEqual([403, 'forbidden']);
    }
    await standIn(operator.session, operator.organization);
    const made = await operator.session.post('/api/api-keys', { name: 'Platform', superAdmin: true }).expect(201);
    const key = new Client(app.url, { Authorization: `Bearer ${made.body.key}` });
    expect((await key.get('/api/users').expect(200)).body.data).toMatchObject([{ id: operator.user.id }]);
    await key.patch(`/api/users/${operator.user.id}`, { name: 'Operator' }).expect(200);
  });

  it("are unknown by another organization's ids", async () => {
    await visited();
    const stranger = await registerTenant(app.url);
    const responses = [];
    for (const id of [stranger.user.id, operator.user.id, UNKNOWN, 'x']) {
      responses.push(await operator.session.get(`/api/users/${id}`).set('X-Request-Id', 'same').expect(404));
      await operator.session.patch(`/api/users/${id}`, { status: 'suspended' }).expect(404);
      await operator.session.patch(`/api/users/${id}`, { role: 'Nothing' }).expect(404);
    }
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    await stranger.session.get('/api/auth/session').expect(200);
  });
});

describe('changing a user', () => {
  it('renames them everywhere and gives them another role here', async () => {
    const tenant = await visited();
    const colleague = await colleagueOf(tenant);
    const path = `/api/users/${colleague.user.id}`;
    const phone = '+4930123456';
    const { body } = await operator.session.patch(path, { name: ' Ada ', phone, role: 'Admin' }).expect(200);
    expect(body).toEqual({ ...USER, id: colleague.user.id, name: 'Ada', phone });
    expect((await operator.session.get(path).expect(200)).body).toEqual(body);
    const own = await colleague.session.get('/api/auth/session').expect(200);
    expect(own.body).toMatchObject({ user: { name: 'Ada' }, organization: colleague.organization });

    const records = await auditOf(app.databaseUrl, colleague.user.id);
    expect(records.at(-1)).toMatchObject({
      action: 'user.updated',
      organization_id: tenant.organization.id,
      actor_id: operator.user.id,
      changes: { name: { before: 'First Admin', after: 'Ada' }, phone: { before: null, after: phone } },
    });
    const log = await tenant.session.get('/api/audit-logs?action=member.updated').expect(200);
    expect(log.body.data).toMatchObject([{ changes: { role: { before: 'Member', after: 'Admin' } } }]);
    const updates = (await updatesOf(colleague)).filter(
      ({ organizationId }) => organizationId === tenant.organization.id,
    );
    expect(updates).toMatchObject([{ data: { name: 'Ada', role: 'Admin' } }]);
  });

  it('gives every organization of theirs an event when it changes what their member record shows', async () => {
    const tenant = await visited();
    const colleague = await colleagueOf(tenant);
    await join(app.databaseUrl, tenant, colleague.organization, 'Admin');
    const updates = () => updatesOf(colleague);
    const path = `/api/users/${colleague.user.id}`;
    await colleague.session.patch('/api/users/me', { phone: '+43123456789' }).expect(200);
    expect(await updates()).toEqual([]);
    await colleague.session.patch('/api/users/me', { name: 'Ada' }).expect(200);
    await operator.session.patch(path, { name: 'Grace' }).expect(200);
    await operator.session.patch(path, { status: 'suspended' }).expect(200);
    await operator.session.patch(path, { status: 'suspended' }).expect(200);
    await operator.session.patch(path, { status: 'active' }).expect(200);
    const events = await updates();
    for (const { organization } of [tenant, colleague]) {
      const own = events.filter(({ organizationId }) => organizationId === organization.id).map(({ data }) => data);
      expect(own.map(({ name, status }: Json) => [name, status])).toEqual([
        ['Ada', 'active'],
        ['Grace', 'active'],
        ['Grace', 'suspended'],
        ['Grace', 'active'],
      ]);
      await standIn(operator.session, organization);
      const { body } = await operator.session.get(`/api/organizations/members/${own.at(-1).id}`).expect(200);
      expect(own.at(-1)).toEqual(body);
    }
    expect(events).toHaveLength(8);
  });

  it('takes a role that the organization made, and refuses one that it has not', async () => {
    const tenant = await visited();
    const other = await registerTenant(app.url);
    const colleague = await colleagueOf(tenant);
    const path = `/api/users/${colleague.user.id}`;
    await tenant.session.post('/api/organizations/roles', { name: 'Driver', permissions: [] }).expect(201);
    await other.session.post('/api/organizations/roles', { name: 'Cook', permissions: [] }).expect(201);
    expect((await operator.session.patch(path, { role: 'Driver' }).expect(200)).body.role).toBe('Driver');
    for (const role of ['Cook', 'driver', 'Super Admin']) {
      const { body } = await operator.session.patch(path, { name: 'Half done', role }).expect(400);
      expect(body.errors).toMatchObject([{ field: 'role' }]);
    }
    expect((await operator.session.get(path).expect(200)).body).toMatchObject({ name: 'First Admin', role: 'Driver' });
  });

  it.each([
    [{ status: 'gone' }, 'status'],
    [{ status: null }, 'status'],
    [{ role: '' }, 'role'],
    [{ role: 7 }, 'role'],
    [{ name: '' }, 'name'],
    [{ email: 'x@example.com' }, 'email'],
    [{ phone: '030123456' }, 'phone'],
    [{ superAdmin: true }, 'superAdmin'],
  ])('refuses %j', async (changes, field) => {
    const tenant = await visited();
    const { body } = await operator.session.patch(`/api/users/${tenant.user.id}`, changes).expect(400);
    expect(body.errors).toMatchObject([{ field }]);
  });

  it('keeps an Admin in the organization, whoever asks', async () => {
    const tenant = await visited();
    const response = await operator.session.patch(`/api/users/${tenant.user.id}`, { role: 'Member' });
    expect(codeOf(response)).toEqual([409, 'last_admin']);
    expect((await tenant.session.get('/api/users/me').expect(200)).body.role).toBe('Admin');
  });

  it('honours If-Match, also for a role that changed meanwhile', async () => {
    const tenant = await visited();
    const colleague = await colleagueOf(tenant);
    const path = `/api/users/${colleague.user.id}`;
    const { headers } = await operator.session.get(path).expect(200);
    const guarded = operator.session.with({ 'If-Match': headers['etag'] as string });
    await operator.session.patch(path, { role: 'Admin' }).expect(200);
    await guarded.patch(path, { status: 'suspended' }).expect(412);
    await guarded.patch(path, { role: 'Member' }).expect(412);
    expect((await operator.session.get(path).expect(200)).body).toMatchObject({ role: 'Admin', status: 'active' });
  });

  it('survives all kinds of changes at once', async () => {
    const tenant = await visited();
    const colleague = await colleagueOf(tenant, 'Admin');
    const changes = [
      { role: 'Member' },
      { role: 'Admin' },
      { status: 'suspended' },
      { status: 'active' },
      { name: 'N' },
    ];
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        patiently(app, () =>
          operator.session.patch(`/api/users/${(index % 2 ? tenant : colleague).user.id}`, changes[index % 5]!),
        ),
      ),
    );
    expect(responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { body } = await operator.session.get('/api/users?role=Admin&status=active').expect(200);
    expect(body.total).toBeGreaterThanOrEqual(1);
  });
});

describe("the platform's flag", () => {
  it('is given and taken in any organization, each on the platform’s record', async () => {
    const tenant = await registerTenant(app.url);
    const { user } = tenant;
    const path = `/api/users/${user.id}/super-admin`;
    await standIn(operator.session, operator.organization);
    await tenant.session.get('/api/users').expect(403);
    for (let time = 0; time < 2; time++) {
      const response = await operator.session.put(path).expect(204);
      expect(response.text).toBe('');
    }
    await tenant.session.get('/api/users').expect(401);
    const session = await signIn(app.url, tenant);
    expect((await session.get('/api/users').expect(200)).body.data).toMatchObject([{ superAdmin: true }]);
    await operator.session.delete(path).expect(204);
    await operator.session.delete(path).expect(404);
    await session.get('/api/users').expect(403);
    expect((await session.get('/api/auth/session').expect(200)).body.superAdmin).toBe(false);

    const records = (await auditOf(app.databaseUrl, user.id)).filter(({ action }) => action.includes('super_admin'));
    expect(records).toMatchObject([
      { action: 'user.super_admin_granted', organization_id: NIL_ID, actor_id: operator.user.id },
      { action: 'user.super_admin_revoked', organization_id: NIL_ID, actor_id: operator.user.id },
    ]);
    expect(records[1].changes).toEqual({ superAdmin: { before: true, after: false } });
  });

  it('is for sessions of Super Admins', async () => {
    const { user, session } = await registerTenant(app.url);
    const path = `/api/users/${user.id}/super-admin`;
    await standIn(operator.session, operator.organization);
    const made = await operator.session.post('/api/api-keys', { name: 'Platform', superAdmin: true }).expect(201);
    const key = new Client(app.url, { Authorization: `Bearer ${made.body.key}` });
    for (const method of ['put', 'delete'] as const) {
      expect(codeOf(await session[method](path))).toEqual([403, 'forbidden']);
      expect(codeOf(await key[method](path))).toEqual([403, 'session_required']);
      await new Client(app.url)[method](path).expect(401);
      await operator.session[method](`/api/users/${UNKNOWN}/super-admin`).expect(404);
      await operator.session[method]('/api/users/x/super-admin').expect(404);
    }
  });

  it("takes the operator's keys and other organizations with it", async () => {
    const fellow = await registerSuperAdmin(app.url, app.databaseUrl);
    const made = await fellow.session.post('/api/api-keys', { name: 'Platform', superAdmin: true }).expect(201);
    const key = new Client(app.url, { Authorization: `Bearer ${made.body.key}` });
    const abroad = await signIn(app.url, fellow);
    await standIn(abroad, operator.organization);
    await key.get('/api/users').expect(200);
    await operator.session.delete(`/api/users/${fellow.user.id}/super-admin`).expect(204);
    await key.get('/api/users').expect(403);
    await key.get('/api/tours').expect(200);
    await abroad.get('/api/auth/session').expect(401);
    await fellow.session.get('/api/tours').expect(200);
  });

  it('never leaves the platform without an active Super Admin', async () => {
    const [one, other] = [
      await registerSuperAdmin(app.url, app.databaseUrl),
      await registerSuperAdmin(app.url, app.databaseUrl),
    ];
    await onlySuperAdmins(app.databaseUrl, one, other);
    await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [other.user.id]);
    expect(codeOf(await one.session.delete(`/api/users/${one.user.id}/super-admin`))).toEqual([
      409,
      'last_super_admin',
    ]);
    await one.session.get('/api/users').expect(200);
    await one.session.delete(`/api/users/${other.user.id}/super-admin`).expect(204);
    await onlySuperAdmins(app.databaseUrl, operator);
  });

  it('stays with one of two who take it from each other, 50 times at once', async () => {
    for (let round = 0; round < 3; round++) {
      const pair = [
        await registerSuperAdmin(app.url, app.databaseUrl),
        await registerSuperAdmin(app.url, app.databaseUrl),
      ] as const;
      await onlySuperAdmins(app.databaseUrl, ...pair);
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          pair[index % 2]!.session.delete(`/api/users/${pair[(index + 1) % 2]!.user.id}/super-admin`),
        ),
      );
      expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(responses.filter(({ status }) => ![204, 403, 404, 409].includes(status))).toEqual([]);
      const left = await sql(app.databaseUrl, 'SELECT id FROM users WHERE super_admin');
      expect(left).toHaveLength(1);
    }
    await onlySuperAdmins(app.databaseUrl, operator);
  });
});
