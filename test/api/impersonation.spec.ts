import { registerTenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useSuperAdmin, useTestApp } from '../support/fixtures';
import { tokenSentTo } from '../support/members';
import { join, newMember, onlySuperAdmins, registerSuperAdmin, signIn, standIn } from '../support/people';
import { sql } from '../support/sql';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

const app = useTestApp();
const operator = useSuperAdmin(app);
const fellow = useSuperAdmin(app);
afterEach(() => app.clock.release());

const codeOf = (response: Json): [number, string] => [response.status, response.body.code];
const withCookieOf = (response: Json) => new Client(app.url, { Cookie: sessionCookieOf(response) });
const start = (by: Client, user: { id: string }, body?: Record<string, unknown>) =>
  by.post(`/api/users/${user.id}/impersonate`, body);
const end = (by: Client) => by.post('/api/impersonation/end');
const current = async (by: Client): Promise<Json> => (await by.get('/api/auth/session').expect(200)).body;

/** A fresh session of the operator, and what it becomes when it acts as a user. */
async function actingAs(
  user: { id: string },
  body?: Record<string, unknown>,
): Promise<{ before: Client; acting: Client }> {
  const before = await signIn(app.url, operator);
  return { before, acting: withCookieOf(await start(before, user, body).expect(200)) };
}

async function setSuperAdmin(user: { id: string }, superAdmin: boolean): Promise<void> {
  await sql(app.databaseUrl, 'UPDATE users SET super_admin = $2 WHERE id = $1', [user.id, superAdmin]);
}

