import { hashToken, randomToken } from '../../src/kernel/ids';
import { registerTenant, type Tenant } from '../support/builders';
import { Authenticator } from '../support/authenticator';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { HOSTILE_VALUES } from '../support/hostile';
import { addPasskey, byName } from '../support/second-factors';
import { sql } from '../support/sql';

// Each passkey that proves nothing is a failed sign-in; here limits would only hide what comes after.
const app = useOwnTestApp({ LOGIN_RATE_LIMIT: '1000000' });
let tenant: Tenant;
let anybody: Client;
beforeAll(async () => {
  app.clock.stopAt(new Date().toISOString());
  tenant = await registerTenant(app.url);
  anybody = byName(app.url, new Client(app.url));
});

/** Values, as JSON text, that no field of a passkey may have. */
const VALUES: Record<string, string> = {
  ...HOSTILE_VALUES,
  'a line break': '"usb\\r\\nSet-Cookie: a=b"',
  'another direction of writing': '"\\u202efdp"',
  'bytes in plain base64': '"+/+/"',
  'padded base64url': '"AAA="',
  'blanks around it': '" AAAA "',
  'half a megabyte of base64url': `"${'A'.repeat(500_000)}"`,
  'an object nested 500 deep': '{"a":'.repeat(500) + '1' + '}'.repeat(500),
  'a list with a NUL': '["usb","a\\u0000b"]',
  'a list with a line break': '["usb\\nusb"]',
  'a list with markup': '["<script>alert(1)</script>"]',
  'a list with a long text': `["${'x'.repeat(10_000)}"]`,
  'a list of lists': '[["usb"]]',
  'a thousand transports': JSON.stringify(Array.from({ length: 1000 }, (_, index) => `usb${index}`)),
  'a lone surrogate in a list': '["\\ud800"]',
};

/** What a browser gives, optional members too. */
const REGISTRATION = [
  ...['', 'id', 'rawId', 'type', 'authenticatorAttachment', 'clientExtensionResults', 'unknown', 'response'],
  ...['clientDataJSON', 'attestationObject', 'transports', 'publicKey', 'publicKeyAlgorithm', 'authenticatorData']
    .concat('unknown')
    .map((name) => `response.${name}`),
];
const SIGN_IN = [
  ...['', 'id', 'rawId', 'type', 'authenticatorAttachment', 'clientExtensionResults', 'unknown', 'response'],
  ...['clientDataJSON', 'authenticatorData', 'signature', 'userHandle', 'unknown'].map((name) => `response.${name}`),
];
/** Members of the client data, which the browser signs for. */
const CLIENT_DATA = ['', 'type', 'challenge', 'origin', 'crossOrigin', 'topOrigin', 'tokenBinding'];

const MARK = '"the value"';

/** A credential as JSON text with a value instead of one of its members. @param path of names; empty for all of it */
function withValue(credential: Json, path: string, value: string): string {
  const [first = '', second] = path.split('.');
  if (first === '') return value;
  const changed = structuredClone(credential);
  const holder = second === undefined ? changed : changed[first];
  holder[second ?? first] = JSON.parse(MARK) as string;
  return JSON.stringify(changed).replace(MARK, () => value);
}

/** The same for a member of its client data, which stands in it as JSON in base64url. */
function withClientData(credential: Json, name: string, value: string): string {
  const { clientDataJSON } = credential['response'];
  const clientData = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Json;
  const changed = Buffer.from(withValue(clientData, name, value)).toString('base64url');
  return JSON.stringify({ ...credential, response: { ...credential['response'], clientDataJSON: changed } });
}

/** Sends JSON text as it is. */
async function send(caller: Client, path: string, body: string): Promise<Json> {
  const response = await caller.post(path).type('json').send(body);
  if (response.status >= 500) throw new Error(`${path} responded with ${response.status} to ${body.slice(0, 300)}`);
  return response;
}

