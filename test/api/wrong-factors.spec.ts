import { decrypted } from '../support/audit';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useOwnTestApp } from '../support/fixtures';
import { readMailFiles } from '../support/mail';
import { registerSuperAdmin, signIn as signInAs } from '../support/people';
import { addPasskey, byName, setUpTotp, totpCode } from '../support/second-factors';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
/** Longer than the window in which wrong factors are counted. */
const NEXT_WINDOW_MS = 15 * MINUTE_MS + 1000;
const GUESSED_AT = 'Wrong second factors were tried on your account';
const CODES_OFF = 'Codes of your authenticator app are not accepted any more';

const app = useOwnTestApp({ TRUST_PROXY: '1' });
let replica: TestApp;
beforeAll(async () => {
  app.clock.stopAt(new Date().toISOString());
  replica = await startTestApp({ TRUST_PROXY: '1', DATABASE_URL: app.databaseUrl });
  replica.clock.stopAt(app.clock.now().toISOString());
});
afterAll(() => replica.close());

/** At both replicas. */
function advance(ms: number): void {
  app.clock.advance(ms);
  replica.clock.advance(ms);
}

let addresses = 0;
/** Somebody at an address that nobody has used. */
const somebody = (service: TestApp = app): Client =>
  new Client(service.url, { 'X-Forwarded-For': `10.0.${++addresses >> 8}.${addresses & 255}` });

interface Account extends Tenant {
  secret: string;
  codes: string[];
}

async function account(): Promise<Account> {
  const tenant = await registerTenant(app.url);
  const factor = await setUpTotp(tenant.session, app.clock);
  // The code that set the app up is used.
  advance(STEP_MS);
  return { ...tenant, ...factor };
}

const begin = async ({ email, password }: Tenant, caller = somebody()): Promise<Json> =>
  (await caller.post('/api/auth/login', { email, password }).expect(200)).body.secondFactor;

/** Signs in by the right password, from an address of its own, and shows a factor. */
async function show(tenant: Tenant, factor: object, service: TestApp = app): Promise<Json> {
  const caller = somebody(service);
  const { challenge } = await begin(tenant, caller);
  return caller.post('/api/auth/login/factor', { challenge, ...factor });
}

const WRONG = { code: 'no code' };

async function guess(tenant: Tenant, times: number): Promise<void> {
  for (let attempt = 0; attempt < times; attempt++) expect((await show(tenant, WRONG)).status).toBe(401);
}

/** So many in a row that no window has more than its ten. */
async function guessForHours(tenant: Tenant, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 10) {
    await guess(tenant, Math.min(left, 10));
    advance(NEXT_WINDOW_MS);
  }
}

/** The hundredth in a row, of an account whose others are put where they are counted. */
async function guessTheHundredth(tenant: Tenant): Promise<void> {
  await guess(tenant, 1);
  await sql(app.databaseUrl, 'UPDATE factor_failures SET in_a_row = 99 WHERE user_id = $1', [tenant.user.id]);
  expect((await begin(tenant)).methods).toContain('totp');
  await guess(tenant, 1);
  advance(NEXT_WINDOW_MS);
}

async function subjectsTo({ email }: Tenant): Promise<string[]> {
  await eventually('all mail is sent', async () => {
    const [row] = await sql(app.databaseUrl, `SELECT count(*)::int AS left FROM mail_messages WHERE status = 'queued'`);
    return row!['left'] === 0 || null;
  });
  const mails = (await readMailFiles(app.dataDir)).filter(({ headers }) => headers['to']?.includes(email));
  return mails.map(({ headers }) => headers['subject']!);
}

const count = (subjects: readonly string[], wanted: string) => subjects.filter((subject) => subject === wanted).length;

