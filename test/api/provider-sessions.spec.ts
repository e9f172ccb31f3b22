import { registerTenant, unique, type Tenant } from '../support/builders';
import { type Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTestApp } from '../support/fixtures';
import { CLIENT, IdentityProvider } from '../support/identity-provider';
import { readMailFiles } from '../support/mail';
import { join, registerSuperAdmin } from '../support/people';
import { setUpTotp, totpCode } from '../support/second-factors';
import { codeOf, SingleSignOnTests } from '../support/single-sign-on';
import { auditActionsOf, sql } from '../support/sql';

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
const NOTICE = "An organization's sign-in was connected to your account";
const app = useTestApp();
let provider: IdentityProvider;
let sso: SingleSignOnTests;
let anybody: Client;
/** The organization whose provider signs people in. */
let firm: Tenant;
let domain: string;

beforeAll(async () => {
  app.clock.stopAt(new Date().toISOString());
  provider = await IdentityProvider.start(`${app.url}/sso/`);
  sso = await SingleSignOnTests.start(app);
  ({ anybody } = sso);
  const settings = { issuer: provider.issuer, ...CLIENT, defaultRole: 'Admin' };
  ({ tenant: firm, domain } = await sso.connected(settings));
});
afterAll(() => provider.stop());

/** Signs somebody in at the provider all the way; gives the response. */
async function signInAtProvider(email: string): Promise<Json> {
  const begun = await sso.begin(email);
  return sso.finish(begun, await provider.signIn(begun.url, { subject: email, email }));
}

/** Somebody with an account and an organization of their own, at an address of the firm's domain. */
async function colleague(): Promise<Tenant> {
  const person = await registerTenant(app.url, { email: `${unique('person')}@${domain}`.toLowerCase() });
  await sql(app.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [person.user.id]);
  return person;
}

const connect = (challenge: string, proof: object) => anybody.post('/api/auth/login/factor', { challenge, ...proof });

/** A colleague who is connected, and their session by the provider. */
async function connected(): Promise<{ person: Tenant; byProvider: Client }> {
  const person = await colleague();
  const asked = await signInAtProvider(person.email);
  await connect(asked.body.challenge, { password: person.password }).expect(200);
  return { person, byProvider: sso.sessionOf(await signInAtProvider(person.email)) };
}

const linksOf = async (session: Client): Promise<Json[]> =>
  (await session.get('/api/auth/factors').expect(200)).body.providers;
const moveTo = (session: Client, { organization }: Tenant) =>
  session.put('/api/auth/session/organization', { organizationId: organization.id });

describe('an account that was there before the provider signed somebody in with its address', () => {
  it('is neither opened nor made a member until its own password was shown', async () => {
    const person = await colleague();
    const asked = await signInAtProvider(person.email);
    expect([asked.status, codeOf(asked)]).toEqual([409, 'connect_required']);
    expect(asked.body).toMatchObject({ challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['password'] });
    expect(asked.headers['set-cookie']).not.toEqual(expect.arrayContaining([expect.stringContaining('te_session')]));
    expect(await linksOf(person.session)).toEqual([]);
    await moveTo(person.session, firm).expect(404);

    const { challenge } = asked.body;
    await connect(challenge, { password: 'another long password' }).expect(401);
    const response = await connect(challenge, { password: person.password }).expect(200);
    expect(response.body).toMatchObject({ user: { id: person.user.id }, organization: { id: firm.organization.id } });
    expect(codeOf(await connect(challenge, { password: person.password }).expect(410))).toBe('challenge_gone');
    expect(await linksOf(person.session)).toEqual([
      {
        id: expect.any(String),
        organization: { id: firm.organization.id, name: firm.organization.name },
        issuer: provider.issuer,
        connectedAt: app.clock.now().toISOString(),
      },
    ]);
    await eventually('the notice of it', async () => {
      const mails = await readMailFiles(app.dataDir);
      return mails.some(({ headers }) => headers['to']?.includes(person.email) && headers['subject'] === NOTICE);
    });
    expect(await auditActionsOf(app.databaseUrl, firm.organization.id)).toContain('sso.user_connected');
    expect((await signInAtProvider(person.email)).status).toBe(200);
  });

  it('is connected by its second factor, too', async () => {
    const person = await colleague();
    const { secret } = await setUpTotp(person.session, app.clock);
    app.clock.advance(2 * STEP_MS);
    const asked = await signInAtProvider(person.email);
    expect(asked.body.methods).toEqual(['password', 'totp', 'recoveryCode']);
    await connect(asked.body.challenge, { code: '000000' }).expect(401);
    await connect(asked.body.challenge, { code: totpCode(secret, app.clock) }).expect(200);
  });

  it('is connected no more once the provider was taken away', async () => {
    const person = await colleague();
    const { challenge } = (await signInAtProvider(person.email)).body;
    await sql(app.databaseUrl, 'UPDATE sso_domains SET proven_at = NULL, proven_by = NULL WHERE domain = $1', [domain]);
    const refused = await connect(challenge, { password: person.password });
    await sql(app.databaseUrl, `UPDATE sso_domains SET proven_at = now(), proven_by = 'operator' WHERE domain = $1`, [
      domain,
    ]);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'sso_refused']);
    expect(await linksOf(person.session)).toEqual([]);
  });
});

