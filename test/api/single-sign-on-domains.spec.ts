import { TxtRecords } from '../../src/modules/sign-in/single-sign-on/txt-records';
import { registerTenant, unique, type Tenant } from '../support/builders';
import type { Client, Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTestApp } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { readMailFiles } from '../support/mail';
import { NameServer } from '../support/name-server';
import { SCRIPTED_CLIENT, ScriptedProvider } from '../support/scripted-provider';
import { codeOf, newDomain, SingleSignOnTests } from '../support/single-sign-on';
import { auditActionsOf, sql } from '../support/sql';

const DAY_MS = 24 * 3_600_000;
const JOB = 'check-sso-domains';
const app = useTestApp();
let names: NameServer;
let provider: ScriptedProvider;
let sso: SingleSignOnTests;

beforeAll(async () => {
  app.clock.stopAt(new Date().toISOString());
  names = await NameServer.start();
  app.app.get(TxtRecords, { strict: false }).resolver.setServers([names.address]);
  provider = await ScriptedProvider.start();
  sso = await SingleSignOnTests.start(app);
});
afterAll(() => {
  provider.stop();
  names.stop();
});
afterEach(() => void (names.isBroken = false));

const settings = () => ({ issuer: provider.issuer, ...SCRIPTED_CLIENT, defaultRole: 'Member' });
const vouched = () => sso.connected(settings());

/** Adds a domain, and its record to the DNS. */
async function added(session: Client, domain = newDomain()): Promise<Json> {
  const { body } = await session.post('/api/settings/sso/domains', { domain }).expect(201);
  names.texts.set(body.recordName, body.recordValue);
  return body;
}

/** An organization whose provider signs in the addresses of a domain that the DNS proves, and a session of a person there. */
async function proven(): Promise<{ tenant: Tenant; domain: Json; person: Client; email: string }> {
  const tenant = await registerTenant(app.url);
  await tenant.session.put('/api/settings/sso', settings()).expect(200);
  const domain = await added(tenant.session);
  await tenant.session.post(`/api/settings/sso/domains/${domain.id}/verify`, {}).expect(200);
  const email = `${unique('person')}@${domain.domain}`;
  return { tenant, domain, email, person: await signIn(email) };
}

async function signIn(email: string): Promise<Client> {
  provider.says({ claims: { email, sub: email } });
  const begun = await sso.begin(email);
  return sso.sessionOf(await sso.finish(begun, provider.signIn(begun.url)).expect(200));
}

/** The domain as its organization's operator would see it: whoever is signed in may have been signed out by time. */
const stored = async ({ id }: Json): Promise<Json> =>
  (await sql(app.databaseUrl, 'SELECT proven_by, missing_since FROM sso_domains WHERE id = $1', [id]))[0];

/** The mails to a tenant's Admin about domains, once there are so many. */
const noticesTo = async ({ email }: Tenant, count: number) => {
  const notices = (await readMailFiles(app.dataDir)).filter(
    ({ headers }) => headers['to']?.includes(email) && headers['subject']?.startsWith('The DNS record'),
  );
  return notices.length === count ? notices : null;
};

const later = async (days: number) => {
  app.clock.advance(days * DAY_MS);
  await runJob(app, JOB);
};

describe('a domain', () => {
  it('is proven by a DNS record', async () => {
    const { session } = await registerTenant(app.url);
    const { body } = await session.post('/api/settings/sso/domains', { domain: newDomain().toUpperCase() }).expect(201);
    const verify = () => session.post(`/api/settings/sso/domains/${body.id}/verify`, {});
    expect(codeOf(await verify().expect(409))).toBe('domain_unproven');
    names.texts.set(body.recordName, 'tour-events=something else');
    await verify().expect(409);
    names.texts.set(body.recordName, body.recordValue);
    names.isBroken = true;
    await verify().expect(409);
    names.isBroken = false;
    const { body: verified } = await verify().expect(200);
    expect(verified).toMatchObject({ provenBy: 'dns', provenAt: expect.any(String), missingSince: null });
    await verify().expect(200);
  });

  it('belongs to one organization', async () => {
    const { domain } = await vouched();
    const second = await registerTenant(app.url);
    const { body } = await second.session.post('/api/settings/sso/domains', { domain }).expect(201);
    expect(codeOf(await second.session.post('/api/settings/sso/domains', { domain }).expect(409))).toBe('domain_taken');
    const response = await sso.vouch(second, body.id);
    expect([response.status, codeOf(response)]).toEqual([409, 'domain_taken']);
    const own = await second.session.post(`/api/settings/sso/domains/${body.id}/verify`, { byOperator: true });
    expect(own.status).toBe(403);
    await second.session.delete(`/api/settings/sso/domains/${body.id}`).expect(204);
  });

  it.each([
    ...['com', 'a b.com', '-a.com', '127.0.0.1', `${'a'.repeat(64)}.com`, 'a..com', 'a.com/', 'ex%61mple.com'],
    ...[
      'müller .example',
      'a。example',
      'ｅxample.com',
      'a\u200b.example',
      'a\u0000.example',
      '.example',
      'a@b.example',
    ],
  ])('is none that is written %j', async (domain) => {
    const { session } = await registerTenant(app.url);
    await session.post('/api/settings/sso/domains', { domain }).expect(400);
  });

  it('is one of 20, exactly, also when many are added at once', async () => {
    const { session } = await registerTenant(app.url);
    const add = () => session.post('/api/settings/sso/domains', { domain: newDomain() });
    const responses = await Promise.all(Array.from({ length: 25 }, () => add().then((response) => response)));
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map(codeOf)).toEqual(Array(5).fill('limit_reached'));
    expect((await session.get('/api/settings/sso').expect(200)).body.domains).toHaveLength(20);
  });

  it('that is removed ends what its provider opened for those with addresses in it, and nothing else', async () => {
    const { tenant, domain, person, email } = await proven();
    const other = await added(tenant.session);
    await tenant.session.post(`/api/settings/sso/domains/${other.id}/verify`, {}).expect(200);
    const elsewhere = await signIn(`${unique('person')}@${other.domain}`);
    await tenant.session.delete(`/api/settings/sso/domains/${domain.id}`).expect(204);
    await person.get('/api/auth/session').expect(401);
    await elsewhere.get('/api/auth/session').expect(200);
    const links = await sql(
      app.databaseUrl,
      'SELECT u.email FROM sso_identities i JOIN users u ON u.id = i.user_id WHERE i.organization_id = $1',
      [tenant.organization['id']],
    );
    expect(links.map((link) => link['email'])).not.toContain(email);
    expect(links).toHaveLength(1);
  });

  it('that is removed during a sign-in lets nobody in', async () => {
    for (let round = 0; round < 8; round++) {
      const { tenant, domain, person, email } = await proven();
      await person.post('/api/auth/logout', {});
      const begun = await sso.begin(email);
      const query = provider.signIn(begun.url);
      const [finished] = await Promise.all([
        sso.finish(begun, query).then((response) => response),
        tenant.session.delete(`/api/settings/sso/domains/${domain.id}`).expect(204),
      ]);
      if (finished.status === 200) await sso.sessionOf(finished).get('/api/auth/session').expect(401);
      else expect([403, 409]).toContain(finished.status);
      const kept = await sql(app.databaseUrl, 'SELECT FROM sso_identities WHERE organization_id = $1', [
        tenant.organization['id'],
      ]);
      expect(kept).toEqual([]);
    }
  });
});

