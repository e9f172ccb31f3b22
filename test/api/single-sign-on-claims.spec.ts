import { unique } from '../support/builders';
import type { Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { KEYS, SCRIPTED_CLIENT, ScriptedProvider } from '../support/scripted-provider';
import { codeOf, SingleSignOnTests, type ConnectedTenant } from '../support/single-sign-on';

const MINUTE_MS = 60_000;
const app = useTestApp();
let provider: ScriptedProvider;
let sso: SingleSignOnTests;
let connected: ConnectedTenant;

beforeAll(async () => {
  app.clock.stopAt(new Date().toISOString());
  sso = await SingleSignOnTests.start(app);
  provider = await ScriptedProvider.start();
  connected = await sso.connected({ issuer: provider.issuer, ...SCRIPTED_CLIENT, defaultRole: 'Member' });
});
afterAll(() => provider.stop());

interface Person {
  readonly sub: string;
  readonly email: string;
}
const newPerson = (): Person => ({
  sub: unique('subject'),
  email: `${unique('person')}@${connected.domain}`.toLowerCase(),
});

/** Lets somebody in of whom the provider says `claims`, and `userInfo` where it is asked for more. */
async function signIn(claims: Json, userInfo: Json = {}): Promise<Json> {
  provider.says({ ...provider.script, claims, userInfo });
  const begun = await sso.begin(`somebody@${connected.domain}`);
  return sso.finish(begun, provider.signIn(begun.url));
}

const now = () => Math.floor(Date.now() / 1000);

describe('claims as providers send them', () => {
  afterEach(() => provider.says({}));

  it.each<[string, (person: Person) => [claims: Json, userInfo?: Json]]>([
    ['e-mail in capitals', ({ sub, email }) => [{ sub, email: email.toUpperCase(), email_verified: true }]],
    ['blanks around it', ({ sub, email }) => [{ sub, email: ` ${email} `, email_verified: true }]],
    ['email_verified as text', ({ sub, email }) => [{ sub, email, email_verified: 'true' }]],
    ['an address at UserInfo alone', ({ sub, email }) => [{ sub }, { email, email_verified: true }]],
    [
      'Okta, without groups and with a name in parts',
      ({ sub, email }) => [
        { sub, email, email_verified: true, given_name: 'Grace', family_name: 'Hopper', amr: ['pwd'], ver: 1 },
      ],
    ],
    [
      'Google Workspace',
      ({ sub, email }) => [
        { sub, email, email_verified: true, hd: connected.domain, name: 'Grace Hopper', locale: 'en' },
      ],
    ],
    [
      'Microsoft Entra ID, with upn beside the address',
      ({ sub, email }) => [{ sub, email, preferred_username: email, upn: email, oid: sub, groups: ['a', 'b'] }],
    ],
    [
      'Auth0, with claims that are addresses',
      ({ sub, email }) => [{ sub: `auth0|${sub}`, email, email_verified: true, 'https://firm.example/roles': [] }],
    ],
    ['null for what it does not know', ({ sub, email }) => [{ sub, email, email_verified: true, name: null }]],
    [
      'lists where a text belongs, beside the address',
      ({ sub, email }) => [{ sub, email, email_verified: true, name: ['Grace'], given_name: ['Grace'] }],
    ],
    [
      '64 KB of groups',
      ({ sub, email }) => [{ sub, email, email_verified: true, groups: Array(1700).fill('0'.repeat(36)) }],
    ],
    [
      'a clock that is 20 seconds slow',
      ({ sub, email }) => [{ sub, email, email_verified: true, iat: now() - 320, exp: now() - 20 }],
    ],
    [
      'a clock that is 5 minutes fast',
      ({ sub, email }) => [{ sub, email, email_verified: true, iat: now() + 300, auth_time: now() + 300 }],
    ],
    ['not yet valid for 20 seconds', ({ sub, email }) => [{ sub, email, email_verified: true, nbf: now() + 20 }]],
  ])('let somebody in: %s', async (_, said) => {
    const person = newPerson();
    const response = await signIn(...said(person));
    expect([response.status, response.body.user?.email.toLowerCase()]).toEqual([200, person.email]);
    // Again, as the same.
    const again = await signIn(...said(person));
    expect(again.body.user.id).toBe(response.body.user.id);
  });

  it.each<[string, string, RegExp, (person: Person) => [claims: Json, userInfo?: Json]]>([
    ['no e-mail at all', '403 sso_refused', /e-mail/, ({ sub }) => [{ sub, name: 'Grace Hopper' }]],
    [
      'preferred_username and upn alone, which people may choose elsewhere',
      '403 sso_refused',
      /claim “email”/,
      ({ sub, email }) => [{ sub, preferred_username: email, upn: email, unique_name: email }],
    ],
    ['a list of addresses', '403 sso_refused', /claim “email”/, ({ sub, email }) => [{ sub, email: [email] }]],
    ['not verified', '403 sso_refused', /not verified/, ({ sub, email }) => [{ sub, email, email_verified: false }]],
    [
      'not verified, as text',
      '403 sso_refused',
      /not verified/,
      ({ sub, email }) => [{ sub, email, email_verified: 'False' }],
    ],
    [
      'another domain',
      '403 sso_refused',
      /domain/,
      ({ sub }) => [{ sub, email: 'grace@gmail.com', email_verified: true }],
    ],
    [
      'an ID token that ended',
      '409 sso_failed',
      /clock/,
      ({ sub, email }) => [{ sub, email, email_verified: true, iat: now() - 600, exp: now() - 300 }],
    ],
    [
      'an issuer with a slash too many',
      '409 sso_failed',
      /issuer/,
      ({ sub, email }) => [{ sub, email, email_verified: true, iss: `${provider.issuer}/` }],
    ],
    [
      'for another client',
      '409 sso_failed',
      /client/,
      ({ sub, email }) => [{ sub, email, email_verified: true, aud: 'somebody-else' }],
    ],
  ])('let nobody in, and say why: %s', async (_, outcome, reason, said) => {
    const response = await signIn(...said(newPerson()));
    expect(`${response.status} ${codeOf(response)}`).toBe(outcome);
    expect(response.body.detail).toMatch(reason);
  });

  it('who has another address by now stays who they are', async () => {
    const { sub, email } = newPerson();
    const first = await signIn({ sub, email, email_verified: true });
    const renamed = newPerson().email;
    const again = await signIn({ sub, email: renamed, email_verified: true, name: 'Grace Murray' });
    expect([again.status, again.body.user?.id]).toEqual([200, first.body.user.id]);
    // Their address here changes by their own confirmation alone.
    expect(again.body.user.email).toBe(email);
    // The old address is given to somebody else at the provider: that is nobody whom this account knows.
    const other = await signIn({ sub: newPerson().sub, email, email_verified: true });
    expect([other.status, other.body.user?.id]).not.toEqual([200, first.body.user.id]);
  });

  it('keys that are rotated meanwhile are read again, and the old ones count no more', async () => {
    const { sub, email } = newPerson();
    const claims = { sub, email, email_verified: true };
    expect((await signIn(claims)).status).toBe(200);
    provider.says({ keys: [KEYS[1]], alg: 'ES256' });
    app.clock.advance(6 * MINUTE_MS);
    expect((await signIn(claims)).status).toBe(200);
    provider.says({ keys: [KEYS[1]], alg: 'RS256' });
    expect((await signIn(claims)).status).toBe(409);
  });
});
