import { registerTenant, type Tenant } from '../support/builders';
import { Authenticator } from '../support/authenticator';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { registerSuperAdmin, signIn } from '../support/people';
import { addPasskey, byName, setUpTotp, totpCode } from '../support/second-factors';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;

const app = useTestApp();
let anybody: Client;
beforeAll(() => {
  anybody = new Client(app.url);
  // Codes and fresh sessions depend on the time, and on nothing but the tests' own.
  app.clock.stopAt(new Date().toISOString());
});

const codeOf = (response: Json): string => response.body.code;
const fieldsOf = (response: Json): string[] => response.body.errors.map(({ field, code }: Json) => `${field}: ${code}`);
const begin = async ({ email, password }: Pick<Tenant, 'email' | 'password'>): Promise<Json> =>
  (await anybody.post('/api/auth/login', { email, password }).expect(200)).body.secondFactor;
/** A code in the digits of another script. @param zero its zero, which the other nine follow (Unicode, section 4.6) */
const inDigitsFrom = (zero: string, code: string): string =>
  String.fromCodePoint(...[...code].map((digit) => zero.codePointAt(0)! + Number(digit)));
const sessionOf = (response: Json): Client => new Client(app.url, { Cookie: sessionCookieOf(response) });

describe('an authenticator app', () => {
  it('is in force once its first code was verified', async () => {
    const { session, email, password } = await registerTenant(app.url);
    expect((await session.get('/api/auth/factors').expect(200)).body).toEqual({
      totp: null,
      recoveryCodesLeft: 0,
      passkeys: [],
      providers: [],
    });
    const { body } = await session.post('/api/auth/factors/totp').expect(201);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toContain(`otpauth://totp/Tour%20Events:${encodeURIComponent(email)}?`);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(body.qrSvg).toMatch(/^<svg /);
    expect((await anybody.post('/api/auth/login', { email, password }).expect(200)).body).toHaveProperty('user');

    expect(fieldsOf(await session.post('/api/auth/factors/totp/verify', { code: '000000' }).expect(400))).toEqual([
      'code: wrong_code',
    ]);
    const code = totpCode(body.secret, app.clock);
    const verified = await session.post('/api/auth/factors/totp/verify', { code }).expect(200);
    expect(new Set(verified.body.recoveryCodes).size).toBe(10);
    expect(codeOf(await session.post('/api/auth/factors/totp/verify', { code }).expect(409))).toBe('totp_enabled');
    expect(codeOf(await session.post('/api/auth/factors/totp').expect(409))).toBe('totp_enabled');
    const factors = (await session.get('/api/auth/factors').expect(200)).body;
    expect(factors).toMatchObject({ totp: { enabledAt: app.clock.now().toISOString() }, recoveryCodesLeft: 10 });
    expect(await begin({ email, password })).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['totp', 'recoveryCode'],
    });
  });

  it('cannot be verified before there is a secret', async () => {
    const { session } = await registerTenant(app.url);
    const response = await session.post('/api/auth/factors/totp/verify', { code: '123456' }).expect(409);
    expect(codeOf(response)).toBe('totp_not_started');
    await session.delete('/api/auth/factors/totp').expect(404);
  });

  it('signs in with each code once, those of the neighbouring steps too, and with no other', async () => {
    const tenant = await registerTenant(app.url);
    const { secret } = await setUpTotp(tenant.session, app.clock);
    const used = totpCode(secret, app.clock);
    app.clock.advance(2 * STEP_MS);
    const { challenge } = await begin(tenant);
    const attempt = (code: string) => anybody.post('/api/auth/login/factor', { challenge, code });
    expect(codeOf(await attempt(used).expect(401))).toBe('invalid_credentials');
    await attempt(totpCode(secret, app.clock, 2)).expect(401);
    const previous = totpCode(secret, app.clock, -1);
    const response = await attempt(`${previous.slice(0, 3)} ${previous.slice(3)}`).expect(200);
    expect(response.body).toMatchObject({ user: { id: tenant.user.id }, organization: { id: tenant.organization.id } });
    await sessionOf(response).get('/api/auth/session').expect(200);
    expect(codeOf(await attempt(totpCode(secret, app.clock)).expect(410))).toBe('challenge_gone');

    const again = await begin(tenant);
    const attemptAgain = (code: string) => anybody.post('/api/auth/login/factor', { challenge: again.challenge, code });
    await attemptAgain(previous).expect(401);
    await attemptAgain(totpCode(secret, app.clock, 1)).expect(200);
  });

  it('is shown by its digits, whatever script they are written in', async () => {
    const tenant = await registerTenant(app.url);
    const { secret } = (await tenant.session.post('/api/auth/factors/totp').expect(201)).body;
    const code = inDigitsFrom('０', totpCode(secret, app.clock));
    await tenant.session.post('/api/auth/factors/totp/verify', { code }).expect(200);
    app.clock.advance(STEP_MS);
    const { challenge } = await begin(tenant);
    const arabic = inDigitsFrom('٠', totpCode(secret, app.clock));
    const spaced = `${arabic.slice(0, 3)}\u00a0${arabic.slice(3)}`;
    await anybody.post('/api/auth/login/factor', { challenge, code: spaced }).expect(200);
    app.clock.advance(STEP_MS);
    const bold = inDigitsFrom('𝟎', totpCode(secret, app.clock));
    await tenant.session.post('/api/auth/reauthenticate', { code: bold }).expect(204);
  });

  it.each(['éééééé', '12345', '1234567', '½½½½½½', '一二三四五六', '12345️⃣', '-12345', '1e5000'])(
    'is not shown by %p, which is a wrong code wherever one is asked for',
    async (code) => {
      const tenant = await registerTenant(app.url);
      await tenant.session.post('/api/auth/factors/totp').expect(201);
      const verified = await tenant.session.post('/api/auth/factors/totp/verify', { code }).expect(400);
      expect(fieldsOf(verified)).toEqual(['code: wrong_code']);
      await setUpTotp(tenant.session, app.clock);
      const { challenge } = await begin(tenant);
      await anybody.post('/api/auth/login/factor', { challenge, code }).expect(401);
      const again = await tenant.session.post('/api/auth/reauthenticate', { code }).expect(400);
      expect(fieldsOf(again)).toEqual(['code: wrong_code']);
    },
  );

  it('lets only one of many sign-ins at once have a code', async () => {
    const tenant = await registerTenant(app.url);
    const { secret } = await setUpTotp(tenant.session, app.clock);
    app.clock.advance(2 * STEP_MS);
    const code = totpCode(secret, app.clock);
    const challenges = await Promise.all([1, 2, 3, 4].map(() => begin(tenant)));
    const statuses = await Promise.all(
      challenges.map(
        async ({ challenge }) => (await anybody.post('/api/auth/login/factor', { challenge, code })).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 401, 401, 401]);
  });

  it('is asked for within five minutes, and no more after the password has changed', async () => {
    const tenant = await registerTenant(app.url);
    const { secret } = await setUpTotp(tenant.session, app.clock);
    const slow = await begin(tenant);
    app.clock.advance(5 * MINUTE_MS);
    const late = { challenge: slow.challenge, code: totpCode(secret, app.clock) };
    expect(codeOf(await anybody.post('/api/auth/login/factor', late).expect(410))).toBe('challenge_gone');

    const { challenge } = await begin(tenant);
    const change = { currentPassword: tenant.password, newPassword: 'another long password' };
    await tenant.session.post('/api/auth/password', change).expect(204);
    const code = totpCode(secret, app.clock);
    await anybody.post('/api/auth/login/factor', { challenge, code }).expect(410);
  });

  it('counts wrong codes like wrong passwords', async () => {
    const tenant = await registerTenant(app.url);
    await setUpTotp(tenant.session, app.clock);
    const { challenge } = await begin(tenant);
    for (let attempt = 0; attempt < 10; attempt++)
      await anybody.post('/api/auth/login/factor', { challenge, code: '000000' }).expect(401);
    const response = await anybody.post('/api/auth/login/factor', { challenge, code: '000000' }).expect(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    await anybody.post('/api/auth/login', { email: tenant.email, password: tenant.password }).expect(429);
  });

  it('names what is missing or too much', async () => {
    const none = await anybody.post('/api/auth/login/factor', { challenge: 'x' }).expect(400);
    expect(fieldsOf(none)).toEqual(['code: required']);
    const both = { challenge: 'x', code: '1', recoveryCode: '2' };
    expect(fieldsOf(await anybody.post('/api/auth/login/factor', both).expect(400))).toEqual([
      'recoveryCode: not_allowed',
    ]);
    await anybody.post('/api/auth/login/factor', { challenge: 'x', code: '1' }).expect(410);
  });
});

