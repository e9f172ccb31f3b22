import { NIL_ID } from '../../src/kernel/ids';
import { auditOf } from '../support/audit';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp, useSuperAdmin } from '../support/fixtures';
import { join, newMember, signIn } from '../support/people';
import { untagged } from '../support/rows';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const app = useOwnTestApp();
const operator = useSuperAdmin(app);

const pathOf = ({ user }: Tenant) => `/api/platform/users/${user.id}`;
const codeOf = (response: Json): [number, string] => [response.status, response.body.code];

describe('the users of all organizations', () => {
  it('are listed with their organizations: searched, filtered, sorted and paged', async () => {
    const word = unique('p').replace(/\W/g, '');
    const first = await registerTenant(app.url, { name: `Beta ${word}` });
    const second = await registerTenant(app.url, { name: `Alpha ${word}` });
    await join(app.databaseUrl, first, second.organization, 'Member');
    await operator.session.patch(pathOf(second), { status: 'active' }).expect(200);

    const { body } = await operator.session.get(`/api/platform/users?q=${word}&sortBy=name`).expect(200);
    expect(body).toMatchObject({ total: 2, page: 1, totalPages: 1 });
    expect(body.data.map(({ id }: Json) => id)).toEqual([second.user.id, first.user.id]);
    expect(untagged(body.data[1])).toEqual({
      id: first.user.id,
      name: `Beta ${word}`,
      email: first.email,
      phone: null,
      status: 'active',
      superAdmin: false,
      emailConfirmedAt: null,
      lastSignInAt: expect.any(String),
      erasedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      organizations: expect.arrayContaining([
        { id: first.organization.id, name: first.organization.name, role: 'Admin', status: 'active' },
        { id: second.organization.id, name: second.organization.name, role: 'Member', status: 'active' },
      ]),
    });
    const count = async (query: string) =>
      (await operator.session.get(`/api/platform/users?q=${word}&${query}`).expect(200)).body.total;
    expect(await count('superAdmin=true')).toBe(0);
    expect(await count('superAdmin=false')).toBe(2);
    expect(await count('status=suspended')).toBe(0);
    expect((await operator.session.get('/api/platform/users?superAdmin=true').expect(200)).body.data).toContainEqual(
      expect.objectContaining({ id: operator.user.id }),
    );
    for (const query of ['sortBy=phone', 'status=gone', 'page=0', 'role=Admin'])
      await operator.session.get(`/api/platform/users?${query}`).expect(400);
  });

  it('are read, renamed, suspended and reactivated wherever the session stands', async () => {
    const tenant = await registerTenant(app.url);
    const member = await newMember(app.url, app.databaseUrl, tenant.organization);
    const { body, headers } = await operator.session.get(pathOf(member)).expect(200);
    expect(body.id).toBe(member.user.id);
    const changed = await operator.session.patch(pathOf(member), { name: 'Renamed', status: 'suspended' }).expect(200);
    expect(changed.body).toMatchObject({ name: 'Renamed', status: 'suspended' });
    await member.session.get('/api/tours').expect(401);
    await operator.session
      .with({ 'If-Match': headers['etag'] as string })
      .patch(pathOf(member), { status: 'active' })
      .expect(412);
    await operator.session.patch(pathOf(member), { status: 'active' }).expect(200);
    await signIn(app.url, member);
    const records = await auditOf(app.databaseUrl, member.user.id);
    expect(records.filter(({ organization_id }) => organization_id === NIL_ID).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.updated', 'user.suspended', 'user.reactivated']),
    );
  });

  it('keep the last Admin of each organization, and the last Super Admin', async () => {
    const tenant = await registerTenant(app.url);
    expect(codeOf(await operator.session.patch(pathOf(tenant), { status: 'suspended' }))).toEqual([409, 'last_admin']);
    expect(codeOf(await operator.session.patch(pathOf(operator), { status: 'suspended' }))).toEqual([
      409,
      'last_super_admin',
    ]);
  });

  it('are signed out everywhere', async () => {
    const tenant = await registerTenant(app.url);
    const elsewhere = await signIn(app.url, tenant);
    await operator.session.delete(`/api/users/${tenant.user.id}/sessions`).expect(204);
    for (const session of [tenant.session, elsewhere]) await session.get('/api/tours').expect(401);
    await tenant.key.get('/api/tours').expect(200);
    expect(await auditOf(app.databaseUrl, tenant.user.id)).not.toEqual([]);
  });

  it('are for sessions of Super Admins', async () => {
    const { session, key, user } = await registerTenant(app.url);
    const calls = [
      (by: Client) => by.get('/api/platform/users'),
      (by: Client) => by.get(`/api/platform/users/${user.id}`),
      (by: Client) => by.patch(`/api/platform/users/${user.id}`, { name: 'X' }),
      (by: Client) => by.delete(`/api/users/${user.id}/sessions`),
    ];
    for (const call of calls) {
      expect(codeOf(await call(session))).toEqual([403, 'forbidden']);
      expect(codeOf(await call(key))).toEqual([403, 'session_required']);
      expect((await call(new Client(app.url))).status).toBe(401);
    }
    for (const id of [UNKNOWN, 'x']) {
      await operator.session.get(`/api/platform/users/${id}`).expect(404);
      await operator.session.patch(`/api/platform/users/${id}`, { status: 'suspended' }).expect(404);
      await operator.session.delete(`/api/users/${id}/sessions`).expect(404);
    }
  });
});

describe('an operator without an organization of their own', () => {
  it('signs in to the one they were in last', async () => {
    const tenant = await registerTenant(app.url);
    await operator.session
      .put('/api/auth/session/organization', { organizationId: tenant.organization.id })
      .expect(200);
    await operator.session.delete(`/api/organizations/${operator.organization.id}`).expect(204);
    const session = await signIn(app.url, operator);
    expect((await session.get('/api/auth/session').expect(200)).body).toMatchObject({
      organization: { id: tenant.organization.id },
      role: null,
    });
  });
});