describe('the record of a proven domain', () => {
  it('is looked up again a week later, and stays proven', async () => {
    const { domain } = await proven();
    await later(7);
    expect(await stored(domain)).toEqual({ proven_by: 'dns', missing_since: null });
  });

  it('that is gone for two weeks proves nothing any more, and its Admins were told', async () => {
    const { tenant, domain, email } = await proven();
    names.texts.delete(domain.recordName);
    await later(7);
    expect(await stored(domain)).toEqual({ proven_by: 'dns', missing_since: expect.any(Date) });
    const [warning] = await eventually('a warning', () => noticesTo(tenant, 1));
    // Written so that no mail program makes a link of it.
    expect(warning!.headers['subject']).toBe(`The DNS record of ${domain.domain.replaceAll('.', '. ')} is gone`);
    await later(13);
    const person = await signIn(email);
    await later(1);
    expect(await stored(domain)).toEqual({ proven_by: null, missing_since: null });
    await person.get('/api/auth/session').expect(401);
    const { body } = await sso.anybody.post('/api/auth/sso', { email }).expect(409);
    expect(body.code).toBe('sso_unavailable');
    expect(await auditActionsOf(app.databaseUrl, tenant.organization['id'])).toContain('sso.domain_lost');
    await eventually('a second mail', () => noticesTo(tenant, 2));
  });

  it('that is back in time proves it as before', async () => {
    const { domain } = await proven();
    names.texts.delete(domain.recordName);
    await later(7);
    names.texts.set(domain.recordName, domain.recordValue);
    await later(1);
    expect(await stored(domain)).toEqual({ proven_by: 'dns', missing_since: null });
    names.texts.delete(domain.recordName);
    await later(20);
    expect(await stored(domain)).toEqual({ proven_by: 'dns', missing_since: expect.any(Date) });
  });

  it('is not gone because name servers do not say', async () => {
    const { domain } = await proven();
    names.isBroken = true;
    await later(7);
    await later(30);
    expect(await stored(domain)).toEqual({ proven_by: 'dns', missing_since: null });
  });

  it('is not looked up where an operator vouched', async () => {
    const { tenant } = await vouched();
    await later(30);
    const rows = await sql(app.databaseUrl, 'SELECT proven_by FROM sso_domains WHERE organization_id = $1', [
      tenant.organization['id'],
    ]);
    expect(rows).toEqual([{ proven_by: 'operator' }]);
  });

  it('must be there before another provider is set', async () => {
    const { tenant, domain } = await proven();
    const other = await ScriptedProvider.start();
    names.texts.delete(domain.recordName);
    const set = (more: Json) => tenant.session.put('/api/settings/sso', { ...settings(), ...more });
    const refused = await set({ issuer: other.issuer }).expect(409);
    expect(refused.body).toMatchObject({ code: 'domain_unproven', detail: expect.stringContaining(domain.domain) });
    await set({ defaultRole: 'Admin' }).expect(200);
    names.isBroken = true;
    await set({ issuer: other.issuer }).expect(200);
    names.isBroken = false;
    await tenant.session.delete(`/api/settings/sso/domains/${domain.id}`).expect(204);
    await set({}).expect(200);
    other.stop();
  });

  it('is shown as missing, and as there again once an Admin has it looked up', async () => {
    const { tenant, domain } = await proven();
    names.texts.delete(domain.recordName);
    await later(7);
    const shown = async () => (await tenant.session.get('/api/settings/sso').expect(200)).body.domains[0];
    expect(await shown()).toMatchObject({ provenBy: 'dns', missingSince: expect.any(String) });
    names.texts.set(domain.recordName, domain.recordValue);
    await sql(app.databaseUrl, 'UPDATE sessions SET authenticated_at = $1', [app.clock.now()]);
    await tenant.session.post(`/api/settings/sso/domains/${domain.id}/verify`, {}).expect(200);
    expect(await shown()).toMatchObject({ provenBy: 'dns', missingSince: null });
  });
});
