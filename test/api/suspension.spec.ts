import { Client as DatabaseClient } from 'pg';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useOwnTestApp, useSuperAdmin } from '../support/fixtures';
import { patiently } from '../support/patiently';
import { join, newMember, onlySuperAdmins, registerSuperAdmin, signIn, standIn } from '../support/people';
import { sql } from '../support/sql';

const app = useOwnTestApp({ LOGIN_RATE_LIMIT: '1000000' });
const operator = useSuperAdmin(app);

const codeOf = (response: Json): [number, string] => [response.status, response.body.code];
const memberOf = (tenant: Tenant, role?: string) => newMember(app.url, app.databaseUrl, tenant.organization, role);

async function visited(): Promise<Tenant> {
  const tenant = await registerTenant(app.url);
  await standIn(operator.session, tenant.organization);
  return tenant;
}

const setStatus = (of: Tenant, status: string, by = operator.session) =>
  by.patch(`/api/users/${of.user.id}`, { status });

const tryToSignIn = ({ email, password }: Tenant) => new Client(app.url).post('/api/auth/login', { email, password });

describe('suspending a user', () => {
  it('signs them out everywhere at once, stops their keys, and lets nobody in with their password', async () => {
    const tenant = await visited();
    const member = await memberOf(tenant);
    const phone = await signIn(app.url, member);
    await member.key.get('/api/tours').expect(200);

    const { body } = await setStatus(member, 'suspended').expect(200);
    expect(body).toMatchObject({ id: member.user.id, status: 'suspended' });
    for (const client of [member.session, phone, member.key]) await client.get('/api/tours').expect(401);
    await member.session.get('/api/auth/session').expect(401);
    const refused = await tryToSignIn(member);
    const wrong = await tryToSignIn({ ...member, password: 'a wrong password' });
    expect(codeOf(refused)).toEqual([401, 'invalid_credentials']);
    expect({ ...refused.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
    expect(await sql(app.databaseUrl, 'SELECT id FROM sessions WHERE user_id = $1', [member.user.id])).toEqual([]);
  });

  it('is undone by reactivation: keys work again, old sessions do not', async () => {
    const tenant = await visited();
    const member = await memberOf(tenant);
    await setStatus(member, 'suspended').expect(200);
    expect((await setStatus(member, 'active').expect(200)).body.status).toBe('active');
    await member.key.get('/api/tours').expect(200);
    await member.session.get('/api/auth/session').expect(401);
    await (await signIn(app.url, member)).get('/api/tours').expect(200);
  });

  it('is on record, once for each change', async () => {
    const tenant = await visited();
    const member = await memberOf(tenant);
    for (const status of ['suspended', 'suspended', 'active', 'active']) await setStatus(member, status).expect(200);
    const records = await auditOf(app.databaseUrl, member.user.id);
    const recorded = records.filter(({ action }) => action.startsWith('user.') && action !== 'user.created');
    expect(recorded).toMatchObject([
      { action: 'user.suspended', changes: { status: { before: 'active', after: 'suspended' } } },
      { action: 'user.reactivated', changes: { status: { before: 'suspended', after: 'active' } } },
    ]);
    for (const record of recorded) {
      expect(record).toMatchObject({ organization_id: tenant.organization.id, actor_id: operator.user.id });
    }
    const log = await tenant.session.get('/api/audit-logs?action=session.ended').expect(200);
    expect(log.body.data).toMatchObject([{ actor: { id: operator.user.id } }]);
  });

  it('counts in all of their organizations', async () => {
    const [tenant, other] = [await visited(), await registerTenant(app.url)];
    const member = await memberOf(tenant);
    await join(app.databaseUrl, member, other.organization);
    const abroad = await signIn(app.url, member);
    await standIn(abroad, other.organization);
    await setStatus(member, 'suspended').expect(200);
    await abroad.get('/api/auth/session').expect(401);
  });

  it('is refused for the last active Admin of any organization', async () => {
    const [tenant, other] = [await visited(), await registerTenant(app.url)];
    expect(codeOf(await setStatus(tenant, 'suspended'))).toEqual([409, 'last_admin']);
    // One of two here, but the only one there.
    await memberOf(tenant, 'Admin');
    await join(app.databaseUrl, tenant, other.organization, 'Admin');
    const both = await setStatus(tenant, 'suspended').expect(200);
    expect(both.body.status).toBe('suspended');
    await setStatus(tenant, 'active').expect(200);
    await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [other.user.id]);
    expect(codeOf(await setStatus(tenant, 'suspended'))).toEqual([409, 'last_admin']);
    await tenant.session.get('/api/auth/session').expect(401);
    expect((await operator.session.get(`/api/users/${tenant.user.id}`)).body.status).toBe('active');
  });

  it('leaves an active Admin, however many are suspended at once', async () => {
    const tenant = await visited();
    const admins = [tenant, await memberOf(tenant, 'Admin'), await memberOf(tenant, 'Admin')];
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => patiently(app, () => setStatus(admins[index % 3]!, 'suspended'))),
    );
    expect(responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { body } = await operator.session.get('/api/users?role=Admin&status=active').expect(200);
    expect(body.total).toBe(1);
  });

  it('leaves an active Admin beside demotions and removals of others at once', async () => {
    for (let round = 0; round < 5; round++) {
      const tenant = await visited();
      const other = await memberOf(tenant, 'Admin');
      const { body } = await tenant.session.get('/api/organizations/members').expect(200);
      const membership = body.data.find(({ userId }: Json) => userId === other.user.id).id;
      const path = `/api/organizations/members/${membership}`;
      const responses = await Promise.all([
        setStatus(tenant, 'suspended'),
        round % 2 ? operator.session.patch(path, { role: 'Member' }) : operator.session.delete(path),
      ]);
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(1);
      const left = await operator.session.get('/api/users?role=Admin&status=active').expect(200);
      expect(left.body.total).toBe(1);
    }
  });

  it('leaves an active Admin where the user becomes one while the only one leaves', async () => {
    const [home, joined] = [await visited(), await registerTenant(app.url)];
    const member = await memberOf(home);
    const { body } = await joined.session.get('/api/organizations/members').expect(200);
    const accepting = new DatabaseClient(app.databaseUrl);
    await accepting.connect();
    try {
      // An accepted invitation, stopped just before it commits: it has locked the organization and the user.
      await accepting.query('BEGIN');
      await accepting.query('SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [joined.organization.id]);
      await accepting.query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [member.user.id]);
      await accepting.query(
        `INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), $2, 'Admin', now(), now(), now())`,
        [joined.organization.id, member.user.id],
      );
      const requests = Promise.all([
        setStatus(member, 'suspended'),
        joined.session.delete(`/api/organizations/members/${body.data[0].id}`),
      ]);
      await eventually('both requests wait', async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await sql(app.databaseUrl, waiting)).length >= 2 || null;
      });
      await accepting.query('COMMIT');
      const responses = await requests;
      expect(responses.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
    } finally {
      await accepting.end();
    }
    const left = `SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = $1 AND m.role = 'Admin' AND u.status = 'active'`;
    expect(await sql(app.databaseUrl, left, [joined.organization.id])).toHaveLength(1);
  });

  it('leaves no session of a sign-in at the same moment', async () => {
    const tenant = await visited();
    for (let round = 0; round < 5; round++) {
      const member = await memberOf(tenant);
      const [suspended, ...signIns] = await Promise.all([
        setStatus(member, 'suspended'),
        ...Array.from({ length: 6 }, () => tryToSignIn(member)),
      ]);
      expect(suspended!.status).toBe(200);
      expect(signIns.filter(({ status }) => ![200, 401].includes(status))).toEqual([]);
      expect(await sql(app.databaseUrl, 'SELECT id FROM sessions WHERE user_id = $1', [member.user.id])).toEqual([]);
    }
  });
});