/**
 * Options of a ceremony, each with a challenge of its own. The service gives them once; the challenges after that are put
 * where it keeps them, many at a time, as asking for one takes as long as what is done with it.
 */
class Options {
  private given: Json;
  private challenges: string[] = [];

  /** @param userId whose registration it is; null for a sign-in */
  constructor(
    private readonly ask: () => PromiseLike<Json>,
    private readonly userId: () => string | null,
  ) {}

  async next(): Promise<Json> {
    if (this.challenges.length === 0) await this.refill();
    return { ...this.given, challenge: this.challenges.pop() };
  }

  private async refill(): Promise<void> {
    this.given ??= (await this.ask()).body;
    this.challenges = Array.from({ length: 200 }, randomToken);
    await sql(
      app.databaseUrl,
      `INSERT INTO passkey_challenges (challenge_hash, user_id, expires_at)
       SELECT hash, $2, $3 FROM unnest($1::bytea[]) AS made (hash)`,
      [this.challenges.map(hashToken), this.userId(), new Date(app.clock.now().getTime() + 60_000)],
    );
  }
}

interface Stored {
  name: string;
  credential_id: string;
  transports: string[];
}

/** Nothing is kept that a form would refuse: one line of few characters, and ids in their one spelling. */
function expectClean({ name, credential_id, transports }: Stored): void {
  expect(name).toMatch(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]{1,100}$/u);
  expect(Buffer.from(credential_id, 'base64url').toString('base64url')).toBe(credential_id);
  expect(credential_id.length).toBeLessThanOrEqual(1364);
  expect(transports.length).toBeLessThanOrEqual(10);
  for (const transport of transports) expect(transport).toMatch(/^[a-z-]{1,32}$/);
}

const cases = (members: readonly string[]) =>
  members.map((member) => [member === '' ? 'the credential' : member, member]);

describe('a passkey that is registered', () => {
  const options = new Options(
    () => byName(app.url, tenant.session).post('/api/auth/factors/passkeys/options').expect(200),
    () => tenant.user.id,
  );

  /** Registers one with a new device, changed on its way. */
  async function register(change: (credential: Json) => string, name = '"A phone"'): Promise<number> {
    const session = byName(app.url, tenant.session);
    const credential = new Authenticator(session.url).create(await options.next());
    const response = await send(
      session,
      '/api/auth/factors/passkeys',
      `{"name":${name},"credential":${change(credential)}}`,
    );
    expect([201, 400]).toContain(response.status);
    if (response.status === 201) {
      const rows = await takeStored();
      expect(rows).toHaveLength(1);
      rows.forEach(expectClean);
    }
    return response.status;
  }

  const takeStored = async () =>
    (await sql(app.databaseUrl, 'DELETE FROM passkeys RETURNING *')) as unknown as Stored[];

  // What was refused has left none.
  afterEach(async () => expect(await takeStored()).toEqual([]));

  it.each(cases(REGISTRATION))('takes no hostile %s', async (_name, member) => {
    for (const value of Object.values(VALUES)) await register((credential) => withValue(credential, member!, value));
  });

  it.each(CLIENT_DATA)('takes no hostile client data (%p)', async (name) => {
    for (const value of Object.values(VALUES)) await register((credential) => withClientData(credential, name, value));
  });

  it('takes no hostile name', async () => {
    for (const value of Object.values(VALUES)) await register((credential) => JSON.stringify(credential), value);
  });

  it('has an id of at most 1,023 bytes', async () => {
    const session = byName(app.url, tenant.session);
    const add = async (bytes: number) => {
      const options: Json = (await session.post('/api/auth/factors/passkeys/options').expect(200)).body;
      const device = new Authenticator(session.url, true, Buffer.alloc(bytes, 1));
      return session.post('/api/auth/factors/passkeys', { name: 'A phone', credential: device.create(options) });
    };
    expect((await add(1023)).status).toBe(201);
    const { status, body } = await add(1024);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'credential', code: 'invalid' })]);
    expect(body.errors[0].message).toContain('id, rawId');
    await sql(app.databaseUrl, 'DELETE FROM passkeys');
  });

  it('may have what browsers say beyond the standard, which is not kept', async () => {
    const status = await register((credential) =>
      JSON.stringify({
        ...credential,
        authenticatorAttachment: 'platform',
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          ...credential['response'],
          transports: ['hybrid', 'internal', 'smart-card'],
          publicKeyAlgorithm: -7,
        },
      }),
    );
    expect(status).toBe(201);
    await register((credential) => JSON.stringify({ ...credential, authenticatorAttachment: null }));
  });
});

