import { unique } from '../support/builders';
import type { Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { CLIENT, IdentityProvider } from '../support/identity-provider';
import { KEYS, SCRIPTED_CLIENT, ScriptedProvider } from '../support/scripted-provider';
import { codeOf, SingleSignOnTests, type ConnectedTenant } from '../support/single-sign-on';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;
const app = useTestApp();
let provider: ScriptedProvider;
let sso: SingleSignOnTests;

beforeAll(async () => {
  app.clock.stopAt(new Date().toISOString());
  sso = await SingleSignOnTests.start(app);
});
beforeEach(async () => {
  provider = await ScriptedProvider.start();
});
afterEach(() => provider.stop());

const settings = () => ({ issuer: provider.issuer, ...SCRIPTED_CLIENT, defaultRole: 'Member' });

/** Connects an organization, and lets somebody in of whom the provider says `claims`. */
async function signIn(claims: (email: string) => Json, domain?: string): Promise<Json> {
  const connected = await sso.connected(settings(), domain);
  return signInTo(connected, claims);
}

async function signInTo({ domain }: ConnectedTenant, claims: (email: string) => Json): Promise<Json> {
  const email = `${unique('person')}@${domain}`.toLowerCase();
  provider.says({ ...provider.script, ...claims(email) });
  const begun = await sso.begin(email);
  return sso.finish(begun, provider.signIn(begun.url));
}

const person = (more: Json = {}) => {
  return (email: string) => ({ claims: { email, email_verified: true, name: 'Grace Hopper', ...more } });
};

describe('what real providers say of a person', () => {
  it('Microsoft Entra ID has no email_verified: its word about a proven domain is enough', async () => {
    const response = await signIn((email) => ({
      claims: {
        email,
        name: 'Grace Hopper',
        preferred_username: email,
        tid: unique('t'),
        oid: unique('o'),
        ver: '2.0',
      },
      userInfo: { name: 'Grace Hopper', given_name: 'Grace', family_name: 'Hopper', email },
    }));
    expect(response.body.user).toMatchObject({ name: 'Grace Hopper' });
  });

  it('Amazon Cognito sends email_verified as text, and the rest at UserInfo', async () => {
    const response = await signIn((email) => ({
      claims: { 'cognito:username': 'grace', token_use: 'id' },
      userInfo: { email, email_verified: 'true', given_name: 'Grace', family_name: 'Hopper', username: 'grace' },
    }));
    expect(response.body.user).toMatchObject({ name: 'Grace Hopper' });
  });

  it('Google says everything in the ID token, so that UserInfo is not asked for', async () => {
    const response = await signIn(person({ hd: 'example.com', given_name: 'Grace' }));
    expect(response.status).toBe(200);
    expect(provider.askedFor('/userinfo')).toBe(0);
  });

  it.each([
    ['false in the ID token', { email_verified: false }, {}],
    ['false as text', { email_verified: 'false' }, {}],
    ['false at UserInfo alone', { email_verified: undefined }, { email_verified: false }],
    ['neither true nor false', { email_verified: 1 }, {}],
  ])('an email_verified that is %s lets nobody in', async (_, claims, userInfo) => {
    const response = await signIn((email) => ({ claims: { email, ...claims }, userInfo }));
    expect([response.status, codeOf(response)]).toEqual([403, 'sso_refused']);
  });

  it('no name at all makes the address speak for the person', async () => {
    const response = await signIn((email) => ({ claims: { email } }));
    expect(response.body.user.name).toBe(response.body.user.email.split('@')[0]);
  });

  it('a domain in its own letters is the one in ASCII', async () => {
    const label = unique('müller').toLowerCase();
    const connected = await sso.connected(settings(), `${label.toUpperCase()}.example`);
    const domains = await connected.tenant.session.get('/api/settings/sso').expect(200);
    const { domain } = domains.body.domains[0];
    expect(domain).toMatch(/^xn--mller-.*\.example$/);
    const taken = await connected.tenant.session.post('/api/settings/sso/domains', { domain }).expect(409);
    expect(codeOf(taken)).toBe('domain_taken');
    const first = await signInTo({ ...connected, domain: `${label}.example` }, person());
    expect(first.status).toBe(200);
    const { email } = first.body.user;
    const begun = await sso.begin(email.replace(`${label}.example`, domain));
    const again = await sso.finish(begun, provider.signIn(begun.url)).expect(200);
    expect(again.body.user.id).toBe(first.body.user.id);
  });
});

describe('the token endpoint', () => {
  it.each([
    ['by Basic, escaped, where nothing is listed', undefined, 'basic'],
    ['by Basic where only that is listed', ['client_secret_basic'], 'basic'],
    ['in the form where only that is listed', ['private_key_jwt', 'client_secret_post'], 'post'],
    [
      'in the form where both are listed and the provider wants that',
      ['client_secret_post', 'client_secret_basic'],
      'post',
    ],
  ] as const)('gets the secret %s', async (_, listed, authentication) => {
    provider.says({ authentication, metadata: { token_endpoint_auth_methods_supported: listed } });
    expect((await signIn(person())).status).toBe(200);
  });

  it('that takes no secret of ours is found when the provider is set', async () => {
    provider.says({ metadata: { token_endpoint_auth_methods_supported: ['private_key_jwt'] } });
    const { session } = await sso.unconnected();
    const { body } = await session.put('/api/settings/sso', settings()).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'issuer', code: 'unusable_provider' })]);
  });

  it('says when the provider is set that it does not know the client', async () => {
    const real = await IdentityProvider.start(`${app.url}/sso/`);
    const { session } = await sso.unconnected();
    const set = (more: Json) =>
      session.put('/api/settings/sso', { issuer: real.issuer, ...CLIENT, defaultRole: 'Member', ...more });
    const wrong = { code: 'unknown_client', message: expect.stringContaining('does not know this client') };
    for (const more of [{ clientSecret: 'another secret' }, { clientId: 'another-client' }])
      expect((await set(more).expect(400)).body.errors).toEqual([
        expect.objectContaining({ ...wrong, field: 'clientSecret' }),
      ]);
    const unknown = await set({ clientId: 'another-client', clientSecret: null }).expect(400);
    expect(unknown.body.errors).toEqual([expect.objectContaining({ ...wrong, field: 'clientId' })]);
    await set({}).expect(200);
    real.stop();
  });
});