describe("a session that an organization's provider began", () => {
  it("stands in that organization alone until the account's own password was shown", async () => {
    const { person, byProvider } = await connected();
    await byProvider.get('/api/guests').expect(200);
    const refused = await moveTo(byProvider, person).expect(403);
    expect(codeOf(refused)).toBe('reauthentication_required');
    await byProvider.reauthenticate({ password: person.password });
    expect((await moveTo(byProvider, person).expect(200)).body.organization.id).toBe(person.organization.id);
    await moveTo(byProvider, firm).expect(200);
    await moveTo(byProvider, person).expect(200);
  });

  it('changes nothing of the account before that', async () => {
    const { person, byProvider } = await connected();
    const [link] = await linksOf(byProvider);
    const calls: [method: 'post' | 'delete', path: string, body?: Record<string, unknown>][] = [
      ['post', '/api/auth/email', { email: 'somewhere@else.example' }],
      ['post', '/api/auth/password', { currentPassword: person.password, newPassword: 'another long password' }],
      ['post', '/api/auth/factors/totp'],
      ['post', '/api/auth/factors/totp/verify', { code: '123456' }],
      ['delete', '/api/auth/factors/totp'],
      ['post', '/api/auth/factors/recovery-codes'],
      ['post', '/api/auth/factors/passkeys/options'],
      ['post', '/api/auth/factors/passkeys', { name: 'A phone', credential: { id: 'a', response: {}, type: 'a' } }],
      ['delete', `/api/auth/factors/passkeys/${person.user.id}`],
      ['delete', `/api/auth/factors/providers/${link.id}`],
      ['delete', `/api/auth/sessions/${person.user.id}`],
    ];
    for (const [method, path, body] of calls) {
      const response = await (method === 'post' ? byProvider.post(path, body) : byProvider.delete(path));
      expect([path, response.status, codeOf(response)]).toEqual([path, 403, 'reauthentication_required']);
    }
    await byProvider.reauthenticate({ password: person.password });
    await byProvider.post('/api/auth/factors/totp').expect(201);
  });

  it('needs the second factor for all that where there is one: a provider and a password are not two of its own', async () => {
    const { person, byProvider } = await connected();
    const { secret } = await setUpTotp(person.session, app.clock);
    app.clock.advance(2 * STEP_MS);
    await byProvider.reauthenticate({ password: person.password });
    expect(codeOf(await moveTo(byProvider, person).expect(403))).toBe('reauthentication_required');
    await byProvider.delete('/api/auth/factors/totp').expect(403);
    await byProvider.reauthenticate({ code: totpCode(secret, app.clock) });
    await moveTo(byProvider, person).expect(200);
  });

  it('is fresh in that organization alone', async () => {
    const { person, byProvider } = await connected();
    await byProvider.post('/api/api-keys', { name: 'In the firm' }).expect(201);
    await byProvider.reauthenticate({ password: person.password });
    await moveTo(byProvider, person).expect(200);
    app.clock.advance(16 * MINUTE_MS);
    const again = sso.sessionOf(await signInAtProvider(person.email));
    await again.post('/api/api-keys', { name: 'In the firm' }).expect(201);
    expect(codeOf(await byProvider.post('/api/api-keys', { name: 'Elsewhere' }).expect(403))).toBe(
      'reauthentication_required',
    );
  });

  it("is never a Super Admin's", async () => {
    const { person, byProvider } = await connected();
    // As if the flag had been given without ending sessions.
    await sql(app.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [person.user.id]);
    const { body } = await byProvider.get('/api/auth/session').expect(200);
    expect(body.superAdmin).toBe(false);
    await byProvider.get('/api/organizations').expect(403);
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    await sql(app.databaseUrl, 'UPDATE users SET super_admin = false WHERE id = $1', [person.user.id]);
    await operator.session.put(`/api/users/${person.user.id}/super-admin`).expect(204);
    await byProvider.get('/api/auth/session').expect(401);
  });
});

describe('a connection', () => {
  it('is ended by its user, with the other sessions that it began', async () => {
    const { person, byProvider } = await connected();
    const other = await connected();
    const [link] = await linksOf(person.session);
    await other.person.session.delete(`/api/auth/factors/providers/${link.id}`).expect(404);
    await person.session.delete(`/api/auth/factors/providers/${link.id}`).expect(204);
    await person.session.delete(`/api/auth/factors/providers/${link.id}`).expect(404);
    expect(await linksOf(person.session)).toEqual([]);
    await byProvider.get('/api/auth/session').expect(401);
    await other.byProvider.get('/api/auth/session').expect(200);
    expect(codeOf(await signInAtProvider(person.email))).toBe('connect_required');
    expect(await auditActionsOf(app.databaseUrl, firm.organization.id)).toContain('sso.user_disconnected');
  });

  it('is made once, also by two browsers at once', async () => {
    const { email, password, session } = await colleague();
    const challenges = [];
    for (let i = 0; i < 2; i++) challenges.push((await signInAtProvider(email)).body.challenge);
    const responses = await Promise.all(challenges.map((challenge) => connect(challenge, { password })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await linksOf(session)).toHaveLength(1);
  });

  it('makes a member of somebody who is one elsewhere, and leaves them where they were', async () => {
    const person = await colleague();
    const elsewhere = await registerTenant(app.url);
    await join(app.databaseUrl, person, elsewhere.organization);
    const { challenge } = (await signInAtProvider(person.email)).body;
    const session = sso.sessionOf(await connect(challenge, { password: person.password }).expect(200));
    // The password was shown just now, so the session is the account's own as well.
    await moveTo(session, elsewhere).expect(200);
  });
});