describe('a recovery code', () => {
  it('signs in once, however it is typed', async () => {
    const tenant = await registerTenant(app.url);
    const { codes } = await setUpTotp(tenant.session, app.clock);
    const recoveryCode = codes[3]!.toUpperCase().replaceAll('-', ' ');
    const first = await begin(tenant);
    await anybody.post('/api/auth/login/factor', { challenge: first.challenge, recoveryCode }).expect(200);
    const second = await begin(tenant);
    await anybody.post('/api/auth/login/factor', { challenge: second.challenge, recoveryCode }).expect(401);
    expect((await tenant.session.get('/api/auth/factors').expect(200)).body.recoveryCodesLeft).toBe(9);
    const wide = codes[4]!.replaceAll(/[0-9a-z]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0));
    await anybody.post('/api/auth/login/factor', { challenge: second.challenge, recoveryCode: wide }).expect(200);
  });

  it('is replaced by new ones, and stored as a hash', async () => {
    const tenant = await registerTenant(app.url);
    const none = await tenant.session.post('/api/auth/factors/recovery-codes').expect(409);
    expect(codeOf(none)).toBe('no_second_factor');
    const { codes } = await setUpTotp(tenant.session, app.clock);
    const { body } = await tenant.session.post('/api/auth/factors/recovery-codes').expect(200);
    const { challenge } = await begin(tenant);
    await anybody.post('/api/auth/login/factor', { challenge, recoveryCode: codes[0] }).expect(401);
    await anybody.post('/api/auth/login/factor', { challenge, recoveryCode: body.recoveryCodes[0] }).expect(200);
    const rows = await sql(app.databaseUrl, 'SELECT code_hash FROM recovery_codes WHERE user_id = $1', [
      tenant.user.id,
    ]);
    expect(rows).toHaveLength(9);
    expect(rows.every(({ code_hash }) => (code_hash as Buffer).length === 32)).toBe(true);
  });
});

