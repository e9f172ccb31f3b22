import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { TxtRecords } from '../../src/modules/single-sign-on/txt-records';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTestApp } from '../support/fixtures';
import { CLIENT, IdentityProvider, type ProviderPerson } from '../support/identity-provider';
import { joinAs, mailTo } from '../support/members';
import { passwordResetsOf } from '../support/password-resets';
import { registerSuperAdmin } from '../support/people';
import { auditActionsOf, sql } from '../support/sql';

const MINUTE_MS = 60_000;
const app = useTestApp();
const resets = passwordResetsOf(() => [app]);
let provider: IdentityProvider;
let operator: Tenant;
let anybody: Client;

beforeAll(async () => {
  anybody = new Client(app.url);
  app.clock.stopAt(new Date().toISOString());
  provider = await IdentityProvider.start(`${app.url}/sso`);
  operator = await registerSuperAdmin(app.url, app.databaseUrl);
});
afterAll(() => provider.stop());

const codeOf = (response: Json): string => response.body.code;
const newDomain = () => `${unique('firm')}.example.com`.toLowerCase();
const settings = () => ({ issuer: provider.issuer, ...CLIENT, defaultRole: 'Member' });

/** An organization whose provider signs in the addresses of a domain. */
async function connected(): Promise<{ tenant: Tenant; domain: string }> {
  const tenant = await registerTenant(app.url);
  const domain = newDomain();
  await tenant.session.put('/api/settings/sso', settings()).expect(200);
  const { body } = await tenant.session.post('/api/settings/sso/domains', { domain }).expect(201);
  await vouch(tenant, body.id);
  return { tenant, domain };
}

/** An operator vouches for a domain, in a session that stands in the organization. */
async function vouch(tenant: Tenant, domainId: string): Promise<Json> {
  await operator.session.reauthenticate({ password: operator.password });
  await operator.session
    .put('/api/auth/session/organization', { organizationId: tenant.organization['id'] })
    .expect(200);
  return operator.session.post(`/api/settings/sso/domains/${domainId}/verify`, { byOperator: true });
}

interface Begun {
  url: string;
  cookie: string;
}

async function begin(email: string): Promise<Begun> {
  const response = await anybody.post('/api/auth/sso', { email }).expect(200);
  const cookie = (response.headers['set-cookie'] as unknown as string[])[0]!;
  expect(cookie).toMatch(/^te_sso=[\w-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  return { url: response.body.url, cookie: cookie.split(';')[0]! };
}

const finish = ({ cookie }: Pick<Begun, 'cookie'>, query: string) =>
  anybody.with({ Cookie: cookie }).post('/api/auth/sso/callback', { query });

/** Signs somebody in all the way; gives the response. */
async function signIn(person: ProviderPerson): Promise<Json> {
  const begun = await begin(person.email);
  return finish(begun, await provider.signIn(begun.url, person));
}

const sessionOf = (response: Json): Client => new Client(app.url, { Cookie: sessionCookieOf(response) });
const personAt = (domain: string, more: Partial<ProviderPerson> = {}): ProviderPerson => {
  const name = unique('person').toLowerCase();
  return { subject: name, email: `${name}@${domain}`, name: 'Grace Hopper', ...more };
};

describe('a first sign-in', () => {
  it('makes the account and a member with the default role', async () => {
    const { tenant, domain } = await connected();
    const person = personAt(domain);
    const response = await signIn(person);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      user: { name: 'Grace Hopper', email: person.email, role: 'Member' },
      organization: { id: tenant.organization['id'] },
    });
    const { body } = await sessionOf(response).get('/api/auth/session').expect(200);
    expect(body.user.emailConfirmedAt).not.toBeNull();
    expect(await auditActionsOf(app.databaseUrl, tenant.organization['id'])).toEqual(
      expect.arrayContaining([
        'sso.updated',
        'sso.domain_added',
        'sso.domain_proven',
        'member.joined',
        'session.started',
      ]),
    );
    const again = await signIn(person);
    expect(again.body.user.id).toBe(response.body.user.id);
  });

  it('links an account whose mailbox is confirmed, and stays linked when the address changes there', async () => {
    const { domain } = await connected();
    const person = personAt(domain);
    const existing = await registerTenant(app.url, { email: person.email });
    const refused = await signIn(person);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'sso_refused']);
    await sql(app.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [existing.user['id']]);
    const asked = await signIn(person);
    expect([asked.status, codeOf(asked)]).toEqual([409, 'connect_required']);
    const { challenge } = asked.body;
    const { password } = existing;
    const linked = await anybody.post('/api/auth/login/factor', { challenge, password }).expect(200);
    expect(linked.body.user.id).toBe(existing.user['id']);
    expect((await signIn(person)).body.user.id).toBe(existing.user['id']);
  });

  it('lets nobody in whose address is not verified, or of another domain', async () => {
    const { domain } = await connected();
    const unverified = await signIn(personAt(domain, { verified: false }));
    expect([unverified.status, codeOf(unverified)]).toEqual([403, 'sso_refused']);
    const begun = await begin(`somebody@${domain}`);
    const stranger = await finish(begun, await provider.signIn(begun.url, personAt('elsewhere.example.net')));
    expect([stranger.status, codeOf(stranger)]).toEqual([403, 'sso_refused']);
  });

  it('is no way to become a Super Admin, nor back in for somebody who was suspended', async () => {
    const { tenant, domain } = await connected();
    const person = personAt(domain);
    const first = await signIn(person);
    const setStatus = (status: string) =>
      sql(app.databaseUrl, 'UPDATE memberships SET status = $1 WHERE organization_id = $2 AND user_id = $3', [
        status,
        tenant.organization['id'],
        first.body.user.id,
      ]);
    await setStatus('suspended');
    const suspended = await signIn(person);
    expect([suspended.status, codeOf(suspended)]).toEqual([403, 'sso_refused']);
    await setStatus('active');
    await sql(app.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [first.body.user.id]);
    const asOperator = await signIn(person);
    expect([asOperator.status, codeOf(asOperator)]).toEqual([403, 'sso_refused']);
  });
});

