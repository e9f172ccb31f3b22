import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp } from '../support/fixtures';
import { INVITATIONS, invitationsOf, NEWCOMER, newAddress } from '../support/invitations';
import { joinAs, memberIdOf, tokenSentTo } from '../support/members';
import { outboxOf } from '../support/outbox';
import { patiently } from '../support/patiently';
import { registerSuperAdmin, signIn, standIn } from '../support/people';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const MEMBERS = '/api/organizations/members';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const app = useOwnTestApp({ BASE_URL: 'https://tours.example.com' });
useFollowedEvents(app);
let tenant: Tenant;
const { accept, invite, invited, statusOf } = invitationsOf(() => ({ app, tenant }));
beforeEach(async () => {
  tenant = await registerTenant(app.url);
});
afterEach(() => app.clock.release());

describe('accepting as somebody new', () => {
  it('makes an account, a member and a session', async () => {
    const { invitation, email, token } = await invited();
    const response = await accept({ token, ...NEWCOMER }).expect(200);
    const { user, organization } = response.body;
    expect(Object.keys(response.body).sort()).toEqual(['organization', 'user']);
    expect(user).toMatchObject({ name: NEWCOMER.name, email, role: 'Member', status: 'active', superAdmin: false });
    expect(organization).toEqual(tenant.organization);
    const cookie = (response.headers['set-cookie'] as unknown as string[])[0];
    expect(cookie).toMatch(/^te_session=[\w-]{43}; Max-Age=\d+; Path=\/; .*HttpOnly; SameSite=Lax$/);
    const session = new Client(app.url, { Cookie: sessionCookieOf(response) });
    expect((await session.get('/api/auth/session').expect(200)).body).toMatchObject({
      role: 'Member',
      permissions: ['roles.read', 'users.read'],
      organization: { id: tenant.organization.id },
    });
    await signIn(app.url, { email, password: NEWCOMER.password });

    const shown = (await tenant.session.get(`${INVITATIONS}/${invitation.id}`).expect(200)).body;
    expect(shown).toMatchObject({ status: 'accepted', acceptedAt: expect.any(String), email, role: 'Member' });
    const [, accepted] = await outboxOf(app.databaseUrl, invitation.id);
    expect(accepted).toMatchObject({ type: 'invitation.accepted', data: shown });
    const memberId = await memberIdOf(tenant, email);
    const member = (await tenant.session.get(`${MEMBERS}/${memberId}`).expect(200)).body;
    expect(await outboxOf(app.databaseUrl, memberId)).toMatchObject([{ type: 'member.joined', data: member }]);
    const { body: log } = await tenant.session.get('/api/audit-logs?limit=100').expect(200);
    const record = (action: string) => log.data.find((entry: Json) => entry.action === action);
    for (const action of ['invitation.accepted', 'member.joined', 'session.started']) {
      const entry = log.data.find((each: Json) => each.action === action && each.actor.id === user.id);
      expect(entry).toMatchObject({ actor: { type: 'user', name: NEWCOMER.name } });
    }
    expect(record('user.created')).toBeUndefined();
    expect(JSON.stringify(log)).not.toContain(token);
  });

  it.each([
    ['neither name nor password', {}, ['name', 'password']],
    ['no name', { password: NEWCOMER.password }, ['name']],
    ['no password', { name: NEWCOMER.name }, ['password']],
    ['a short password', { ...NEWCOMER, password: 'short' }, ['password']],
    ['an empty name', { ...NEWCOMER, name: ' ' }, ['name']],
    ['an address of their own', { ...NEWCOMER, email: 'other@example.com' }, ['email']],
    ['a role of their own', { ...NEWCOMER, role: 'Admin' }, ['role']],
  ])('refuses %s and leaves the token open', async (_what, body, fields) => {
    const { token } = await invited();
    const response = await accept({ token, ...body });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors.map((error: Json) => error.field)).toEqual(fields);
    expect(response.headers['set-cookie']).toBeUndefined();
    await accept({ token, ...NEWCOMER }).expect(200);
  });

  it('lets exactly one in when 50 come at once', async () => {
    const { email, token } = await invited();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => patiently(app, () => accept({ token, ...NEWCOMER }))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200))
      expectProblem(response, 410, 'invitation_gone');
    const { body } = await tenant.session.get(`${MEMBERS}?q=${email}`).expect(200);
    expect(body.total).toBe(1);
  });

  it('refuses other sites, and a token that is none', async () => {
    const { token } = await invited();
    const elsewhere = new Client(app.url).with({ Origin: 'https://evil.example' });
    expectProblem(await accept({ token, ...NEWCOMER }, elsewhere), 403, 'cross_site');
    for (const body of [{}, { token: '' }, { token: 1 }, { token: null }]) {
      expectProblem(await accept({ ...NEWCOMER, ...body }), 400, 'validation_failed');
    }
  });
});