describe('a passkey', () => {
  const named = () => byName(app.url, anybody);
  const options = async (challenge?: string): Promise<Json> =>
    (
      await named()
        .post('/api/auth/login/passkey/options', challenge === undefined ? {} : { challenge })
        .expect(200)
    ).body;

  it('signs in alone', async () => {
    const tenant = await registerTenant(app.url);
    const { device, passkey } = await addPasskey(byName(app.url, tenant.session));
    expect(passkey).toMatchObject({ name: 'A phone', lastUsedAt: null });
    const credential = device.get(await options());
    const response = await named().post('/api/auth/login/passkey', { credential }).expect(200);
    expect(response.body.user.id).toBe(tenant.user.id);
    await sessionOf(response).get('/api/auth/session').expect(200);
    // Its challenge was good for one sign-in.
    expect(codeOf(await named().post('/api/auth/login/passkey', { credential }).expect(401))).toBe(
      'invalid_credentials',
    );
    const { passkeys } = (await tenant.session.get('/api/auth/factors').expect(200)).body;
    expect(passkeys[0].lastUsedAt).not.toBeNull();
  });

  it('signs in once, however often it is sent at once', async () => {
    const tenant = await registerTenant(app.url);
    const { device } = await addPasskey(byName(app.url, tenant.session));
    const credential = device.get(await options());
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(async () => (await named().post('/api/auth/login/passkey', { credential })).status),
    );
    expect(statuses.sort()).toEqual([200, 401, 401, 401]);
  });

  it('is registered by the user alone whom the challenge was made for', async () => {
    const [tenant, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const session = byName(app.url, tenant.session);
    const creation = (await session.post('/api/auth/factors/passkeys/options').expect(200)).body;
    const made = { name: 'A phone', credential: new Authenticator(session.url).create(creation) };
    await byName(app.url, other.session).post('/api/auth/factors/passkeys', made).expect(400);
    await session.post('/api/auth/factors/passkeys', made).expect(201);
  });

  it('that verifies nobody is a second factor, but does not sign in alone', async () => {
    const tenant = await registerTenant(app.url);
    const { device } = await addPasskey(byName(app.url, tenant.session), false);
    const alone = { credential: device.get(await options()) };
    await named().post('/api/auth/login/passkey', alone).expect(401);

    const { challenge, methods } = await begin(tenant);
    expect(methods).toEqual(['passkey']);
    const asked = await options(challenge);
    expect(asked.allowCredentials).toEqual([
      expect.objectContaining({ id: device.credentialId.toString('base64url') }),
    ]);
    await named()
      .post('/api/auth/login/factor', { challenge, passkey: device.get(asked) })
      .expect(200);
  });

  it('of another device, site or challenge proves nothing', async () => {
    const tenant = await registerTenant(app.url);
    const session = byName(app.url, tenant.session);
    const creation = (await session.post('/api/auth/factors/passkeys/options').expect(200)).body;
    const elsewhere = new Authenticator('https://evil.example.com').create(creation);
    const add = (credential: object) => session.post('/api/auth/factors/passkeys', { name: 'A phone', credential });
    expect(fieldsOf(await add(elsewhere).expect(400))).toEqual(['credential: invalid']);
    const madeUp = { ...creation, challenge: Buffer.alloc(32).toString('base64url') };
    await add(new Authenticator(session.url).create(madeUp)).expect(400);
    await add({ id: 'x', response: {} }).expect(400);
    expect(fieldsOf(await add({ id: 'x' } as object).expect(400))).toEqual(['credential: invalid']);

    const { device } = await addPasskey(session);
    const stranger = {
      ...new Authenticator(session.url).get(await options()),
      id: device.credentialId.toString('base64url'),
    };
    await named().post('/api/auth/login/passkey', { credential: stranger }).expect(401);
    const unknown = new Authenticator(session.url).get(await options());
    await named().post('/api/auth/login/passkey', { credential: unknown }).expect(401);
  });

  it('is of one user, and removed by nobody else', async () => {
    const [tenant, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const { passkey } = await addPasskey(byName(app.url, tenant.session));
    await other.session.delete(`/api/auth/factors/passkeys/${passkey.id}`).expect(404);
    await tenant.session.delete(`/api/auth/factors/passkeys/${passkey.id}`).expect(204);
    await tenant.session.delete(`/api/auth/factors/passkeys/${passkey.id}`).expect(404);
    await signIn(app.url, tenant);
  });

  it('needs a name instead of an address', async () => {
    const response = await anybody.post('/api/auth/login/passkey/options', {}).expect(409);
    expect(codeOf(response)).toBe('passkeys_unavailable');
  });
});

describe('a fresh session', () => {
  const tenant = useTenant(app);

  it('is asked for after 15 minutes, and made by the password', async () => {
    const session = await signIn(app.url, tenant);
    const { body } = await session.get('/api/auth/session').expect(200);
    expect(body.fresh).toBe(new Date(app.clock.now().getTime() + 15 * MINUTE_MS).toISOString());
    app.clock.advance(15 * MINUTE_MS);
    expect((await session.get('/api/auth/session').expect(200)).body.fresh).toBeNull();
    for (const attempt of [
      session.post('/api/api-keys', { name: 'A key' }),
      session.post('/api/auth/factors/totp'),
      session.delete('/api/auth/factors/totp'),
    ])
      expect(codeOf(await attempt.expect(403))).toBe('reauthentication_required');

    const wrong = await session.post('/api/auth/reauthenticate', { password: 'wrong' }).expect(400);
    expect(fieldsOf(wrong)).toEqual(['password: wrong_password']);
    await session.reauthenticate({ password: tenant.password });
    await session.post('/api/api-keys', { name: 'A key' }).expect(201);
    // Keys are never fresh, and need not be.
    await tenant.key.get('/api/tours').expect(200);
  });

  it('is made by a second factor, too', async () => {
    const { session } = await registerTenant(app.url);
    const { secret, codes } = await setUpTotp(session, app.clock);
    app.clock.advance(15 * MINUTE_MS);
    expect(fieldsOf(await session.post('/api/auth/reauthenticate', { code: '000000' }).expect(400))).toEqual([
      'code: wrong_code',
    ]);
    await session.reauthenticate({ code: totpCode(secret, app.clock) });
    app.clock.advance(15 * MINUTE_MS);
    await session.reauthenticate({ recoveryCode: codes[0] });
    await session.delete('/api/auth/factors/totp').expect(204);
  });

  it('is needed to give and take the platform’s flag, and never an operator’s who acts as somebody', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const session = await signIn(app.url, operator);
    app.clock.advance(15 * MINUTE_MS);
    const path = `/api/users/${tenant.user.id}/super-admin`;
    expect(codeOf(await session.put(path).expect(403))).toBe('reauthentication_required');
    expect(codeOf(await session.delete(path).expect(403))).toBe('reauthentication_required');
    await session.reauthenticate({ password: operator.password });
    const acting = sessionOf(await session.post(`/api/users/${tenant.user.id}/impersonate`).expect(200));
    expect((await acting.get('/api/auth/session').expect(200)).body.fresh).toBeNull();
    for (const attempt of [
      acting.post('/api/auth/reauthenticate', { password: tenant.password }),
      acting.post('/api/auth/factors/totp'),
      acting.post('/api/auth/factors/totp/verify', { code: '123456' }),
      acting.post('/api/api-keys', { name: 'A key' }),
    ])
      expect(codeOf(await attempt.expect(403))).toBe('impersonating');
  });
});

