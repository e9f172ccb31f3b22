import { registerTenant, unique } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTestApp } from '../support/fixtures';
import { CLIENT, IdentityProvider, type ProviderPerson } from '../support/identity-provider';
import { joinAs, mailTo, tokenSentTo } from '../support/members';
import { passwordResetsOf } from '../support/password-resets';
import { codeOf, newDomain, SingleSignOnTests, type ConnectedTenant } from '../support/single-sign-on';
import { auditActionsOf, sql } from '../support/sql';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const app = useTestApp();
const resets = passwordResetsOf(() => [app]);
let provider: IdentityProvider;
let sso: SingleSignOnTests;
let anybody: Client;

beforeAll(async () => {
  app.clock.stopAt(new Date().toISOString());
  provider = await IdentityProvider.start(`${app.url}/sso/`);
  sso = await SingleSignOnTests.start(app);
  ({ anybody } = sso);
});
afterAll(() => provider.stop());

const settings = () => ({ issuer: provider.issuer, ...CLIENT, defaultRole: 'Member' });
const connected = (): Promise<ConnectedTenant> => sso.connected(settings());

/** Signs somebody in all the way; gives the response. */
async function signIn(person: ProviderPerson): Promise<Json> {
  const begun = await sso.begin(person.email);
  return sso.finish(begun, await provider.signIn(begun.url, person));
}

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
    const { body } = await sso.sessionOf(response).get('/api/auth/session').expect(200);
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
    const { password } = existing;
    const linked = await anybody
      .post('/api/auth/login/factor', { challenge: asked.body.challenge, password })
      .expect(200);
    expect(linked.body.user.id).toBe(existing.user['id']);
    expect((await signIn(person)).body.user.id).toBe(existing.user['id']);
  });

  it('lets nobody in whose address is not verified, or of another domain', async () => {
    const { domain } = await connected();
    const unverified = await signIn(personAt(domain, { verified: false }));
    expect([unverified.status, codeOf(unverified)]).toEqual([403, 'sso_refused']);
    const begun = await sso.begin(`somebody@${domain}`);
    const stranger = await sso.finish(begun, await provider.signIn(begun.url, personAt('elsewhere.example.net')));
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
    const begun = await sso.begin(person.email);
    const url = new URL(begun.url);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('nonce')).toMatch(/.{20,}/);
    expect(url.searchParams.get('redirect_uri')).toBe(`${app.url}/sso/${begun.organizationId}`);
    const query = await provider.signIn(begun.url, person);
    expect(codeOf(await sso.finish({ ...begun, cookie: '' }, query).expect(410))).toBe('challenge_gone');
    const other = await sso.begin(person.email);
    expect(codeOf(await sso.finish({ ...begun, cookie: other.cookie }, query).expect(410))).toBe('challenge_gone');
    await sso.finish(begun, query).expect(200);
    expect(codeOf(await sso.finish(begun, query).expect(409))).toBe('sso_failed');
    const slow = await sso.begin(person.email);
    const late = await provider.signIn(slow.url, person);
    app.clock.advance(10 * MINUTE_MS);
    expect(codeOf(await sso.finish(slow, late).expect(410))).toBe('challenge_gone');
  });

  it('is kept in a cookie of its own, so that two tabs begin at once and both end well', async () => {
    const { domain } = await connected();
    const person = personAt(domain);
    const [first, second] = [await sso.begin(person.email), await sso.begin(person.email)];
    const cookie = `${first.cookie}; ${second.cookie}`;
    const back = await sso.finish({ ...first, cookie }, await provider.signIn(first.url, person)).expect(200);
    expect(back.headers['set-cookie']).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^${first.cookie.split('=')[0]}=;.*1970`))]),
    );
    await sso.finish({ ...second, cookie }, await provider.signIn(second.url, person)).expect(200);
  });

  it('is one of five that a browser keeps, the oldest goes', async () => {
    const { domain } = await connected();
    const person = personAt(domain);
    const begun = [];
    for (let count = 0; count < 5; count++) begun.push(await sso.begin(person.email));
    const Cookie = begun.map(({ cookie }) => cookie).join('; ');
    const response = await anybody.with({ Cookie }).post('/api/auth/sso', { email: person.email }).expect(200);
    const set = response.headers['set-cookie'] as unknown as string[];
    expect(set).toHaveLength(2);
    expect(set[0]).toMatch(new RegExp(`^${begun[0]!.cookie.split('=')[0]}=;.*1970.*HttpOnly; SameSite=Lax$`));
    expect(set[1]).toMatch(/^te_sso_[\w-]{16}=[\w-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  it('comes back to the organization at which it began, or goes nowhere', async () => {
    const [{ domain }, other] = [await connected(), await connected()];
    const person = personAt(domain);
    const begun = await sso.begin(person.email);
    const query = await provider.signIn(begun.url, person);
    for (const organizationId of [other.tenant.organization['id'], 'no id', begun.organizationId.toUpperCase()])
      expect(codeOf(await sso.finish({ ...begun, organizationId }, query).expect(410))).toBe('challenge_gone');
    // The code was sent to nobody: it still works.
    await sso.finish(begun, query).expect(200);
  });

  it('goes to no provider but the one at which it began', async () => {
    const { tenant, domain } = await connected();
    const person = personAt(domain);
    const begun = await sso.begin(person.email);
    const query = await provider.signIn(begun.url, person);
    const second = await IdentityProvider.start(`${app.url}/sso/`);
    await tenant.session.put('/api/settings/sso', { ...settings(), issuer: second.issuer }).expect(200);
    expect(codeOf(await sso.finish(begun, query).expect(410))).toBe('challenge_gone');
    second.stop();
  });

  it('lasts a day: then the provider is asked again', async () => {
    const { domain } = await connected();
    const session = sso.sessionOf(await signIn(personAt(domain)));
    app.clock.advance(23 * HOUR_MS);
    await session.get('/api/auth/session').expect(200);
    app.clock.advance(HOUR_MS);
    await session.get('/api/auth/session').expect(401);
  });

  it('that the provider refuses says so', async () => {
    const { domain } = await connected();
    const begun = await sso.begin(`somebody@${domain}`);
    const response = await sso.finish(begun, await provider.signIn(begun.url, null)).expect(409);
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
    expect(
      codeOf(await other.post('/api/auth/sso/callback', { query: 'code=1', organizationId: 'x' }).expect(403)),
    ).toBe('cross_site');
  });
});

describe('requireSso', () => {
  it('needs a sign-in that worked, ends other sessions, and then lets nobody in by password', async () => {
    const { tenant, domain } = await connected();
    const member = await joinAs(app, tenant, 'Member');
    const required = { ...settings(), requireSso: true };
    expect(codeOf(await tenant.session.put('/api/settings/sso', required).expect(409))).toBe('sso_untested');
    const person = personAt(domain);
    const byProvider = sso.sessionOf(await signIn(person));
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
    const refused = await sso.sessionOf(response).put('/api/auth/session/organization', move).expect(403);
    expect(codeOf(refused)).toBe('sso_required');
  });

  it('lets nobody in by an invitation alone', async () => {
    const { tenant, domain } = await connected();
    const email = `${unique('invited')}@example.com`;
    await tenant.session.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
    await signIn(personAt(domain));
    await tenant.session.put('/api/settings/sso', { ...settings(), requireSso: true }).expect(200);
    const acceptance = { token: await tokenSentTo(app, email), name: 'Ada', password: 'an invited password' };
    const refused = await anybody.post('/api/invitations/accept', acceptance).expect(403);
    expect([codeOf(refused), refused.headers['set-cookie']]).toEqual(['sso_required', undefined]);
    await anybody.post('/api/auth/login', { email, password: acceptance.password }).expect(401);
    await tenant.session.delete('/api/settings/sso').expect(204);
    await anybody.post('/api/invitations/accept', acceptance).expect(200);
  });

  it('counts as the second factor that the organization asks for', async () => {
    const { tenant, domain } = await connected();
    const person = personAt(domain);
    await signIn(person);
    await tenant.session.patch('/api/settings', { requireSecondFactor: true }).expect(200);
    await sso
      .sessionOf(await signIn(person))
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
    const { body } = await tenant.session.put('/api/settings/sso', { ...others, defaultRole: 'Admin' }).expect(200);
    expect(JSON.stringify(body)).not.toContain(clientSecret);
    const shown = (await tenant.session.get('/api/settings/sso').expect(200)).body;
    expect(shown).toMatchObject({ hasClientSecret: true, redirectUri: `${app.url}/sso/${tenant.organization['id']}` });
    const [row] = await sql(app.databaseUrl, 'SELECT client_secret FROM sso_connections WHERE organization_id = $1', [
      tenant.organization['id'],
    ]);
    expect((row!.client_secret as Buffer).includes(clientSecret)).toBe(false);
    const records = await sql(app.databaseUrl, `SELECT changes::text FROM audit_records WHERE action = 'sso.updated'`);
    expect(JSON.stringify(records)).not.toContain(clientSecret);
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
    const { user } = (await signIn(person)).body;
    const email = `${unique('new')}@private.example`;
    // The account's own password: nobody knows the one that a provider's first sign-in made up.
    const password = 'a password of my own';
    await resets.reset(await resets.newToken(person.email), password).expect(204);
    const login = await anybody.post('/api/auth/login', { email: person.email, password }).expect(200);
    await sso.sessionOf(login).post('/api/auth/email', { email }).expect(202);
    const token = await eventually('the link', async () => {
      const texts = (await mailTo(app, email)).map(({ text }) => text);
      return /\/email\/confirm\?token=(\S+)/.exec(texts.join(' '))?.[1] ?? null;
    });
    await anybody.post('/api/auth/email/confirm', { token }).expect(204);
    const later = await signIn(person);
    expect(later.status).toBe(200);
    expect(later.body.user.id).not.toBe(user.id);
  });
});