describe('the signature of an ID token', () => {
  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('counts by %s, whatever the metadata lists', async (alg) => {
    provider.says({ alg, metadata: { id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'] } });
    expect((await signIn(person())).status).toBe(200);
  });

  it.each<[string, Json]>([
    ['made up', { signature: 'AAAAAA' }],
    ['missing', { signature: '' }],
    ['of an unknown key', { header: { kid: 'another' } }],
    ['of a key in its header', { header: { kid: undefined, jwk: KEYS[0] }, keys: [KEYS[1]] }],
    ['none', { alg: 'none' }],
    ['HS256 by the public key', { alg: 'HS256' }],
    ['RS384', { alg: 'RS384' }],
    ['of a key for encryption', { keys: [{ ...KEYS[0], use: 'enc' }, KEYS[1]] }],
  ])('is refused when it is %s', async (_, script) => {
    const algorithms = ['RS256', 'none', 'HS256', 'RS384'];
    const connected = await sso.connected(settings());
    app.clock.advance(6 * MINUTE_MS);
    provider.says({ metadata: { id_token_signing_alg_values_supported: algorithms }, ...script });
    const response = await signInTo(connected, person());
    expect([response.status, codeOf(response)]).toEqual([409, 'sso_failed']);
    expect(await sql(app.databaseUrl, 'SELECT FROM sso_identities WHERE issuer = $1', [provider.issuer])).toEqual([]);
  });

  it('by a new key counts at once', async () => {
    provider.says({ keys: [KEYS[1]] });
    const connected = await sso.connected(settings());
    expect((await signInTo(connected, person())).status).toBe(409);
    app.clock.advance(6 * MINUTE_MS);
    provider.says({ keys: KEYS });
    expect((await signInTo(connected, person())).status).toBe(200);
  });
});