describe('impersonation', () => {
  it('makes the session the user’s, in their organization, under a new cookie', async () => {
    const tenant = await registerTenant(app.url);
    const before = await signIn(app.url, operator);
    const response = await start(before, tenant.user).expect(200);
    expect(response.body).toEqual({ success: true, impersonating: { id: tenant.user.id, email: tenant.email } });
    const [cookie] = response.headers['set-cookie'] as unknown as string[];
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=7776000'])
      expect(cookie).toContain(attribute);

    expect(await current(withCookieOf(response))).toMatchObject({
      user: { id: tenant.user.id },
      organization: { id: tenant.organization.id },
      role: 'Admin',
      superAdmin: false,
      impersonator: { id: operator.user.id, name: 'First Admin', email: operator.email, since: expect.any(String) },
    });
    await before.get('/api/auth/session').expect(401);
    await tenant.session.get('/api/tours').expect(200);
  });

  it('has the rights of the user and no others', async () => {
    const tenant = await registerTenant(app.url);
    const member = await newMember(app.url, app.databaseUrl, tenant.organization);
    const { acting } = await actingAs(member.user);
    expect(await current(acting)).toMatchObject({ role: 'Member', permissions: ['roles.read', 'users.read'] });
    await acting.get('/api/organizations/members').expect(200);
    await acting.post('/api/tours', { name: 'For the customer' }).expect(201);
    for (const path of [
      '/api/organizations',
      '/api/users',
      '/api/audit-logs/platform',
      '/api/audit-logs',
      '/api/api-keys',
    ]) {
      expect([path, ...codeOf(await acting.get(path))]).toEqual([path, 403, 'forbidden']);
    }
    expect(codeOf(await acting.put(`/api/users/${member.user.id}/super-admin`))).toEqual([403, 'forbidden']);
    const home = { organizationId: operator.organization.id };
    await acting.put('/api/auth/session/organization', home).expect(404);
  });

  it('has the rights of the user and names the operator, as long as that is a Super Admin', async () => {
    const [operator, tenant] = [await registerSuperAdmin(app.url, app.databaseUrl), await registerTenant(app.url)];
    await sql(app.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [tenant.user.id]);
    await sql(app.databaseUrl, 'UPDATE sessions SET impersonator_id = $1 WHERE user_id = $2', [
      operator.user.id,
      tenant.user.id,
    ]);
    const { body } = await tenant.session.get('/api/auth/session').expect(200);
    expect(body.superAdmin).toBe(false);
    expect(body.impersonator).toMatchObject({ id: operator.user.id, name: operator.user.name, email: operator.email });
    await sql(app.databaseUrl, 'UPDATE users SET super_admin = false WHERE id = $1', [operator.user.id]);
    await tenant.session.get('/api/auth/session').expect(401);
  });

  it('reaches users of any organization, and stands where their own sessions would', async () => {
    const [first, second] = [await registerTenant(app.url), await registerTenant(app.url)];
    await join(app.databaseUrl, first, second.organization);
    const { acting } = await actingAs(first.user);
    expect((await current(acting)).organization.id).toBe(first.organization.id);
    await standIn(acting, second.organization);
    expect(await current(acting)).toMatchObject({ role: 'Member', impersonator: { id: operator.user.id } });
    const back = withCookieOf(await end(acting).expect(200));
    expect((await current(back)).organization.id).toBe(operator.organization.id);
    // What the operator did leaves no trace in where the user's next session stands.
    expect((await current(await signIn(app.url, first))).organization.id).toBe(first.organization.id);
  });

  it('stays in the organization where the operator looks into something, if the user is a member there', async () => {
    const [first, second] = [await registerTenant(app.url), await registerTenant(app.url)];
    await join(app.databaseUrl, first, second.organization);
    const before = await signIn(app.url, operator);
    await standIn(before, second.organization);
    const acting = withCookieOf(await start(before, first.user).expect(200));
    expect(await current(acting)).toMatchObject({
      organization: { id: second.organization.id },
      role: 'Member',
      impersonator: { id: operator.user.id },
    });
  });

  it('gives back the session of the operator, where it stood, under a third cookie', async () => {
    const [tenant, elsewhere] = [await registerTenant(app.url), await registerTenant(app.url)];
    const before = await signIn(app.url, operator);
    await standIn(before, elsewhere.organization);
    const { id } = (await before.get('/api/auth/sessions').expect(200)).body.data.find((each: Json) => each.current);
    const acting = withCookieOf(await start(before, tenant.user).expect(200));
    const response = await end(acting).expect(200);
    expect(response.body).toEqual({ success: true });
    const after = withCookieOf(response);
    expect(await current(after)).toMatchObject({
      user: { id: operator.user.id },
      organization: { id: elsewhere.organization.id },
      superAdmin: true,
      impersonator: null,
    });
    for (const old of [before, acting]) await old.get('/api/auth/session').expect(401);
    const sessions = (await after.get('/api/auth/sessions').expect(200)).body.data;
    expect(sessions.find((each: Json) => each.current).id).toBe(id);
    await after.get('/api/organizations').expect(200);
  });

  it('lets the operator stand elsewhere when where they stood is gone', async () => {
    const [tenant, elsewhere] = [await registerTenant(app.url), await registerTenant(app.url)];
    const before = await signIn(app.url, operator);
    await standIn(before, elsewhere.organization);
    const acting = withCookieOf(await start(before, tenant.user).expect(200));
    await operator.session.delete(`/api/organizations/${elsewhere.organization.id}`).expect(204);
    const after = withCookieOf(await end(acting).expect(200));
    expect(await current(after)).toMatchObject({ superAdmin: true, organization: { status: 'active' } });
  });

  it('can be ended although the organization is suspended, but not begun from one', async () => {
    const tenant = await registerTenant(app.url);
    const { acting } = await actingAs(tenant.user);
    const path = `/api/organizations/${tenant.organization.id}`;
    await operator.session.patch(path, { status: 'suspended' }).expect(200);
    expect(codeOf(await acting.get('/api/tours'))).toEqual([403, 'organization_suspended']);
    expect(codeOf(await start(acting, tenant.user))).toEqual([403, 'organization_suspended']);
    const after = withCookieOf(await end(acting).expect(200));
    await after.get('/api/tours').expect(200);
  });

  it('is answered once to a repeated request, without a cookie the second time', async () => {
    const [tenant, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const before = await signIn(app.url, operator);
    const keyed = { 'Idempotency-Key': 'start' };
    const started = await start(before.with(keyed), tenant.user, { reason: 'Retried' }).expect(200);
    const acting = withCookieOf(started);
    await start(before.with(keyed), tenant.user, { reason: 'Retried' }).expect(401);
    const ended = await end(acting.with({ 'Idempotency-Key': 'end' })).expect(200);
    const after = withCookieOf(ended);
    const replayed = await start(after.with(keyed), tenant.user, { reason: 'Retried' }).expect(200);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(replayed.headers['set-cookie']).toBeUndefined();
    expect((await current(after)).impersonator).toBeNull();
    // A refusal undoes the work, and nothing of it shows up when it is repeated.
    const refused = { 'Idempotency-Key': 'refused' };
    for (let time = 0; time < 2; time++) {
      expect(codeOf(await start(after.with(refused), fellow.user))).toEqual([409, 'super_admin']);
    }
    await start(after, other.user).expect(200);
  });
});

describe('impersonation is refused', () => {
  it('to anybody but a session of a Super Admin', async () => {
    const tenant = await registerTenant(app.url);
    const made = await operator.session.post('/api/api-keys', { name: 'Platform', superAdmin: true }).expect(201);
    const key = new Client(app.url, { Authorization: `Bearer ${made.body.key}` });
    expect(codeOf(await start(tenant.session, operator.user))).toEqual([403, 'forbidden']);
    expect(codeOf(await start(tenant.session, tenant.user))).toEqual([403, 'forbidden']);
    for (const by of [tenant.key, key]) {
      expect(codeOf(await start(by, tenant.user))).toEqual([403, 'session_required']);
      expect(codeOf(await end(by))).toEqual([403, 'session_required']);
    }
    const stranger = new Client(app.url);
    await start(stranger, tenant.user).expect(401);
    await end(stranger).expect(401);
    const crossSite = operator.session.with({ Origin: 'https://evil.example' });
    expect(codeOf(await start(crossSite, tenant.user))).toEqual([403, 'cross_site']);
  });

  it('of oneself, another Super Admin, a suspended user, one without an organization, and unknown ones', async () => {
    const [suspended, lonely] = [await registerTenant(app.url), await registerTenant(app.url)];
    await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.user.id]);
    await sql(app.databaseUrl, 'DELETE FROM memberships WHERE user_id = $1', [lonely.user.id]);
    const by = operator.session;
    for (const [user, code] of [
      [operator.user, 'own_user'],
      [fellow.user, 'super_admin'],
      [suspended.user, 'user_suspended'],
      [lonely.user, 'no_organization'],
    ] as const) {
      const response = await start(by, user);
      expect(codeOf(response)).toEqual([409, code]);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    for (const id of [UNKNOWN, 'x', 'me']) expect(codeOf(await start(by, { id }))).toEqual([404, 'not_found']);
    expect(await current(by)).toMatchObject({ user: { id: operator.user.id }, superAdmin: true });
  });

  it('while impersonating, whatever the target’s rights', async () => {
    const [tenant, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const member = await newMember(app.url, app.databaseUrl, tenant.organization);
    for (const user of [tenant.user, member.user]) {
      const { acting } = await actingAs(user);
      for (const next of [other.user, user, operator.user, fellow.user, { id: UNKNOWN }]) {
        expect(codeOf(await start(acting, next))).toEqual([409, 'already_impersonating']);
      }
      expect((await current(acting)).user.id).toBe(user.id);
    }
  });

  it.each([[{ reason: 'x'.repeat(501) }], [{ reason: 7 }], [{ why: 'x' }]])('with the body %j', async (body) => {
    const tenant = await registerTenant(app.url);
    const response = await start(operator.session, tenant.user, body).expect(400);
    expect(response.body.errors).toMatchObject([{ field: Object.keys(body)[0] }]);
  });

  it('to end when there is none', async () => {
    const { session } = await registerTenant(app.url);
    for (const by of [session, operator.session]) expect(codeOf(await end(by))).toEqual([409, 'not_impersonating']);
    await operator.session.get('/api/organizations').expect(200);
  });

  it('a second time by the old cookies, in any order', async () => {
    const tenant = await registerTenant(app.url);
    const { before, acting } = await actingAs(tenant.user);
    for (const call of [start(before, tenant.user), end(before)]) await call.expect(401);
    await end(acting).expect(200);
    for (const old of [before, acting]) {
      await end(old).expect(401);
      await start(old, tenant.user).expect(401);
      await old.get('/api/auth/session').expect(401);
    }
  });
});

describe('while impersonating', () => {
  it('passwords, API keys and memberships of the user stay as they are', async () => {
    const tenant = await registerTenant(app.url);
    await newMember(app.url, app.databaseUrl, tenant.organization, 'Admin');
    const { acting } = await actingAs(tenant.user);
    const members = (await acting.get('/api/organizations/members').expect(200)).body.data;
    const own = members.find(({ userId }: Json) => userId === tenant.user.id).id;
    const password = { currentPassword: tenant.password, newPassword: 'taken over by me' };
    const attempts = [
      acting.post('/api/auth/password', password),
      acting.post('/api/api-keys', { name: 'Back door' }),
      acting.patch(`/api/api-keys/${tenant.apiKey.id}`, { name: 'Mine' }),
      acting.delete(`/api/api-keys/${tenant.apiKey.id}`),
      acting.patch(`/api/organizations/members/${own}`, { role: 'Member' }),
      acting.delete(`/api/organizations/members/${own}`),
    ];
    for (const response of await Promise.all(attempts)) expect(codeOf(response)).toEqual([403, 'impersonating']);
    for (const id of ['none', '019a0000-0000-7000-8000-000000000000'])
      expect(codeOf(await acting.delete(`/api/api-keys/${id}`))).toEqual([404, 'not_found']);
    await signIn(app.url, tenant);
    await tenant.key.get('/api/tours').expect(200);
  });

  it('no invitation of the user is accepted', async () => {
    const [tenant, host] = [await registerTenant(app.url), await registerTenant(app.url)];
    await host.session.post('/api/organizations/invitations', { email: tenant.email, role: 'Member' }).expect(201);
    const token = await tokenSentTo(app, tenant.email);
    const { acting } = await actingAs(tenant.user);
    expect(codeOf(await acting.post('/api/invitations/accept', { token }))).toEqual([403, 'impersonating']);
    expect((await current(acting)).impersonator).not.toBeNull();
    const accept = { token, password: tenant.password };
    await new Client(app.url).post('/api/invitations/accept', accept).expect(200);
  });

  it('the idempotency keys of the user are not the operator’s, nor those of their own session', async () => {
    const tenant = await registerTenant(app.url);
    const { acting } = await actingAs(tenant.user);
    const make = async (by: Client, name: string) =>
      (await by.with({ 'Idempotency-Key': 'same' }).post('/api/tours', { name }).expect(201)).body.id;
    const ids = [await make(tenant.session, 'Theirs'), await make(acting, 'Mended')];
    expect(new Set([...ids, await make(acting, 'Mended'), await make(tenant.session, 'Theirs')]).size).toBe(2);
  });

  it('the name and phone of the user can be changed, on record with both', async () => {
    const tenant = await registerTenant(app.url);
    const { acting } = await actingAs(tenant.user);
    await acting.patch('/api/users/me', { phone: '+4930123456' }).expect(200);
    const log = await tenant.session.get('/api/audit-logs?action=user.updated').expect(200);
    expect(log.body.data).toMatchObject([
      {
        actor: { type: 'user', id: tenant.user.id },
        impersonator: { id: operator.user.id, email: operator.email },
        target: { type: 'user', id: tenant.user.id },
      },
    ]);
  });

  it('neither sees the other’s sessions', async () => {
    const tenant = await registerTenant(app.url);
    const { acting } = await actingAs(tenant.user);
    const theirs = (await tenant.session.get('/api/auth/sessions').expect(200)).body;
    const seen = (await acting.get('/api/auth/sessions').expect(200)).body;
    expect(theirs.total).toBe(1);
    expect(seen).toMatchObject({ total: 1, data: [{ current: true }] });
    await acting.delete(`/api/auth/sessions/${theirs.data[0].id}`).expect(404);
    await tenant.session.delete(`/api/auth/sessions/${seen.data[0].id}`).expect(404);
    // To the operator it is one of their own browsers, which they can sign out from another one.
    const elsewhere = await signIn(app.url, operator);
    const own = (await elsewhere.get('/api/auth/sessions?limit=100').expect(200)).body.data;
    expect(own.map(({ id }: Json) => id)).toContain(seen.data[0].id);
    await elsewhere.delete(`/api/auth/sessions/${seen.data[0].id}`).expect(204);
    await acting.get('/api/auth/session').expect(401);
  });

  it('signing out signs out, of the operator’s session too', async () => {
    const tenant = await registerTenant(app.url);
    const { before, acting } = await actingAs(tenant.user);
    await acting.post('/api/auth/logout').expect(204);
    for (const old of [before, acting]) await old.get('/api/auth/session').expect(401);
    const log = await tenant.session.get('/api/audit-logs?action=impersonation.ended').expect(200);
    expect(log.body.data).toMatchObject([{ impersonator: { id: operator.user.id } }]);
  });
});

describe('an impersonating session ends, and the operator’s is not given back,', () => {
  it('when it expires', async () => {
    const tenant = await registerTenant(app.url);
    const { before, acting } = await actingAs(tenant.user);
    app.clock.advance(15 * DAY_MS);
    for (const old of [before, acting]) {
      await old.get('/api/auth/session').expect(401);
      await end(old).expect(401);
    }
  });

  it('when the user is suspended, leaves the organization, or becomes a Super Admin', async () => {
    for (const change of ['suspended', 'gone', 'promoted']) {
      const tenant = await registerTenant(app.url);
      const member = await newMember(app.url, app.databaseUrl, tenant.organization);
      const { acting } = await actingAs(member.user);
      await acting.get('/api/tours').expect(200);
      await standIn(operator.session, tenant.organization);
      if (change === 'suspended') {
        await operator.session.patch(`/api/users/${member.user.id}`, { status: 'suspended' }).expect(200);
      } else if (change === 'gone') {
        const { data } = (await tenant.session.get('/api/organizations/members').expect(200)).body;
        const { id } = data.find(({ userId }: Json) => userId === member.user.id);
        await tenant.session.delete(`/api/organizations/members/${id}`).expect(204);
      } else {
        await operator.session.put(`/api/users/${member.user.id}/super-admin`).expect(204);
        await setSuperAdmin(member.user, false);
      }
      expect([change, (await acting.get('/api/tours')).status]).toEqual([change, 401]);
      await end(acting).expect(401);
      const log = await tenant.session.get('/api/audit-logs?action=impersonation.ended').expect(200);
      expect([change, log.body.total]).toEqual([change, 1]);
    }
  });

  it('when the organization is deleted, which its log shows', async () => {
    const tenant = await registerTenant(app.url);
    const { acting } = await actingAs(tenant.user);
    await fellow.session.delete(`/api/organizations/${tenant.organization.id}`).expect(204);
    await acting.get('/api/auth/session').expect(401);
    const records = await sql(
      app.databaseUrl,
      `SELECT action, actor_id, impersonator_id, target_id FROM audit_records
       WHERE organization_id = $1 AND action LIKE 'impersonation.%' ORDER BY id`,
      [tenant.organization.id],
    );
    const recorded = { actor_id: operator.user.id, impersonator_id: operator.user.id, target_id: tenant.user.id };
    expect(records).toEqual([
      { action: 'impersonation.started', ...recorded },
      { action: 'impersonation.ended', ...recorded },
    ]);
  });

  it('when the operator is suspended or loses the flag, for good', async () => {
    for (const change of ['suspended', 'demoted']) {
      const tenant = await registerTenant(app.url);
      const other = await newMember(app.url, app.databaseUrl, operator.organization);
      await setSuperAdmin(other.user, true);
      const acting = withCookieOf(await start(other.session, tenant.user).expect(200));
      await standIn(operator.session, operator.organization);
      const path = `/api/users/${other.user.id}`;
      if (change === 'suspended') {
        await operator.session.patch(path, { status: 'suspended' }).expect(200);
        await acting.get('/api/tours').expect(401);
        await operator.session.patch(path, { status: 'active' }).expect(200);
      } else {
        await operator.session.delete(`${path}/super-admin`).expect(204);
        await acting.get('/api/tours').expect(401);
        await operator.session.put(`${path}/super-admin`).expect(204);
      }
      expect([change, (await acting.get('/api/tours')).status]).toEqual([change, 401]);
      await end(acting).expect(401);
      await setSuperAdmin(other.user, false);
    }
  });

  it('when the operator changes their password elsewhere', async () => {
    const tenant = await registerTenant(app.url);
    const another = await registerSuperAdmin(app.url, app.databaseUrl);
    const acting = withCookieOf(await start(await signIn(app.url, another), tenant.user).expect(200));
    const change = { currentPassword: another.password, newPassword: 'a newer long password' };
    await another.session.post('/api/auth/password', change).expect(204);
    await acting.get('/api/auth/session').expect(401);
    await setSuperAdmin(another.user, false);
  });
});

describe('the audit log', () => {
  it('of the customer shows the start, everything in between, and the end, with both identities', async () => {
    const tenant = await registerTenant(app.url);
    const { acting } = await actingAs(tenant.user, { reason: '  Ticket 4711  ' });
    const tour = await acting.post('/api/tours', { name: 'Mended' }).expect(201);
    await acting.delete(`/api/tours/${tour.body.id}`).expect(204);
    await end(acting).expect(200);
    const { body } = await tenant.session.get('/api/audit-logs?limit=100').expect(200);
    const recorded = body.data.filter(({ impersonator }: Json) => impersonator !== null).reverse();
    const impersonator = { id: operator.user.id, email: operator.email };
    const [asOperator, asUser] = [operator.user.id, tenant.user.id];
    expect(recorded.map(({ action, actor }: Json) => [action, actor.id])).toEqual([
      ['impersonation.started', asOperator],
      ['tour.created', asUser],
      ['tour.deleted', asUser],
      ['impersonation.ended', asOperator],
    ]);
    for (const record of recorded) expect(record.impersonator).toEqual(impersonator);
    for (const record of [recorded[0], recorded[3]]) expect(record.target).toEqual({ type: 'user', id: asUser });
    expect(recorded[0].changes).toEqual({ reason: { before: null, after: 'Ticket 4711' } });
    expect(recorded[3].changes).toEqual({});
    // Afterwards the operator is themselves again.
    const own = await operator.session.get(`/api/audit-logs/platform?targetId=${asUser}&limit=100`).expect(200);
    expect(own.body.data.map(({ action }: Json) => action)).toContain('impersonation.started');
  });

  it('of each organization that the operator passes through has a start and an end', async () => {
    const [first, second] = [await registerTenant(app.url), await registerTenant(app.url)];
    await join(app.databaseUrl, first, second.organization);
    const { acting } = await actingAs(first.user, { reason: 'Ticket 4711' });
    await standIn(acting, second.organization);
    await standIn(acting, second.organization);
    await end(acting).expect(200);
    for (const { session } of [first, second]) {
      const { data } = (await session.get('/api/audit-logs?limit=100').expect(200)).body;
      const recorded = data.filter(({ action }: Json) => action.startsWith('impersonation.')).reverse();
      expect(recorded.map(({ action }: Json) => action)).toEqual(['impersonation.started', 'impersonation.ended']);
      for (const record of recorded) {
        expect(record).toMatchObject({ actor: { id: operator.user.id }, target: { id: first.user.id } });
        expect(record.impersonator).toEqual({ id: operator.user.id, email: operator.email });
      }
    }
  });

  it('takes a start without a reason', async () => {
    const tenant = await registerTenant(app.url);
    for (const body of [undefined, {}, { reason: null }, { reason: ' ' }]) {
      const { acting } = await actingAs(tenant.user, body);
      await end(acting).expect(200);
    }
    const log = await tenant.session.get('/api/audit-logs?action=impersonation.started').expect(200);
    expect(log.body.data.map(({ changes }: Json) => changes)).toEqual([{}, {}, {}, {}]);
  });
});

describe('50 at once', () => {
  it('of one session start one impersonation', async () => {
    const targets = await Promise.all(Array.from({ length: 5 }, () => registerTenant(app.url)));
    const before = await signIn(app.url, operator);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => start(before, targets[index % 5]!.user)),
    );
    const started = responses.filter(({ status }) => status === 200);
    expect(started).toHaveLength(1);
    expect(responses.filter(({ status }) => ![200, 401, 409].includes(status))).toEqual([]);
    expect(responses.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1);
    const acting = withCookieOf(started[0]);
    expect((await current(acting)).user.id).toBe(started[0]!.body.impersonating.id);
    const records = await sql(
      app.databaseUrl,
      `SELECT id FROM audit_records WHERE action = 'impersonation.started' AND target_id = ANY ($1)`,
      [targets.map(({ user }) => user.id)],
    );
    expect(records).toHaveLength(1);

    const ends = await Promise.all(Array.from({ length: 50 }, () => end(acting)));
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(ends.filter(({ status }) => ![200, 401, 409].includes(status))).toEqual([]);
  });

  it('beside the end of the operator’s rights leave nobody acting', async () => {
    for (const change of ['suspend', 'demote']) {
      const tenant = await registerTenant(app.url);
      const other = await newMember(app.url, app.databaseUrl, operator.organization);
      await setSuperAdmin(other.user, true);
      await standIn(operator.session, operator.organization);
      const sessions = await Promise.all(Array.from({ length: 10 }, () => signIn(app.url, other)));
      const path = `/api/users/${other.user.id}`;
      const [ended, ...started] = await Promise.all([
        change === 'suspend'
          ? operator.session.patch(path, { status: 'suspended' })
          : operator.session.delete(`${path}/super-admin`),
        ...sessions.map((session) => start(session, tenant.user)),
      ]);
      expect(ended!.status).toBeLessThan(300);
      expect(started.filter(({ status }) => ![200, 401, 403].includes(status))).toEqual([]);
      const left = await sql(app.databaseUrl, 'SELECT id FROM sessions WHERE impersonator_id = $1', [other.user.id]);
      expect(left).toEqual([]);
      await onlySuperAdmins(app.databaseUrl, operator, fellow);
    }
  });
});
