import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { unique } from '../support/builders';
import type { Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { HUGE_BODIES } from '../support/hostile';
import { HOSTILE_CLAIMS, hostileAddresses } from '../support/hostile-providers';
import { KEYS, SCRIPTED_CLIENT, ScriptedProvider } from '../support/scripted-provider';
import { codeOf, SingleSignOnTests, type ConnectedTenant } from '../support/single-sign-on';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;
const METADATA = '/.well-known/openid-configuration';
const SEED = 38;
const app = useOwnTestApp();
let provider: ScriptedProvider;
let sso: SingleSignOnTests;
let connected: ConnectedTenant;

beforeAll(async () => {
  app.clock.stopAt(new Date().toISOString());
  provider = await ScriptedProvider.start();
  sso = await SingleSignOnTests.start(app);
  connected = await sso.connected({ issuer: provider.issuer, ...SCRIPTED_CLIENT, defaultRole: 'Member' });
});
afterAll(() => provider.stop());
afterEach(() => {
  // What it said before is not kept any longer.
  app.clock.advance(6 * MINUTE_MS);
  provider.says({});
});

async function signIn(email = `${unique('person')}@${connected.domain}`): Promise<Json> {
  const response = await sso.anybody.post('/api/auth/sso', { email });
  if (response.status !== 200) return response;
  const cookie = (response.headers['set-cookie'] as unknown as string[]).at(-1)!.split(';')[0]!;
  const organizationId = connected.tenant.organization['id'];
  return sso.finish({ cookie, organizationId }, provider.signIn(response.body.url));
}

/** Says something of a person whose other claims are in order. */
const saysOf = (claims: Json, at: 'claims' | 'userInfo' = 'claims') => {
  const person = { sub: unique('subject'), email: `${unique('person')}@${connected.domain}`, name: 'Grace Hopper' };
  if (at === 'claims') provider.says({ claims: { email_verified: true, ...person, ...claims } });
  else provider.says({ claims: { sub: person.sub }, userInfo: { ...person, email_verified: true, ...claims } });
};

/** A sign-in that worked, or an error that is declared for these operations. */
const DECLARED = /^(200|403 sso_refused|409 sso_failed)$/;

function expectDeclared(response: Json, what: string): void {
  const outcome = response.status === 200 ? '200' : `${response.status} ${codeOf(response)}`;
  expect([what, outcome]).toEqual([what, expect.stringMatching(DECLARED)]);
}

/** Names and addresses that forms have taken. */
const taken = new Set<string>();
const isNew = (value: string) => !taken.has(value) && taken.add(value);

/** Whoever was let in has a name and an address that forms take. */
async function expectOrdinaryPeople(): Promise<void> {
  const people = await sql(
    app.databaseUrl,
    'SELECT DISTINCT u.name, u.email, i.subject FROM users u JOIN sso_identities i ON i.user_id = u.id',
  );
  expect(people.length).toBeGreaterThan(0);
  await becomeFresh();
  for (const { name, email, subject } of people as Json[]) {
    expect(subject).toMatch(/^[\x20-\x7e]{1,255}$/);
    expect(email.endsWith(`@${connected.domain}`)).toBe(true);
    const { session } = connected.tenant;
    if (isNew(name)) await session.patch('/api/users/me', { name }).expect(200);
    // They are members already.
    if (isNew(email)) await session.post('/api/organizations/invitations', { email, role: 'Member' }).expect(409);
  }
}

const becomeFresh = () => sql(app.databaseUrl, 'UPDATE sessions SET authenticated_at = $1', [app.clock.now()]);

describe('hostile claims', () => {
  it.each(['claims', 'userInfo'] as const)('in %s: an e-mail address that no form takes lets nobody in', async (at) => {
    for (const email of hostileAddresses(connected.domain)) {
      saysOf({ email }, at);
      const response = await signIn();
      expect([email, response.status]).toEqual([email, 403]);
      expect(codeOf(response)).toBe('sso_refused');
    }
  });

  const ABOUT_PEOPLE = ['email', 'email_verified', 'name', 'given_name', 'sub'];
  it.each([
    ['claims', [...ABOUT_PEOPLE, 'nonce', 'aud', 'exp', 'auth_time']],
    ['userInfo', ABOUT_PEOPLE],
  ] as const)(
    'in %s: no value of any claim is an error of the service',
    async (at, claims) => {
      for (const claim of claims) {
        for (const [what, value] of Object.entries(HOSTILE_CLAIMS)) {
          saysOf({ ...(claim === 'given_name' && { name: undefined }), [claim]: value }, at);
          expectDeclared(await signIn(), `${claim}: ${what}`);
        }
      }
      await expectOrdinaryPeople();
    },
    300_000,
  );

  it.each(['', 'é', 'a\u0000', 'x'.repeat(256), '\u007f', 'a\nb', 'subject\u202e'])(
    'of a subject that is none let nobody in: %j',
    async (sub) => {
      saysOf({ sub });
      const response = await signIn();
      expect([response.status, codeOf(response)]).toEqual([409, 'sso_failed']);
    },
  );

  it('made of anything are declared errors, or ordinary people', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme' }),
      fc.jsonValue(),
    );
    const claims = fc.dictionary(
      fc.constantFrom('email', 'email_verified', 'name', 'given_name', 'family_name', 'sub', 'acr', 'auth_time'),
      value,
    );
    await fc.assert(
      fc.asyncProperty(claims, fc.constantFrom('claims' as const, 'userInfo' as const), async (said, at) => {
        saysOf(said, at);
        expectDeclared(await signIn(), JSON.stringify(said));
      }),
      { seed: SEED, numRuns: 60 },
    );
    await expectOrdinaryPeople();
  });
});