describe('a sign-in at the provider', () => {
  it('belongs to the browser that began it, for ten minutes, and once', async () => {
    const { domain } = await connected();
    const person = personAt(domain);
    const begun = await begin(person.email);
    const url = new URL(begun.url);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('nonce')).toMatch(/.{20,}/);
    const query = await provider.signIn(begun.url, person);
    expect(codeOf(await anybody.post('/api/auth/sso/callback', { query }).expect(410))).toBe('challenge_gone');
    const other = await begin(person.email);
    expect(codeOf(await finish(other, query).expect(409))).toBe('sso_failed');
    await finish(begun, query).expect(200);
    expect(codeOf(await finish(begun, query).expect(409))).toBe('sso_failed');
    const slow = await begin(person.email);
    const late = await provider.signIn(slow.url, person);
    app.clock.advance(10 * MINUTE_MS);
    expect(codeOf(await finish(slow, late).expect(410))).toBe('challenge_gone');
  });

  it('that the provider refuses says so', async () => {
    const { domain } = await connected();
    const begun = await begin(`somebody@${domain}`);
    const response = await finish(begun, await provider.signIn(begun.url, null)).expect(409);
    expect(response.body).toMatchObject({ code: 'sso_failed', detail: 'The provider did not sign you in.' });
  });

  it('is offered to proven domains alone', async () => {
    const tenant = await registerTenant(app.url);
    const domain = newDomain();
    await tenant.session.put('/api/settings/sso', settings()).expect(200);
    await tenant.session.post('/api/settings/sso/domains', { domain }).expect(201);
    const { body } = await anybody.post('/api/auth/sso', { email: `a@${domain}` }).expect(409);
    expect(body.code).toBe('sso_unavailable');
  });

  it('comes from no other site', async () => {
    const other = anybody.with({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' });
    expect(codeOf(await other.post('/api/auth/sso/callback', { query: 'code=1' }).expect(403))).toBe('cross_site');
  });
});

describe('requireSso', () => {
  it('needs a sign-in that worked, ends other sessions, and then lets nobody in by password', async () => {
    const { tenant, domain } = await connected();
    const member = await joinAs(app, tenant, 'Member');
    const required = { ...settings(), requireSso: true };
    expect(codeOf(await tenant.session.put('/api/settings/sso', required).expect(409))).toBe('sso_untested');
    const person = personAt(domain);
    const byProvider = sessionOf(await signIn(person));
    await tenant.session.put('/api/settings/sso', required).expect(200);
    await tenant.session.get('/api/auth/session').expect(200);
    await byProvider.get('/api/auth/session').expect(200);
    await member.session.get('/api/auth/session').expect(401);
    const { email, password } = member;
    expect(codeOf(await anybody.post('/api/auth/login', { email, password }).expect(403))).toBe('sso_required');
    await tenant.key.get('/api/tours').expect(200);
    await tenant.session.post('/api/organizations/invitations', { email: 'a@b.example', role: 'Member' }).expect(201);

    await tenant.session.delete('/api/settings/sso').expect(204);
    await anybody.post('/api/auth/login', { email, password }).expect(200);
  });

  it('closes the organization to the sessions that its members have in others', async () => {
    const { tenant, domain } = await connected();
    const member = await joinAs(app, tenant, 'Member');
    const elsewhere = await registerTenant(app.url);
    await sql(
      app.databaseUrl,
      `INSERT INTO memberships (organization_id, id, user_id, role, status, joined_at, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), $2, 'Member', 'active', now(), now(), now())`,
      [elsewhere.organization['id'], member.user.id],
    );
    await signIn(personAt(domain));
    await tenant.session.put('/api/settings/sso', { ...settings(), requireSso: true }).expect(200);
    const { email, password } = member;
    const response = await anybody.post('/api/auth/login', { email, password }).expect(200);
    expect(response.body.organization.id).toBe(elsewhere.organization['id']);
    const move = { organizationId: tenant.organization['id'] };
    const refused = await sessionOf(response).put('/api/auth/session/organization', move).expect(403);
    expect(codeOf(refused)).toBe('sso_required');
  });

  it('counts as the second factor that the organization asks for', async () => {
    const { tenant, domain } = await connected();
    const person = personAt(domain);
    await signIn(person);
    await tenant.session.patch('/api/settings', { requireSecondFactor: true }).expect(200);
    await sessionOf(await signIn(person))
      .get('/api/tours')
      .expect(200);
  });

  it('keeps the last proven domain, or nobody could sign in', async () => {
    const { tenant, domain } = await connected();
    await signIn(personAt(domain));
    await tenant.session.put('/api/settings/sso', { ...settings(), requireSso: true }).expect(200);
    const { domains } = (await tenant.session.get('/api/settings/sso').expect(200)).body;
    await tenant.session.delete(`/api/settings/sso/domains/${domains[0].id}`).expect(409);
  });
});

describe('the settings', () => {
  it('never show the secret, which is stored sealed, and keep it when it is left out', async () => {
    const { tenant } = await connected();
    const { clientSecret, ...others } = settings();
    const { body } = await tenant.session.put('/api/settings/sso', { ...others, defaultRole: 'Viewer' });
    expect(JSON.stringify(body)).not.toContain(clientSecret);
    const shown = (await tenant.session.get('/api/settings/sso').expect(200)).body;
    expect(shown).toMatchObject({ hasClientSecret: true, redirectUri: `${app.url}/sso` });
    const [row] = await sql(app.databaseUrl, 'SELECT client_secret FROM sso_connections WHERE organization_id = $1', [
      tenant.organization['id'],
    ]);
    expect((row!.client_secret as Buffer).includes(clientSecret)).toBe(false);
    const records = await sql(app.databaseUrl, `SELECT changes::text FROM audit_records WHERE action = 'sso.updated'`);
    expect(JSON.stringify(records)).not.toContain(clientSecret);
  });

  it('are refused for a provider that can not be used, by the wall too', async () => {
    const { session } = await registerTenant(app.url);
    const problem = async (issuer: string) =>
      (await session.put('/api/settings/sso', { ...settings(), issuer }).expect(400)).body.errors[0];
    expect(await problem(`${app.url}/nothing`)).toMatchObject({ field: 'issuer', code: 'unusable_provider' });
    expect(await problem('http://127.0.0.1:9')).toMatchObject({ field: 'issuer', code: 'unusable_provider' });
    expect((await problem('http://192.168.1.1')).message).toContain('may not be called');
    expect((await problem('http://169.254.169.254')).message).toContain('may not be called');
    expect((await problem('file:///etc/passwd')).code).toBe('unusable_provider');
    expect((await problem('not a url')).code).toBe('unusable_provider');
    const { body } = await session.put('/api/settings/sso', { ...settings(), defaultRole: 'Nobody' }).expect(400);
    expect(body.errors[0].field).toBe('defaultRole');
  });

  it('ask for a fresh session of an Admin', async () => {
    const tenant = await registerTenant(app.url);
    const member = await joinAs(app, tenant, 'Member');
    await member.session.get('/api/settings/sso').expect(403);
    app.clock.advance(16 * MINUTE_MS);
    const response = await tenant.session.put('/api/settings/sso', settings()).expect(403);
    expect(codeOf(response)).toBe('reauthentication_required');
  });
});

describe('a domain', () => {
  let dns: Socket;
  const texts = new Map<string, string>();
  beforeAll(async () => {
    dns = await startDns(texts);
    app.app
      .get(TxtRecords, { strict: false })
      .resolver.setServers([`127.0.0.1:${(dns.address() as AddressInfo).port}`]);
  });
  afterAll(() => void dns.close());

  it('is proven by a DNS record', async () => {
    const { session } = await registerTenant(app.url);
    const { body } = await session.post('/api/settings/sso/domains', { domain: newDomain().toUpperCase() }).expect(201);
    const verify = () => session.post(`/api/settings/sso/domains/${body.id}/verify`, {});
    expect(codeOf(await verify().expect(409))).toBe('domain_unproven');
    texts.set(body.recordName, 'tour-events=something else');
    await verify().expect(409);
    texts.set(body.recordName, body.recordValue);
    expect((await verify().expect(200)).body).toMatchObject({ provenBy: 'dns', provenAt: expect.any(String) });
    await verify().expect(200);
  });

  it('belongs to one organization', async () => {
    const { domain } = await connected();
    const second = await registerTenant(app.url);
    const { body } = await second.session.post('/api/settings/sso/domains', { domain }).expect(201);
    expect(codeOf(await second.session.post('/api/settings/sso/domains', { domain }).expect(409))).toBe('domain_taken');
    const response = await vouch(second, body.id);
    expect([response.status, codeOf(response)]).toEqual([409, 'domain_taken']);
    const own = await second.session.post(`/api/settings/sso/domains/${body.id}/verify`, { byOperator: true });
    expect(own.status).toBe(403);
    await second.session.delete(`/api/settings/sso/domains/${body.id}`).expect(204);
    for (const wrong of ['com', 'a b.com', '-a.com', '127.0.0.1', `${'a'.repeat(64)}.com`])
      await second.session.post('/api/settings/sso/domains', { domain: wrong }).expect(400);
  });
});

describe('who somebody is to a provider', () => {
  const links = 'SELECT subject FROM sso_identities WHERE user_id = $1';

  it('is forgotten when their membership ends', async () => {
    const { tenant, domain } = await connected();
    const person = personAt(domain);
    const { user } = (await signIn(person)).body;
    expect(await sql(app.databaseUrl, links, [user.id])).toHaveLength(1);
    const { body } = await tenant.session.get(`/api/organizations/members?q=${person.email}`).expect(200);
    await tenant.session.delete(`/api/organizations/members/${body.data[0].id}`).expect(204);
    expect(await sql(app.databaseUrl, links, [user.id])).toEqual([]);
  });

  it('is forgotten when their address changes: whoever comes from there is somebody new', async () => {
    const { domain } = await connected();
    const person = personAt(domain);
    const first = await signIn(person);
    expect((await signIn(person)).body.user.id).toBe(first.body.user.id);
    // What changes the account takes the account's own password.
    const password = 'a password of my own';
    await resets.reset(await resets.newToken(person.email), password).expect(204);
    const session = sessionOf(await anybody.post('/api/auth/login', { email: person.email, password }).expect(200));
    const email = `${unique('new')}@private.example`;
    await session.post('/api/auth/email', { email }).expect(202);
    const token = await eventually('the link', async () => {
      const texts = (await mailTo(app, email)).map(({ text }) => text);
      return /\/email\/confirm\?token=(\S+)/.exec(texts.join(' '))?.[1] ?? null;
    });
    await anybody.post('/api/auth/email/confirm', { token }).expect(204);
    const later = await signIn(person);
    expect(later.status).toBe(200);
    expect(later.body.user.id).not.toBe(first.body.user.id);
  });
});

/** A name server for texts: one question, one answer (RFC 1035). */
async function startDns(texts: Map<string, string>): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    let at = 12;
    const labels: string[] = [];
    while (query[at]! > 0) {
      labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString());
      at += 1 + query[at]!;
    }
    const question = query.subarray(12, at + 5);
    const text = texts.get(labels.join('.').toLowerCase());
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(text === undefined ? 0 : 1, 6);
    head.writeUInt16BE(0, 10);
    const data = Buffer.from(text ?? '');
    const answer = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length + 1, data.length]);
    socket.send(Buffer.concat([head, question, ...(text === undefined ? [] : [answer, data])]), port, address);
  });
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
  return socket;
}
