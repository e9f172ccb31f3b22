import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { tokenSentTo } from '../support/members';
import { registerSuperAdmin, signIn } from '../support/people';
import { addPasskey, byName, setUpTotp, totpCode } from '../support/second-factors';
import { sql } from '../support/sql';

const STEP_MS = 30_000;
const app = useTestApp();
let anybody: Client;
let inviter: Tenant;
beforeAll(async () => {
  anybody = new Client(app.url);
  app.clock.stopAt(new Date().toISOString());
  inviter = await registerTenant(app.url);
});

const sessionOf = (response: Json): Client => new Client(app.url, { Cookie: sessionCookieOf(response) });
const accept = (body: Record<string, unknown>) => anybody.post('/api/invitations/accept', body);
const cookiesOf = (response: Json): unknown => response.headers['set-cookie'];

async function confirmed<Person extends Tenant>(person: Person): Promise<Person> {
  await sql(app.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [person.user.id]);
  return person;
}

/** An invitation of somebody who has an account. @returns its token */
async function invite(email: string): Promise<string> {
  await inviter.session.reauthenticate({ password: inviter.password });
  await inviter.session.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
  return tokenSentTo(app, email);
}

async function isMember({ user }: Tenant): Promise<boolean> {
  const { body } = await inviter.session.get('/api/organizations/members?limit=100').expect(200);
  return body.data.some(({ userId }: Json) => userId === user.id);
}

describe('an invitation of an account with a second factor', () => {
  it('asks for the factor before anybody joins or is signed in', async () => {
    const person = await confirmed(await registerTenant(app.url));
    const { secret } = await setUpTotp(person.session, app.clock);
    app.clock.advance(2 * STEP_MS);
    const token = await invite(person.email);
    for (const body of [{ token }, { token, name: 'Ada', password: 'a password of nobody' }]) {
      const asked = await accept(body).expect(200);
      expect(asked.body).toEqual({
        secondFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recoveryCode'] },
      });
      expect(cookiesOf(asked)).toBeUndefined();
    }
    expect(await isMember(person)).toBe(false);

    const { challenge } = (await accept({ token }).expect(200)).body.secondFactor;
    await anybody.post('/api/auth/login/factor', { challenge, code: '000000' }).expect(401);
    expect(await isMember(person)).toBe(false);
    const code = totpCode(secret, app.clock);
    const joined = await anybody.post('/api/auth/login/factor', { challenge, code }).expect(200);
    expect(joined.body).toMatchObject({ user: { id: person.user.id }, organization: { id: inviter.organization.id } });
    await sessionOf(joined).get('/api/guests').expect(200);
    expect(await isMember(person)).toBe(true);
    await accept({ token }).expect(410);
  });

  it('takes a passkey, and no password instead of it', async () => {
    const person = await confirmed(await registerTenant(app.url));
    const { device } = await addPasskey(byName(app.url, person.session));
    const token = await invite(person.email);
    const { secondFactor } = (await accept({ token }).expect(200)).body;
    expect(secondFactor.methods).toEqual(['passkey']);
    const { challenge } = secondFactor;
    const refused = await anybody.post('/api/auth/login/factor', { challenge, password: person.password }).expect(400);
    expect(refused.body.errors).toMatchObject([{ field: 'password', code: 'not_allowed' }]);
    const browser = byName(app.url, anybody);
    const options = (await browser.post('/api/auth/login/passkey/options', { challenge }).expect(200)).body;
    const joined = await browser.post('/api/auth/login/factor', { challenge, passkey: device.get(options) });
    expect(joined.body.organization.id).toBe(inviter.organization.id);
  });

  it('that is revoked meanwhile joins nobody', async () => {
    const person = await confirmed(await registerTenant(app.url));
    const { secret } = await setUpTotp(person.session, app.clock);
    app.clock.advance(2 * STEP_MS);
    const token = await invite(person.email);
    const { challenge } = (await accept({ token }).expect(200)).body.secondFactor;
    const { body } = await inviter.session.get('/api/organizations/invitations?status=pending&limit=100').expect(200);
    const { id } = body.data.find(({ email }: Json) => email === person.email);
    await inviter.session.delete(`/api/organizations/invitations/${id}`).expect(204);
    const code = totpCode(secret, app.clock);
    const gone = await anybody.post('/api/auth/login/factor', { challenge, code }).expect(410);
    expect(gone.body.code).toBe('invitation_gone');
    expect(cookiesOf(gone)).toBeUndefined();
  });

  it('joins nobody whose account got another address meanwhile', async () => {
    const person = await confirmed(await registerTenant(app.url));
    const { secret } = await setUpTotp(person.session, app.clock);
    app.clock.advance(2 * STEP_MS);
    const token = await invite(person.email);
    const { challenge } = (await accept({ token }).expect(200)).body.secondFactor;
    const email = `${unique('another')}@example.com`;
    await sql(app.databaseUrl, 'UPDATE users SET email = $2 WHERE id = $1', [person.user.id, email]);
    const code = totpCode(secret, app.clock);
    const gone = await anybody.post('/api/auth/login/factor', { challenge, code }).expect(410);
    expect([gone.body.code, cookiesOf(gone)]).toEqual(['invitation_gone', undefined]);
    expect(await isMember(person)).toBe(false);
  });

  it('lets one of several acceptances at once in', async () => {
    const person = await confirmed(await registerTenant(app.url));
    const { codes } = await setUpTotp(person.session, app.clock);
    const token = await invite(person.email);
    const challenges: string[] = [];
    for (let i = 0; i < 3; i++) challenges.push((await accept({ token }).expect(200)).body.secondFactor.challenge);
    const statuses = await Promise.all(
      challenges.map(
        async (challenge, i) =>
          (await anybody.post('/api/auth/login/factor', { challenge, recoveryCode: codes[i] })).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 410, 410]);
  });
});