describe('accepting as somebody with an account', () => {
  it('needs a password while nobody has confirmed the address: the token alone opens nothing', async () => {
    const stranger = await registerTenant(app.url);
    const { token } = await invited('Admin', stranger.email);
    for (const body of [{ token }, { token, name: 'Ada' }]) {
      const { body: problem } = await accept(body).expect(400);
      expect(problem.errors).toMatchObject([{ field: 'password', code: 'required' }]);
    }
    const switched = { organizationId: tenant.organization.id };
    await stranger.session.put('/api/auth/session/organization', switched).expect(404);
    // The token is not spent.
    await accept({ token, ...NEWCOMER }).expect(200);
    await stranger.session.put('/api/auth/session/organization', switched).expect(401);
  });

  it('needs nothing but the token once the address is confirmed', async () => {
    const person = await registerTenant(app.url);
    const other = await registerTenant(app.url);
    await invite(person.email, 'Member', other.session);
    await accept({ token: await tokenSentTo(app, person.email), password: person.password }).expect(200);
    await invite(person.email);
    const token = await tokenSentTo(app, person.email, 2);
    const response = await accept({ token }).expect(200);
    expect(response.body.user).toMatchObject({ id: person.user.id, name: 'First Admin', role: 'Member' });
    // Nothing of what they had before ends with it.
    await person.session.get('/api/tours').expect(200);
    await person.key.get('/api/tours').expect(200);
    await standIn(await signIn(app.url, person), tenant.organization as { id: string });
  });

  it('takes over one that somebody else made with the address, when a password is sent', async () => {
    const stranger = await registerTenant(app.url);
    const second = await signIn(app.url, stranger);
    const { token } = await invited('Member', stranger.email);
    const caller = new Client(app.url, { 'User-Agent': 'Phone of the invited/1.0' });
    const response = await accept({ token, ...NEWCOMER }, caller).expect(200);
    expect(response.body.user).toMatchObject({ id: stranger.user.id, name: NEWCOMER.name });
    for (const old of [stranger.session, second, stranger.key]) await old.get('/api/tours').expect(401);
    const { email } = stranger;
    await new Client(app.url).post('/api/auth/login', { email, password: stranger.password }).expect(401);
    await signIn(app.url, { email, password: NEWCOMER.password });
    const session = new Client(app.url, { Cookie: sessionCookieOf(response) });
    expect((await session.get('/api/organizations/me').expect(200)).body.id).toBe(tenant.organization.id);
    // The stranger's organization, in which others may read the log, does not learn who it was.
    const log = await sql(
      app.databaseUrl,
      `SELECT action, actor_type, ip, user_agent FROM audit_records WHERE organization_id = $1
       AND action IN ('session.ended', 'api_key.revoked')`,
      [stranger.organization.id],
    );
    expect(log.map(({ action }) => action).sort()).toEqual(['api_key.revoked', 'session.ended', 'session.ended']);
    for (const record of log) expect(record).toMatchObject({ actor_type: 'system', ip: null, user_agent: null });
    const recorded = await tenant.session.get('/api/audit-logs?action=user.password_reset').expect(200);
    expect(recorded.body.data).toMatchObject([{ actor: { id: stranger.user.id }, target: { id: stranger.user.id } }]);
  });

  it('leaves it alone when its own password is sent, then and ever after', async () => {
    const person = await registerTenant(app.url);
    const first = await invited('Member', person.email);
    await accept({ token: first.token, name: 'Other', password: person.password }).expect(200);
    const other = await registerTenant(app.url);
    await invite(person.email, 'Member', other.session);
    const second = await accept({ token: await tokenSentTo(app, person.email, 2), ...NEWCOMER }).expect(200);
    expect(second.body.user.name).toBe('First Admin');
    for (const old of [person.session, person.key]) await old.get('/api/tours').expect(200);
    await signIn(app.url, person);
  });

  it('of somebody who once came by invitation is theirs, whatever a later one brings', async () => {
    const person = await joinAs(app, await registerTenant(app.url), 'Admin');
    const { body } = await person.session.post('/api/api-keys', { name: 'Own' }).expect(201);
    await invite(person.email);
    const token = await tokenSentTo(app, person.email, 2);
    await accept({ token, name: 'Other', password: 'another password' }).expect(200);
    await person.session.get('/api/tours').expect(200);
    await new Client(app.url, { Authorization: `Bearer ${body.key}` }).get('/api/tours').expect(200);
    await signIn(app.url, person);
  });

  it('changes neither name nor password once the address was shown to be theirs', async () => {
    const person = await registerTenant(app.url);
    await sql(app.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [person.user.id]);
    const { token } = await invited('Admin', person.email.toUpperCase());
    const taken = { token, name: 'Taken', password: 'taken over by mail' };
    const response = await accept(taken, person.session).expect(200);
    expect(response.body).toMatchObject({
      user: { id: person.user.id, name: 'First Admin', email: person.email, role: 'Admin' },
      organization: { id: tenant.organization.id },
    });
    const session = new Client(app.url, { Cookie: sessionCookieOf(response) });
    expect((await session.get('/api/organizations/me').expect(200)).body.id).toBe(tenant.organization.id);
    // The browser's session before is replaced, as at every sign-in.
    await person.session.get('/api/auth/session').expect(401);
    await signIn(app.url, person);
    await new Client(app.url).post('/api/auth/login', { email: person.email, password: taken.password }).expect(401);
    await standIn(session, person.organization as { id: string });
  });

  it('that is suspended opens nothing, and keeps the token for later', async () => {
    const person = await registerTenant(app.url);
    const { invitation, token } = await invited('Member', person.email);
    await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [person.user.id]);
    const response = await accept({ token, ...NEWCOMER });
    expectProblem(response, 403, 'user_suspended');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await statusOf(invitation.id)).toBe('pending');
    await sql(app.databaseUrl, `UPDATE users SET status = 'active' WHERE id = $1`, [person.user.id]);
    await accept({ token, password: person.password }).expect(200);
  });

  it('lets exactly one in when 50 come at once', async () => {
    const person = await registerTenant(app.url);
    const { token } = await invited('Member', person.email);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => patiently(app, () => accept({ token, password: person.password }))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200))
      expectProblem(response, 410, 'invitation_gone');
  });

  it("refuses the organization's name as a new person's password", async () => {
    const { token } = await invited();
    const { body } = await accept({ token, ...NEWCOMER, password: tenant.organization.name }).expect(400);
    expect(body.errors).toMatchObject([{ field: 'password', code: 'too_common' }]);
    await accept({ token, ...NEWCOMER }).expect(200);
  });

  it('that is made at the same moment ends in one account and one member', async () => {
    const { email, token } = await invited();
    const registration = { organizationName: 'Racing', name: 'Racer', email, password: NEWCOMER.password };
    const [accepted, registered] = await Promise.all([
      accept({ token, ...NEWCOMER }),
      new Client(app.url).post('/api/auth/register', registration),
    ]);
    expect([200, 409]).toContain(accepted.status);
    expect([201, 409]).toContain(registered.status);
    if (accepted.status === 409) await accept({ token, password: NEWCOMER.password }).expect(200);
    expect((await tenant.session.get(`${MEMBERS}?q=${email}`).expect(200)).body.total).toBe(1);
  });
});