describe('suspending a Super Admin', () => {
  afterEach(() => onlySuperAdmins(app.databaseUrl, operator));

  async function fellowOperator(tenant: Tenant): Promise<Tenant> {
    const fellow = await memberOf(tenant);
    await sql(app.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [fellow.user.id]);
    return fellow;
  }

  it('is allowed while there is another one, oneself included, and takes the rights at once', async () => {
    const tenant = await visited();
    const fellow = await fellowOperator(tenant);
    await setStatus(fellow, 'suspended', fellow.session).expect(200);
    await fellow.session.get('/api/users').expect(401);
    await setStatus(fellow, 'active').expect(200);
    await setStatus(fellow, 'suspended').expect(200);
  });

  it('is refused for the last active one', async () => {
    const tenant = await visited();
    const fellow = await fellowOperator(tenant);
    await onlySuperAdmins(app.databaseUrl, fellow);
    expect(codeOf(await setStatus(fellow, 'suspended', fellow.session))).toEqual([409, 'last_super_admin']);
    await fellow.session.get('/api/users').expect(200);
  });

  it('leaves one of two who suspend each other, or take the flag, at once', async () => {
    for (let round = 0; round < 4; round++) {
      const tenant = await visited();
      const pair = [await fellowOperator(tenant), await fellowOperator(tenant)] as const;
      await onlySuperAdmins(app.databaseUrl, ...pair);
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const [by, of] = index % 2 ? pair : [pair[1], pair[0]];
          return patiently(app, () =>
            round % 2 && index % 2
              ? by.session.delete(`/api/users/${of.user.id}/super-admin`)
              : setStatus(of, 'suspended', by.session),
          );
        }),
      );
      expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      const left = await sql(app.databaseUrl, `SELECT id FROM users WHERE super_admin AND status = 'active'`);
      expect(left).toHaveLength(1);
      await onlySuperAdmins(app.databaseUrl, operator);
    }
  });
});