describe('an invitation of a Super Admin', () => {
  it("asks for the account's own password where there is no second factor", async () => {
    const operator = await confirmed(await registerSuperAdmin(app.url, app.databaseUrl));
    const token = await invite(operator.email);
    const refused = await accept({ token }).expect(400);
    expect(refused.body.errors).toMatchObject([{ field: 'password', code: 'required' }]);
    const wrong = await accept({ token, name: 'Eve', password: 'another long password' }).expect(400);
    expect(wrong.body.errors).toMatchObject([{ field: 'password', code: 'wrong_password' }]);
    expect(await isMember(operator)).toBe(false);
    const joined = await accept({ token, password: operator.password }).expect(200);
    expect((await sessionOf(joined).get('/api/auth/session').expect(200)).body.superAdmin).toBe(true);
  });

  it('never hands the account over, even while nobody has confirmed its address', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const token = await invite(operator.email);
    await accept({ token, name: 'Eve', password: 'another long password' }).expect(400);
    await signIn(app.url, operator);
  });

  it('asks for the second factor where there is one', async () => {
    const operator = await confirmed(await registerSuperAdmin(app.url, app.databaseUrl));
    await setUpTotp(operator.session, app.clock);
    const token = await invite(operator.email);
    const asked = await accept({ token }).expect(200);
    expect(asked.body.secondFactor.methods).toEqual(['totp', 'recoveryCode']);
    expect(cookiesOf(asked)).toBeUndefined();
  });

  it('limits guesses of the password like a sign-in', async () => {
    const operator = await confirmed(await registerSuperAdmin(app.url, app.databaseUrl));
    const token = await invite(operator.email);
    const guess = () => accept({ token, password: 'another long password' });
    for (let i = 0; i < 10; i++) await guess().expect(400);
    await guess().expect(429);
  });
});

describe('sessions', () => {
  it('end when their user becomes a Super Admin', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const person = await registerTenant(app.url);
    await operator.session.put(`/api/users/${person.user.id}/super-admin`).expect(204);
    await person.session.get('/api/auth/session').expect(401);
    const { body } = await (await signIn(app.url, person)).get('/api/auth/session').expect(200);
    expect(body.superAdmin).toBe(true);
  });

  it('go on with a new token once their user has shown again who they are', async () => {
    const { session, password } = await registerTenant(app.url);
    const shown = await session.post('/api/auth/reauthenticate', { password }).expect(204);
    await session.get('/api/auth/session').expect(401);
    await sessionOf(shown).get('/api/auth/session').expect(200);
  });

  it('use one recovery code when several come at once with one challenge', async () => {
    const person = await registerTenant(app.url);
    const { codes } = await setUpTotp(person.session, app.clock);
    const { email, password } = person;
    const { challenge } = (await anybody.post('/api/auth/login', { email, password }).expect(200)).body.secondFactor;
    const statuses = await Promise.all(
      codes
        .slice(0, 4)
        .map(
          async (recoveryCode) => (await anybody.post('/api/auth/login/factor', { challenge, recoveryCode })).status,
        ),
    );
    expect(statuses.sort()).toEqual([200, 410, 410, 410]);
    expect((await person.session.get('/api/auth/factors').expect(200)).body.recoveryCodesLeft).toBe(9);
  });

  // Whoever adds a caller decides here what its user has shown, and what the account demands besides.
  it('are started by these callers alone', () => {
    const callers = (folder: string, call: RegExp): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
        .flatMap((file) =>
          [...readFileSync(join(folder, file), 'utf8').matchAll(call)].map(() => file.replaceAll('\\', '/')),
        )
        .sort();
    const source = join(__dirname, '../../src');
    expect(callers(source, /\.startSession\(/g)).toEqual([
      'modules/sign-in/auth/default-sessions.service.ts',
      'modules/sign-in/auth/invitation-acceptance.service.ts',
      'modules/sign-in/auth/registration.service.ts',
      'modules/sign-in/auth/sso-sign-in.service.ts',
    ]);
    expect(callers(source, /\bsessions\.start\(/g)).toEqual(['modules/sign-in/auth/session-gate.service.ts']);
    expect(callers(source, /insert\(Session,/g)).toEqual(['modules/sign-in/sessions/sessions.repository.ts']);
  });
});
