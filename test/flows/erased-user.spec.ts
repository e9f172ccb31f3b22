import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useSuperAdmin, useOwnTestApp } from '../support/fixtures';
import { findings, leaks } from '../support/forgotten';
import { newEvent } from '../support/guests';
import { sealAuditRecords } from '../support/jobs';
import { tokenSentTo } from '../support/members';
import { newMember, registerSuperAdmin, standIn } from '../support/people';
import { addPasskey, byName, setUpTotp } from '../support/second-factors';
import { sql } from '../support/sql';

/** Values that nobody else has: each must be gone. */
const ZOE = { name: 'Zyxzoe Quirkfeather', email: 'zyxzoe@quirkfeather.example', phone: '+436601239872' };
const VALUES = [...Object.values(ZOE), 'zyxzoe', 'quirkfeather', '6601239872', 'zyxnew', 'zyx-quirk', 'zyxsecond'];
const PASSWORD = 'a long enough password';

describe('an erased user', () => {
  const service = useOwnTestApp();
  const operator = useSuperAdmin(service);
  let tenant: Tenant;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });

  const erase = (id: string, body: Json = {}) => operator.session.post(`/api/users/${id}/erase`, body);
  const codeOf = (response: Json) => [response.status, response.body.code];
  const register = (fields: Json = {}) =>
    registerTenant(service.url, {
      ...ZOE,
      phone: undefined,
      organizationName: 'A firm',
      password: PASSWORD,
      ...fields,
    });

  /** Whatever a user does that leaves their name or address somewhere. */
  async function leaveTraces(zoe: Tenant): Promise<void> {
    await zoe.session.patch('/api/users/me', { name: 'Zyxsecond Quirkfeather' }).expect(200);
    await zoe.session.patch('/api/users/me', { name: ZOE.name, phone: ZOE.phone }).expect(200);
    await setUpTotp(zoe.session, service.clock);
    await addPasskey(byName(service.url, zoe.session));
    await zoe.session.post('/api/auth/email', { email: 'zyxnew@quirkfeather.example' }).expect(202);
    await new Client(service.url).post('/api/auth/password/forgot', { email: ZOE.email }).expect(202);
    await new Client(service.url).post('/api/auth/login', { email: ZOE.email, password: 'wrong' }).expect(401);
    await zoe.session.post('/api/referrals', { code: 'ZYX-QUIRK' }).expect(201);
    const { body: inbox } = await zoe.session.post('/api/webhooks/test-inbox').expect(201);
    await zoe.session.post('/api/webhooks', { url: inbox.url, eventTypes: ['*'] }).expect(201);
    await zoe.session
      .post('/api/webhooks', { url: `${service.url}/nowhere`, eventTypes: ['*'], fullPayload: true })
      .expect(201);
    const event = await newEvent(zoe.key);
    // Its event names the operator as the actor, and Zoe only as who made the record.
    await standIn(operator.session, zoe.organization);
    await operator.session.patch(`/api/events/${event.id}`, { notes: 'Changed' }).expect(200);
    await standIn(operator.session, operator.organization);
    await zoe.session
      .post(`/api/events/${event.id}/team`, { userId: zoe.user.id, notes: 'zyxzoe is late' })
      .expect(201);
    await zoe.session.post('/api/notifications/email', { to: [ZOE.email], subject: 'Hi', body: 'Hello' }).expect(202);
  }

  async function joinTenant(): Promise<void> {
    await tenant.session
      .post('/api/webhooks', { url: `${service.url}/nowhere`, eventTypes: ['*'], fullPayload: true })
      .expect(201);
    const invited = tenant.session.post('/api/organizations/invitations', { email: ZOE.email, role: 'Admin' });
    await invited.set('Idempotency-Key', 'zyx').expect(201);
    const token = await tokenSentTo(service, ZOE.email);
    await new Client(service.url).post('/api/invitations/accept', { token, password: PASSWORD }).expect(200);
  }

  it('is in no table, dump, file or response any more, and all logs are valid', async () => {
    const zoe = await register();
    await joinTenant();
    await leaveTraces(zoe);
    await sql(service.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [zoe.user.id]);
    const other = await newMember(service.url, service.databaseUrl, tenant.organization);
    const acting = await zoe.session.post(`/api/users/${other.user.id}/impersonate`, { reason: 'help' }).expect(200);
    const asOther = new Client(service.url, { Cookie: sessionCookieOf(acting) });
    await asOther.post('/api/tours', { name: 'By an operator' }).expect(201);
    await sealAuditRecords(service);
    expect(await findings(service, VALUES)).not.toEqual([]);

    expect((await erase(zoe.user.id, { force: true }).expect(200)).body).toEqual({ erased: true });
    expect((await erase(zoe.user.id).expect(200)).body).toEqual({ erased: true });
    await sealAuditRecords(service);
    expect(await findings(service, VALUES)).toEqual([]);
    // What was captured instead of being sent is deleted after the commit.
    await eventually('captured mail to be deleted', async () => (await leaks(service, VALUES)).length === 0);

    await asOther.get('/api/tours').expect(401);
    await zoe.key.get('/api/tours').expect(401);
    await zoe.session.get('/api/tours').expect(401);
    const { body: record } = await operator.session.get(`/api/platform/users/${zoe.user.id}`).expect(200);
    expect(record).toMatchObject({ name: 'Erased user', status: 'suspended', phone: null, organizations: [] });
    expect(record.erasedAt).toEqual(expect.any(String));
    await standIn(operator.session, tenant.organization);
    const responses = await Promise.all(
      [
        '/api/audit-logs?limit=100',
        '/api/audit-logs/platform?limit=100',
        '/api/platform/users?limit=100',
        '/api/organizations/invitations?limit=100',
        '/api/organizations/members?limit=100',
        '/api/changes?limit=100',
        '/api/search?q=zyxzoe',
      ].map((path) => operator.session.get(path).expect(200)),
    );
    for (const { body } of responses)
      expect(JSON.stringify(body)).not.toMatch(/zyxzoe|zyxnew|zyx-quirk|zyxsecond|quirkfeather/i);
    const { body: verification } = await operator.session.get('/api/audit-logs/verify').expect(200);
    expect(verification).toMatchObject({ valid: true, brokenAt: null });
    expect(verification.erased).toBeGreaterThan(2);
  });

  it('is in no reason any more for which an operator acted as them', async () => {
    const reason = 'Zyxreason Quirkfeather cannot find her tour';
    const zoe = await register({ email: 'zyxreason@quirkfeather.example' });
    const ops = await registerSuperAdmin(service.url, service.databaseUrl);
    const started = await ops.session.post(`/api/users/${zoe.user.id}/impersonate`, { reason }).expect(200);
    await new Client(service.url, { Cookie: sessionCookieOf(started) }).post('/api/impersonation/end').expect(200);
    const shown = async (): Promise<Json> => {
      await standIn(operator.session, zoe.organization);
      const { body } = await operator.session.get('/api/audit-logs?action=impersonation.started').expect(200);
      await standIn(operator.session, operator.organization);
      return body.data[0];
    };
    expect((await shown()).changes).toEqual({ reason: { before: null, after: reason } });
    expect(await findings(service, ['cannot find her tour'])).toEqual([]);
    await erase(zoe.user.id, { force: true }).expect(200);
    expect(await shown()).toMatchObject({
      actor: { id: ops.user.id, name: ops.user.name },
      changes: { reason: { before: null, after: null, erased: true } },
    });
  });

  it('frees the address for a new account, and stays as a number in what it made', async () => {
    const zoe = await register({ email: 'zyxfree@quirkfeather.example' });
    const member = await newMember(service.url, service.databaseUrl, zoe.organization, 'Admin');
    const event = await newEvent(zoe.key);
    await erase(zoe.user.id).expect(200);
    const again = await register({ email: 'zyxfree@quirkfeather.example' });
    expect(again.user.id).not.toBe(zoe.user.id);
    const { body: left } = await member.key.get(`/api/events/${event.id}`).expect(200);
    expect(left).toMatchObject({ createdBy: zoe.user.id, createdByName: null });
    const [, record] = (await operator.session.get(`/api/audit-logs/platform?targetId=${zoe.user.id}&sortDir=asc`)).body
      .data;
    expect(record).toMatchObject({ action: 'user.erased', changes: {}, actor: { id: operator.user.id } });
    await operator.session.patch(`/api/platform/users/${zoe.user.id}`, { status: 'active' }).expect(409);
    const granted = await operator.session.put(`/api/users/${zoe.user.id}/super-admin`);
    expect(codeOf(granted)).toEqual([409, 'user_erased']);
    const { email } = (await operator.session.get(`/api/platform/users/${zoe.user.id}`)).body;
    await new Client(service.url).post('/api/auth/login', { email, password: PASSWORD }).expect(401);
  });

  it('is not the last active Admin of an organization, unless forced, nor the last Super Admin, nor oneself', async () => {
    const zoe = await register({ email: 'zyxlast@quirkfeather.example' });
    expect(codeOf(await erase(zoe.user.id))).toEqual([409, 'last_admin']);
    expect(codeOf(await erase(operator.user.id, { force: true }))).toEqual([409, 'own_user']);
    const second = await registerSuperAdmin(service.url, service.databaseUrl);
    await erase(second.user.id, { force: true }).expect(200);
    expect((await erase(zoe.user.id, { force: true }).expect(200)).body).toEqual({ erased: true });
    await erase('01900000-0000-7000-8000-000000000000').expect(404);
    await erase('unknown').expect(404);
    await erase(tenant.user.id, { force: 'yes' }).expect(400);
    expect(codeOf(await tenant.session.post(`/api/users/${zoe.user.id}/erase`, {}))).toEqual([403, 'forbidden']);
  });

  it('revokes pending invitations to the address, and those who are invited again are somebody else', async () => {
    const zoe = await register({ email: 'zyxinvited@quirkfeather.example' });
    const { body: invitation } = await tenant.session
      .post('/api/organizations/invitations', { email: zoe.email, role: 'Member' })
      .expect(201);
    // The tenant's log knows nobody of that name, only an address that was invited.
    await erase(zoe.user.id, { force: true }).expect(200);
    const { body: left } = await tenant.session.get(`/api/organizations/invitations/${invitation.id}`).expect(200);
    expect(left).toMatchObject({ status: 'revoked', email: 'erased@erased.invalid' });
    await tenant.session.post('/api/organizations/invitations', { email: zoe.email, role: 'Member' }).expect(201);
  });
});