describe('a passkey that signs in', () => {
  let device: Authenticator;
  beforeAll(async () => {
    await sql(app.databaseUrl, 'DELETE FROM passkeys');
    ({ device } = await addPasskey(byName(app.url, tenant.session)));
  });

  const options = new Options(
    () => anybody.post('/api/auth/login/passkey/options', {}).expect(200),
    () => null,
  );

  /** Signs in alone with the device, by a credential that is changed on its way. */
  async function signIn(change: (credential: Json) => string): Promise<void> {
    const credential = change(device.get(await options.next()));
    const response = await send(anybody, '/api/auth/login/passkey', `{"credential":${credential}}`);
    expect([200, 400, 401]).toContain(response.status);
    if (response.status === 200) expect(response.body['user'].id).toBe(tenant.user.id);
    else if (response.status === 401) await countFailure();
  }

  let failures = 0;
  /** Failures of an address and of an account are limited, by ten at least, and are not what is looked at here. */
  async function countFailure(): Promise<void> {
    if (++failures % 4 > 0) return;
    await sql(app.databaseUrl, 'DELETE FROM sign_in_failures');
    await sql(app.databaseUrl, 'DELETE FROM factor_failures');
  }

  it.each(cases(SIGN_IN))('takes no hostile %s', async (_name, member) => {
    for (const value of Object.values(VALUES)) await signIn((credential) => withValue(credential, member!, value));
  });

  it.each(CLIENT_DATA)('takes no hostile client data (%p)', async (name) => {
    for (const value of Object.values(VALUES)) await signIn((credential) => withClientData(credential, name, value));
  });

  it.each(cases(['', 'id', 'response', 'response.signature']))(
    'takes no hostile %s as a second factor, or in a session',
    async (_name, member) => {
      const { email, password } = tenant;
      const { challenge } = (await anybody.post('/api/auth/login', { email, password }).expect(200)).body.secondFactor;
      const session = byName(app.url, tenant.session);
      for (const value of Object.values(VALUES)) {
        const passkey = withValue(device.get(await options.next()), member!, value);
        const response = await send(session, '/api/auth/reauthenticate', `{"passkey":${passkey}}`);
        expect(response.status).toBe(400);
        const shown = await send(
          anybody,
          '/api/auth/login/factor',
          `{"challenge":"${challenge}","passkey":${passkey}}`,
        );
        expect([400, 401]).toContain(shown.status);
        await countFailure();
      }
    },
  );

  it('is found by its id in one spelling alone', async () => {
    const id = device.credentialId.toString('base64url');
    const last = id.at(-1)!;
    const sameBytes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
      (sign) => sign !== last && Buffer.from(id.slice(0, -1) + sign, 'base64url').equals(device.credentialId),
    );
    expect(sameBytes.length).toBeGreaterThan(0);
    for (const other of [...sameBytes.map((sign) => id.slice(0, -1) + sign), `${id}==`, ` ${id}`, `${id}\n`]) {
      const credential = { ...device.get(await options.next()), id: other, rawId: other };
      const { status } = await anybody.post('/api/auth/login/passkey', { credential });
      expect([400, 401]).toContain(status);
    }
    const credential = device.get(await options.next());
    const response = await anybody.post('/api/auth/login/passkey', { credential }).expect(200);
    await new Client(app.url, { Cookie: sessionCookieOf(response) }).get('/api/auth/session').expect(200);
  });
});