describe('suspending an organization', () => {
  it('stops its keys and closes its sessions but for what is under /api/auth, at once', async () => {
    const tenant = await registerTenant(app.url);
    await standIn(operator.session, operator.organization);
    const path = `/api/organizations/${tenant.organization.id}`;
    const { body } = await operator.session.patch(path, { status: 'suspended' }).expect(200);
    expect(body).toMatchObject({ id: tenant.organization.id, status: 'suspended' });
    await tenant.key.get('/api/tours').expect(401);
    expect(codeOf(await tenant.session.get('/api/tours'))).toEqual([403, 'organization_suspended']);
    expect(codeOf(await tenant.session.get('/api/users/me'))).toEqual([403, 'organization_suspended']);
    await tenant.session.get('/api/auth/session').expect(200);
    await (await signIn(app.url, tenant)).get('/api/auth/session').expect(200);

    await operator.session.patch(path, { status: 'active' }).expect(200);
    await tenant.key.get('/api/tours').expect(200);
    await tenant.session.get('/api/tours').expect(200);
    const log = await tenant.session.get('/api/audit-logs?targetType=organization').expect(200);
    const actions = log.body.data.map(({ action }: Json) => action);
    expect(actions).toEqual(expect.arrayContaining(['organization.suspended', 'organization.reactivated']));
  });

  it("closes an operator's session there too, which can move away and undo it", async () => {
    const tenant = await visited();
    const fellow = await registerSuperAdmin(app.url, app.databaseUrl);
    const path = `/api/organizations/${tenant.organization.id}`;
    await fellow.session.patch(path, { status: 'suspended' }).expect(200);
    expect(codeOf(await operator.session.patch(path, { status: 'active' }))).toEqual([403, 'organization_suspended']);
    await standIn(operator.session, operator.organization);
    await operator.session.patch(path, { status: 'active' }).expect(200);
  });

  it('can be of the one in which the session itself stands', async () => {
    const tenant = await visited();
    const path = `/api/organizations/${tenant.organization.id}`;
    await operator.session.patch(path, { status: 'suspended' }).expect(200);
    expect(codeOf(await operator.session.get('/api/tours'))).toEqual([403, 'organization_suspended']);
    await standIn(operator.session, operator.organization);
    await operator.session.patch(path, { status: 'active' }).expect(200);
  });

  it("can be of the operator's only one, who then signs in to another that is active", async () => {
    const suspended = await registerSuperAdmin(app.url, app.databaseUrl);
    const path = `/api/organizations/${suspended.organization.id}`;
    await sql(app.databaseUrl, `UPDATE organizations SET created_at = '2000-01-01' WHERE id = $1`, [
      suspended.organization.id,
    ]);
    await suspended.session.patch(path, { status: 'suspended' }).expect(200);
    const session = await signIn(app.url, suspended);
    expect((await session.get('/api/auth/session').expect(200)).body.organization.status).toBe('active');
    await session.patch(path, { status: 'active' }).expect(200);
  });

  it('is refused for the last active one, also of two at once: nobody could undo it', async () => {
    const [one, other] = [await registerTenant(app.url), await registerSuperAdmin(app.url, app.databaseUrl)];
    const ids = [one, other].map(({ organization }) => organization.id);
    await standIn(operator.session, one.organization);
    const suspended = await sql(
      app.databaseUrl,
      `UPDATE organizations SET status = 'suspended' WHERE status = 'active' AND id <> ALL ($1) RETURNING id`,
      [ids],
    );
    const [first, second] = await Promise.all([
      operator.session.patch(`/api/organizations/${ids[0]}`, { status: 'suspended' }),
      other.session.delete(`/api/organizations/${ids[1]}`),
    ]);
    await sql(app.databaseUrl, `UPDATE organizations SET status = 'active' WHERE id = ANY ($1)`, [
      suspended.map(({ id }) => id),
    ]);
    const responses = [first!, second!].map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort();
    expect([
      ['200', '409 last_organization'],
      ['204', '409 last_organization'],
    ]).toContainEqual(responses);
    await standIn(operator.session, operator.organization);
  });
});