describe('a required second factor', () => {
  it('of an organization closes everything but /api/auth until there is one', async () => {
    const tenant = await registerTenant(app.url);
    const { body } = await tenant.session.patch('/api/settings', { requireSecondFactor: true }).expect(200);
    expect(body.requireSecondFactor).toBe(true);
    expect(codeOf(await tenant.session.get('/api/tours').expect(403))).toBe('second_factor_required');
    expect((await tenant.session.get('/api/auth/session').expect(200)).body.secondFactorMissing).toBe(true);
    await tenant.key.get('/api/tours').expect(200);
    await setUpTotp(tenant.session, app.clock);
    await tenant.session.get('/api/tours').expect(200);
    const last = await tenant.session.delete('/api/auth/factors/totp').expect(409);
    expect(codeOf(last)).toBe('second_factor_required');
    const { passkey } = await addPasskey(byName(app.url, tenant.session));
    await tenant.session.delete('/api/auth/factors/totp').expect(204);
    await tenant.session.delete(`/api/auth/factors/passkeys/${passkey.id}`).expect(409);
    await tenant.session.patch('/api/settings', { requireSecondFactor: false }).expect(200);
    await tenant.session.delete(`/api/auth/factors/passkeys/${passkey.id}`).expect(204);
  });
});

describe('an operator', () => {
  it('resets the factors of somebody who lost their phone, which is recorded', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const tenant = await registerTenant(app.url);
    await setUpTotp(tenant.session, app.clock);
    await addPasskey(byName(app.url, tenant.session));
    const session = await signIn(app.url, operator);
    await session.delete(`/api/users/${tenant.user.id}/factors`).expect(204);
    await session.delete(`/api/users/${tenant.user.id}/factors`).expect(204);
    await session.delete('/api/users/unknown/factors').expect(404);
    await signIn(app.url, tenant);
    const { data } = (await tenant.session.get('/api/audit-logs?limit=100').expect(200)).body;
    const actions = data.map(({ action }: Json) => action).filter((action: string) => action.startsWith('factor.'));
    expect(actions).toEqual(['factor.reset', 'factor.added', 'factor.added']);
  });

  it('ends all sessions of a user', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const tenant = await registerTenant(app.url);
    const session = await signIn(app.url, operator);
    await session.delete(`/api/users/${tenant.user.id}/sessions`).expect(204);
    await session.delete('/api/users/unknown/sessions').expect(404);
    await tenant.session.get('/api/auth/session').expect(401);
    await tenant.key.get('/api/tours').expect(200);
  });
});

describe('a sign-in that waits for a factor', () => {
  it('is over when an operator ends all sessions of the user', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const tenant = await registerTenant(app.url);
    const { codes } = await setUpTotp(tenant.session, app.clock);
    const { challenge } = await begin(tenant);
    await operator.session.delete(`/api/users/${tenant.user.id}/sessions`).expect(204);
    const response = await anybody.post('/api/auth/login/factor', { challenge, recoveryCode: codes[0] }).expect(410);
    expect(codeOf(response)).toBe('challenge_gone');
  });
});