describe('a token whose sender lost a permission of its role', () => {
  it('opens nothing, even if it was to see things only', async () => {
    const reader = unique('Reader');
    const roles = '/api/organizations/roles';
    await tenant.session.post(roles, { name: reader, permissions: ['auditLogs.read'] }).expect(201);
    const own = { name: unique('Inviter'), permissions: ['users.invite', 'users.read', 'auditLogs.read'] };
    const { body: role } = await tenant.session.post(roles, own).expect(201);
    const inviter = await joinAs(app, tenant, own.name);
    const email = newAddress();
    await invite(email, reader, inviter.session);
    const token = await tokenSentTo(app, email);
    await tenant.session.patch(`${roles}/${role.id}`, { permissions: ['users.invite', 'users.read'] }).expect(200);
    expectProblem(await accept({ token, ...NEWCOMER }), 410, 'invitation_gone');
    await tenant.session.patch(`${roles}/${role.id}`, { permissions: own.permissions }).expect(200);
    await accept({ token, ...NEWCOMER }).expect(200);
  });
});

describe('a token that opens nothing', () => {
  it('is answered alike, whatever is wrong with it', async () => {
    const used = await invited();
    await accept({ token: used.token, ...NEWCOMER }).expect(200);
    const revoked = await invited();
    await tenant.session.delete(`${INVITATIONS}/${revoked.invitation.id}`).expect(204);
    const superseded = await invited();
    await tenant.session.post(`${INVITATIONS}/${superseded.invitation.id}`).expect(200);
    const tokens = ['unknown', 'x'.repeat(256), used.token, revoked.token, superseded.token, `${used.token} `];
    const expired = await invited();
    app.clock.advance(7 * DAY_MS);
    tokens.push(expired.token);
    const bodies = await Promise.all(
      tokens.flatMap((token) =>
        [{ token }, { token, ...NEWCOMER }].map(async (body) => {
          const response = await accept(body);
          expectProblem(response, 410, 'invitation_gone');
          const { requestId: _requestId, ...rest } = response.body;
          return JSON.stringify(rest);
        }),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it.each([
    ['suspended', `UPDATE organizations SET status = 'suspended' WHERE id = $1`],
    ['deleted', 'UPDATE organizations SET deleted_at = now() WHERE id = $1'],
  ])('is one into an organization that is %s', async (_what, statement) => {
    const { token } = await invited();
    await sql(app.databaseUrl, statement, [tenant.organization.id]);
    expectProblem(await accept({ token, ...NEWCOMER }), 410, 'invitation_gone');
  });

  it('is one that its sender could not send any more', async () => {
    const sender = await joinAs(app, tenant, 'Admin');
    const [email, adminEmail] = [newAddress(), newAddress()];
    const member = await invite(email, 'Member', sender.session);
    await invite(adminEmail, 'Admin', sender.session);
    const [token, adminToken] = [await tokenSentTo(app, email), await tokenSentTo(app, adminEmail)];
    const weak = unique('Inviter');
    const permissions = ['users.invite', 'users.read'];
    await tenant.session.post('/api/organizations/roles', { name: weak, permissions }).expect(201);

    await tenant.session.patch(`${MEMBERS}/${sender.memberId}`, { role: weak }).expect(200);
    expectProblem(await accept({ token: adminToken, ...NEWCOMER }), 410, 'invitation_gone');
    await tenant.session.delete(`${MEMBERS}/${sender.memberId}`).expect(204);
    expectProblem(await accept({ token, ...NEWCOMER }), 410, 'invitation_gone');
    // Somebody who may still invite can send it again.
    await tenant.session.post(`${INVITATIONS}/${member.id}`).expect(200);
    await accept({ token: await tokenSentTo(app, email, 2), ...NEWCOMER }).expect(200);
  });

  it('is none that a Super Admin sent from elsewhere', async () => {
    const { session } = await registerSuperAdmin(app.url, app.databaseUrl);
    await standIn(session, tenant.organization as { id: string });
    const email = newAddress();
    await invite(email, 'Admin', session);
    await accept({ token: await tokenSentTo(app, email), ...NEWCOMER }).expect(200);
  });
});
