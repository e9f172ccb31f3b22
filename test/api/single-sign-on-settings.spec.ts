import type { ServerResponse } from 'node:http';
import type { Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { KEYS, SCRIPTED_CLIENT, ScriptedProvider } from '../support/scripted-provider';
import { codeOf, SingleSignOnTests } from '../support/single-sign-on';

const MINUTE_MS = 60_000;
const METADATA = '/.well-known/openid-configuration';
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

describe('settings that cannot work', () => {
  const problemOf = async (more: Json = {}) => {
    const { session } = await sso.unconnected();
    const { body } = await session.put('/api/settings/sso', { ...settings(), ...more }).expect(400);
    expect(body.errors).toHaveLength(1);
    return body.errors[0];
  };

  it('are refused for a provider that cannot be used, by the wall too', async () => {
    const { session } = await sso.unconnected();
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

  it('name the issuer as the provider spells it', async () => {
    const slash = await problemOf({ issuer: `${provider.issuer}/` });
    expect(slash).toMatchObject({ field: 'issuer', code: 'other_issuer', params: { issuer: provider.issuer } });
    expect(slash.message).toBe(
      `The provider calls itself ${provider.issuer}: the slash at the end matters. Enter exactly that.`,
    );
    const pasted = await problemOf({ issuer: provider.issuer + METADATA });
    expect(pasted.message).toBe(`The provider calls itself ${provider.issuer}. Enter exactly that.`);
    provider.says({ metadata: { issuer: 'https://login.example\r\nCall this number' } });
    expect(await problemOf()).toEqual({
      field: 'issuer',
      code: 'unusable_provider',
      message: "The provider's configuration is of another issuer.",
    });
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])('lack a %s', async (name) => {
    provider.says({ metadata: { [name]: undefined } });
    expect(await problemOf()).toMatchObject({ field: 'issuer', code: 'unusable_provider' });
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'name a %s that may not be called, or is no address',
    async (name) => {
      for (const url of [
        'javascript:alert(1)',
        '/relative',
        null,
        1,
        'http://169.254.169.254/',
        'http://10.0.0.1/x',
        'http://',
      ]) {
        provider.says({ metadata: { [name]: url } });
        expect(await problemOf()).toMatchObject({ field: 'issuer', code: 'unusable_provider' });
      }
    },
  );

  it('sign by nothing that is accepted, or have no key for it', async () => {
    provider.says({ metadata: { id_token_signing_alg_values_supported: ['none', 'HS256'] } });
    expect(await problemOf()).toMatchObject({ field: 'issuer', code: 'unusable_provider' });
    for (const keys of [[], null, 'keys', [{}], [{ ...KEYS[0], use: 'enc' }], [{ kty: 'oct', k: 'AAAA' }], [null, 1]]) {
      provider.says({ keys });
      expect(await problemOf()).toMatchObject({ field: 'issuer', code: 'unusable_provider' });
    }
  });

  it('fail in a sign-in too, when the provider changes them later', async () => {
    const { domain } = await sso.connected(settings());
    for (const url of ['javascript:alert(1)', '/relative', null]) {
      app.clock.advance(6 * MINUTE_MS);
      provider.says({ metadata: { authorization_endpoint: url } });
      const response = await sso.anybody.post('/api/auth/sso', { email: `a@${domain}` });
      expect([response.status, codeOf(response)]).toEqual([409, 'sso_failed']);
    }
  });

  it('would show the stored secret to another issuer', async () => {
    const { tenant } = await sso.connected(settings());
    const other = await ScriptedProvider.start();
    const { clientSecret: _, ...without } = settings();
    for (const issuer of [other.issuer, `${provider.issuer}/tenant`]) {
      const { body } = await tenant.session.put('/api/settings/sso', { ...without, issuer }).expect(400);
      expect(body.errors).toEqual([expect.objectContaining({ field: 'clientSecret', code: 'required' })]);
    }
    expect(other.asked).toEqual([]);
    await tenant.session.put('/api/settings/sso', { ...without, defaultRole: 'Admin' }).expect(200);
    await tenant.session.put('/api/settings/sso', { ...settings(), issuer: other.issuer }).expect(200);
    other.stop();
  });

  it('would show it to another issuer while somebody else sets a new one', async () => {
    const { tenant } = await sso.connected(settings());
    const other = await ScriptedProvider.start();
    const { clientSecret: _, ...without } = { ...settings(), issuer: other.issuer };
    await tenant.session.put('/api/settings/sso', { ...settings(), issuer: other.issuer }).expect(200);
    const asked = new Promise<() => void>((resolve) => {
      const respond = (response: ServerResponse) => () => response.end(JSON.stringify(other.metadata));
      other.says({ raw: { [METADATA]: (response) => resolve(respond(response)) } });
    });
    // Nobody waits for it yet: supertest sends a request when somebody does.
    const slow = tenant.session.put('/api/settings/sso', without).then((response) => response);
    const respond = await asked;
    await tenant.session.put('/api/settings/sso', settings()).expect(200);
    respond();
    const { status, body } = await slow;
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'clientSecret', code: 'required' })],
    ]);
    other.stop();
  });
});

describe('what a provider publishes', () => {
  const begin = async (domain: string) => (await sso.anybody.post('/api/auth/sso', { email: `a@${domain}` })).status;

  it('is read by one call at a time, and kept for five minutes', async () => {
    const { domain } = await sso.connected(settings());
    app.clock.advance(6 * MINUTE_MS);
    provider.asked.length = 0;
    const many = await Promise.all(Array.from({ length: 20 }, () => begin(domain)));
    expect(new Set(many)).toEqual(new Set([200]));
    expect(provider.asked).toEqual([METADATA, '/keys']);
    app.clock.advance(4 * MINUTE_MS);
    await begin(domain);
    expect(provider.askedFor(METADATA)).toBe(1);
    app.clock.advance(MINUTE_MS);
    await begin(domain);
    expect(provider.askedFor(METADATA)).toBe(2);
  });

  it('is asked for again half a minute after it could not be read', async () => {
    const { domain } = await sso.connected(settings());
    app.clock.advance(6 * MINUTE_MS);
    provider.says({ raw: { [METADATA]: (response) => response.writeHead(503).end() } });
    provider.asked.length = 0;
    expect(await Promise.all([begin(domain), begin(domain)])).toEqual([409, 409]);
    provider.says({});
    expect(await begin(domain)).toBe(409);
    expect(provider.asked).toEqual([METADATA]);
    app.clock.advance(MINUTE_MS / 2);
    expect(await begin(domain)).toBe(200);
  });

  it('is read again when the provider is set', async () => {
    const { tenant, domain } = await sso.connected(settings());
    provider.says({ metadata: { authorization_endpoint: `${provider.issuer}/elsewhere` } });
    await tenant.session.put('/api/settings/sso', settings()).expect(200);
    const { url } = await sso.begin(`a@${domain}`);
    expect(new URL(url).pathname).toBe('/elsewhere');
  });
});