describe('hostile documents', () => {
  /** The provider as it is, to a sign-in and to an Admin who sets it. */
  async function expectUnusable(what: string): Promise<void> {
    app.clock.advance(6 * MINUTE_MS);
    expectDeclared(await signIn(), what);
    const body = { issuer: provider.issuer, ...SCRIPTED_CLIENT, defaultRole: 'Member' };
    await becomeFresh();
    const response = await connected.tenant.session.put('/api/settings/sso', body);
    expect([what, [200, 400].includes(response.status)]).toEqual([what, true]);
    if (response.status === 400) expect(response.body.errors[0].code).toMatch(/^(unusable_provider|other_issuer)$/);
  }

  it('no value of any field of the metadata is an error of the service', async () => {
    const fields = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'];
    const lists = ['id_token_signing_alg_values_supported', 'token_endpoint_auth_methods_supported'];
    for (const field of [...fields, ...lists, 'authorization_response_iss_parameter_supported']) {
      for (const [what, value] of Object.entries(HOSTILE_CLAIMS)) {
        saysOf({});
        provider.says({ ...provider.script, metadata: { [field]: value } });
        await expectUnusable(`${field}: ${what}`);
      }
    }
  }, 300_000);

  it('no key is an error of the service', async () => {
    const [rsa] = KEYS;
    const changed = (member: string) =>
      Object.entries(HOSTILE_CLAIMS).map(([what, value]) => [`${member}: ${what}`, [{ ...rsa, [member]: value }]]);
    const sets: [string, unknown][] = [
      ...Object.entries(HOSTILE_CLAIMS),
      ...['kty', 'kid', 'n', 'e', 'alg', 'use', 'key_ops', 'x5c'].flatMap(
        (member) => changed(member) as [string, unknown][],
      ),
      ['the same key twice', [rsa, rsa]],
      ['a thousand keys', Array.from({ length: 1_000 }, () => ({ kty: 'RSA' }))],
    ];
    for (const [what, keys] of sets) {
      saysOf({});
      provider.says({ ...provider.script, keys });
      await expectUnusable(what);
    }
  }, 300_000);

  const json = (body: string) => (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  const RAW: Record<string, (response: ServerResponse) => void> = {
    ...Object.fromEntries(Object.entries(HUGE_BODIES).map(([name, body]) => [name, json(body)])),
    'no JSON': json('<html>'),
    'an array': json('[]'),
    null: json('null'),
    'ten megabytes': json(`"${'x'.repeat(10_000_000)}"`),
    'a redirect': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'no content': (response) => response.writeHead(204).end(),
    'not modified': (response) => response.writeHead(304).end(),
    'a failure': (response) => response.writeHead(500).end('{}'),
    'a challenge': (response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="' }).end('{}'),
    'compressed bytes': (response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{}'),
    'half a response': (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      response.destroy();
    },
    'no response': (response) => response.destroy(),
  };

  it.each([METADATA, '/keys', '/token', '/userinfo'])(
    'whatever %s responds is no error of the service',
    async (path) => {
      for (const [what, respond] of Object.entries(RAW)) {
        saysOf({}, 'userInfo');
        provider.says({ ...provider.script, raw: { [path]: respond } });
        await expectUnusable(what);
      }
    },
    120_000,
  );

  it('no ID token is an error of the service', async () => {
    const tokens = [
      '',
      '.',
      '..',
      '...',
      '....',
      'e30.e30.',
      'bnVsbA.bnVsbA.AA',
      'é.é.é',
      'W10.W10.W10',
      'x'.repeat(100_000),
      1,
      null,
      {},
    ];
    for (const token of tokens) {
      const body = JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: token });
      provider.says({ raw: { '/token': json(body) } });
      const response = await signIn();
      expect([token, response.status, codeOf(response)]).toEqual([token, 409, 'sso_failed']);
    }
    for (const [what, value] of Object.entries(HOSTILE_CLAIMS)) {
      saysOf({});
      provider.says({ ...provider.script, header: { kid: value } });
      expectDeclared(await signIn(), `kid: ${what}`);
      provider.says({ ...provider.script, header: { alg: value } });
      expectDeclared(await signIn(), `alg: ${what}`);
    }
  });

  it('no query of the browser is an error of the service', async () => {
    const email = `${unique('person')}@${connected.domain}`;
    const begun = await sso.begin(email);
    const state = new URL(begun.url).searchParams.get('state')!;
    for (const query of [
      `state=${state}`,
      `state=${state}&code=`,
      `state=${state}&code=1&code=2`,
      `state=${state}&state=${state}&code=1`,
      `state=${state}&error=${'x'.repeat(500)}`,
      `state=${state}&code=%00%ff%`,
      `state=${state}&response=a.b.c`,
      `state=${state}&code=1&id_token=x`,
      `state=${state}&code=1&iss=https://other.example`,
      `state=${state}#code=1`,
      '?'.repeat(100),
    ]) {
      const { status, body } = await sso.finish(begun, query);
      expect([query, [409, 410].includes(status), body.code]).toEqual([
        query,
        true,
        expect.stringMatching(/^(sso_failed|challenge_gone)$/),
      ]);
    }
  });
});