describe('wrong factors', () => {
  it('are ten in 15 minutes, whatever passwords come between and from whatever addresses', async () => {
    const tenant = await account();
    await guess(tenant, 10);
    for (const factor of [WRONG, { code: totpCode(tenant.secret, app.clock) }, { recoveryCode: tenant.codes[0] }]) {
      const response = await show(tenant, factor);
      expect([response.status, response.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    }
    advance(NEXT_WINDOW_MS);
    expect((await show(tenant, { code: totpCode(tenant.secret, app.clock) })).status).toBe(200);
  });

  it('are counted exactly when many come at once, over all replicas', async () => {
    const tenant = await account();
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => (await show(tenant, WRONG, i % 2 === 0 ? app : replica)).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it('are forgotten by a right one alone', async () => {
    const tenant = await account();
    await guess(tenant, 9);
    await tenant.session.post('/api/auth/reauthenticate', { password: tenant.password }).expect(204);
    expect((await show(tenant, { code: totpCode(tenant.secret, app.clock) })).status).toBe(200);
    await guess(tenant, 9);
    expect((await show(tenant, { recoveryCode: tenant.codes[0] })).status).toBe(200);
    await guess(tenant, 10);
    expect((await show(tenant, { recoveryCode: tenant.codes[1] })).status).toBe(429);
  });

  it('are forgotten by a passkey that signs in alone, too', async () => {
    const tenant = await account();
    const { device } = await addPasskey(byName(app.url, tenant.session));
    await guess(tenant, 10);
    const named = byName(app.url, somebody());
    const options: Json = (await named.post('/api/auth/login/passkey/options', {}).expect(200)).body;
    await named.post('/api/auth/login/passkey', { credential: device.get(options) }).expect(200);
    expect((await show(tenant, { code: totpCode(tenant.secret, app.clock) })).status).toBe(200);
  });

  it('are the same count in a session, and when an app is set up', async () => {
    const tenant = await registerTenant(app.url);
    const session = tenant.session.with({ 'X-Forwarded-For': '10.9.0.1' });
    const { secret } = (await session.post('/api/auth/factors/totp').expect(201)).body;
    for (let attempt = 0; attempt < 5; attempt++) {
      await session.post('/api/auth/factors/totp/verify', WRONG).expect(400);
      await session.post('/api/auth/reauthenticate', { recoveryCode: 'none' }).expect(400);
    }
    const limited = await session.post('/api/auth/factors/totp/verify', { code: totpCode(secret, app.clock) });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await session.post('/api/auth/reauthenticate', WRONG)).status).toBe(429);
    advance(NEXT_WINDOW_MS);
    await session.post('/api/auth/factors/totp/verify', { code: totpCode(secret, app.clock) }).expect(200);
  });

  it('that are no attempt, as where passkeys are unavailable, do not count', async () => {
    const tenant = await account();
    const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} };
    const passkey = { ...credential, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } };
    // Under an address, that is, not under a name.
    for (let attempt = 0; attempt < 12; attempt++) expect((await show(tenant, { passkey })).status).toBe(409);
    expect((await show(tenant, { code: totpCode(tenant.secret, app.clock) })).status).toBe(200);
  });
});

describe('the owner', () => {
  it('is mailed at the tenth, in however many windows, and the lock is in the log', async () => {
    const [quick, slow] = [await account(), await account()];
    await guess(quick, 9);
    await guess(slow, 5);
    advance(NEXT_WINDOW_MS);
    expect(count(await subjectsTo(quick), GUESSED_AT)).toBe(0);
    await guess(slow, 4);
    expect(count(await subjectsTo(slow), GUESSED_AT)).toBe(0);
    await guess(slow, 1);
    expect(count(await subjectsTo(slow), GUESSED_AT)).toBe(1);

    await guess(quick, 10);
    expect(count(await subjectsTo(quick), GUESSED_AT)).toBe(2);
    const records = await sql(
      app.databaseUrl,
      `SELECT * FROM audit_records WHERE organization_id = $1 AND action = 'session.locked'`,
      [quick.organization.id],
    );
    const [locked, ...others] = await decrypted(app.databaseUrl, records);
    expect(others).toEqual([]);
    expect(locked!['target_id']).toBe(quick.user.id);
    expect(locked!['changes'].limit).toEqual({ before: null, after: 'second factor' });
  });
});

describe('after a hundred in a row', () => {
  it('no code opens the account, however right and however late; a recovery code does, and codes again', async () => {
    const tenant = await account();
    await guessForHours(tenant, 100);
    const { challenge, methods } = await begin(tenant);
    expect(methods).toEqual(['recoveryCode']);
    const code = () => ({ code: totpCode(tenant.secret, app.clock) });
    const wrong = await somebody()
      .post('/api/auth/login/factor', { challenge, ...code() })
      .expect(401);
    expect(wrong.body.code).toBe('invalid_credentials');
    await tenant.session.post('/api/auth/reauthenticate', code()).expect(400);
    const subjects = await subjectsTo(tenant);
    expect(count(subjects, CODES_OFF)).toBe(1);
    expect(count(subjects, GUESSED_AT)).toBe(9);

    expect((await show(tenant, { recoveryCode: tenant.codes[0] })).status).toBe(200);
    expect((await begin(tenant)).methods).toEqual(['totp', 'recoveryCode']);
    advance(STEP_MS);
    expect((await show(tenant, code())).status).toBe(200);
  });

  it('a passkey opens it', async () => {
    const tenant = await account();
    const { device } = await addPasskey(byName(app.url, tenant.session));
    await guessTheHundredth(tenant);
    const named = byName(app.url, somebody());
    const { challenge, methods } = await begin(tenant);
    expect(methods).toEqual(['recoveryCode', 'passkey']);
    const options = (await named.post('/api/auth/login/passkey/options', { challenge }).expect(200)).body;
    await named.post('/api/auth/login/factor', { challenge, passkey: device.get(options) }).expect(200);
    expect((await begin(tenant)).methods).toContain('totp');
  });

  it('an operator who resets the factors lets the owner set up new ones', async () => {
    const tenant = await account();
    await guessTheHundredth(tenant);
    const operator = await signInAs(app.url, await registerSuperAdmin(app.url, app.databaseUrl));
    await operator.delete(`/api/users/${tenant.user.id}/factors`).expect(204);
    const session = await signInAs(app.url, tenant);
    const { secret } = await setUpTotp(session, app.clock);
    advance(STEP_MS);
    expect((await show(tenant, { code: totpCode(secret, app.clock) })).status).toBe(200);
  });
});
