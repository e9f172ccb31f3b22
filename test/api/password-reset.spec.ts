import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { runJob } from '../support/jobs';
import { followEvents, outbox } from '../support/outbox';
import { NEW_PASSWORD, passwordResetsOf } from '../support/password-resets';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;

let app: TestApp;
let replica: TestApp;
let anybody: Client;
const { newToken, recordsOf, reset, settled } = passwordResetsOf(() => [app, replica]);

beforeAll(async () => {
  app = await startTestApp();
  await followEvents(app.databaseUrl);
  replica = await startTestApp({ DATABASE_URL: app.databaseUrl });
  anybody = new Client(app.url);
});
afterAll(async () => {
  await replica.close();
  await app.close();
});
afterEach(() => app.clock.release());

const signIn = (email: string, password: string) => anybody.post('/api/auth/login', { email, password });

describe('resetting the password', () => {
  let tenant: Tenant;
  let token: string;
  beforeEach(async () => {
    tenant = await registerTenant(app.url);
    token = await newToken(tenant.email);
  });

  it('makes the new password the only one, ends all sessions and starts none', async () => {
    const second = new Client(app.url, { Cookie: sessionCookieOf(await signIn(tenant.email, tenant.password)) });
    const operator = await registerTenant(app.url);
    await sql(app.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = ANY ($1)', [
      [operator.user.id, tenant.user.id],
    ]);
    // The user acts as somebody else, too.
    const elsewhere = await registerTenant(app.url);
    await sql(app.databaseUrl, 'UPDATE sessions SET impersonator_id = $1 WHERE user_id = $2', [
      tenant.user.id,
      elsewhere.user.id,
    ]);
    await elsewhere.session.get('/api/auth/session').expect(200);

    const response = await reset(token).expect(204);
    expect([response.text, response.headers['set-cookie']]).toEqual(['', undefined]);
    for (const session of [tenant.session, second, elsewhere.session])
      await session.get('/api/auth/session').expect(401);
    expect(
      await sql(app.databaseUrl, 'SELECT 1 FROM sessions WHERE user_id = $1 OR impersonator_id = $1', [tenant.user.id]),
    ).toEqual([]);
    await signIn(tenant.email, tenant.password).expect(401);
    await signIn(tenant.email, NEW_PASSWORD).expect(200);
  });

  it('ends the API keys that were made before the address was shown to be the user’s, and no later ones', async () => {
    const elsewhere = await registerTenant(app.url);
    await sql(
      app.databaseUrl,
      `INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), $2, 'Admin', now(), now(), now())`,
      [elsewhere.organization.id, tenant.user.id],
    );
    const guest = new Client(app.url, { Cookie: sessionCookieOf(await signIn(tenant.email, tenant.password)) });
    await guest.put('/api/auth/session/organization', { organizationId: elsewhere.organization.id }).expect(200);
    const there = (await guest.post('/api/api-keys', { name: 'There' }).expect(201)).body;
    await reset(token).expect(204);
    const keys = [tenant.key, new Client(app.url, { Authorization: `Bearer ${there.key}` })];
    for (const key of keys) await key.get('/api/organizations/me').expect(401);
    const recorded = await sql(
      app.databaseUrl,
      `SELECT * FROM audit_records WHERE action = 'api_key.revoked' AND target_id = $1`,
      [there.id],
    );
    expect(recorded).toMatchObject([{ organization_id: elsewhere.organization.id, ip: null, user_agent: null }]);

    const back = new Client(app.url, { Cookie: sessionCookieOf(await signIn(tenant.email, NEW_PASSWORD)) });
    const own = (await back.post('/api/api-keys', { name: 'Own' }).expect(201)).body;
    await reset(await newToken(tenant.email), 'yet another one').expect(204);
    await new Client(app.url, { Authorization: `Bearer ${own.key}` }).get('/api/organizations/me').expect(200);
  });

  it('leaves audit records, without a secret', async () => {
    await reset(token).expect(204);
    const records = await recordsOf(tenant.user.id);
    expect(
      records.map((record) => [record.action, record.organization_id, record.actor_type, record.actor_id]),
    ).toEqual([
      ['user.password_reset_requested', tenant.organization.id, 'system', null],
      ['user.password_reset', tenant.organization.id, 'user', tenant.user.id],
    ]);
    await settled();
    const tables = ['audit_records', 'password_resets', 'mail_messages', 'users'];
    const rows: Json[] = (await outbox(app.databaseUrl)).map((event) => ({ row: event.body }));
    for (const table of tables) rows.push(...(await sql(app.databaseUrl, `SELECT t::text AS row FROM ${table} t`)));
    const everything = [...rows.map(({ row }) => row), app.log.join(''), replica.log.join('')].join('\n');
    expect(everything).toContain(tenant.user.id);
    for (const secret of [token, NEW_PASSWORD]) expect(everything).not.toContain(secret);
  });

  it('works once', async () => {
    await reset(token).expect(204);
    expectProblem(await reset(token, 'yet another one'), 410, 'reset_gone');
    await signIn(tenant.email, NEW_PASSWORD).expect(200);
  });

  it('works for exactly one of 50 at once, on two replicas', async () => {
    const clients = [anybody, new Client(replica.url)];
    const attempt = (i: number) => ({ token, password: `new password ${i}` });
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => clients[i % 2]!.post('/api/auth/password/reset', attempt(i))),
    );
    const winners = responses.flatMap((response, i) => (response.status === 204 ? [i] : []));
    expect(winners).toHaveLength(1);
    expect(responses.filter((response) => response.status === 410)).toHaveLength(49);
    await signIn(tenant.email, `new password ${winners[0]}`).expect(200);
    expect((await recordsOf(tenant.user.id)).filter(({ action }) => action === 'user.password_reset')).toHaveLength(1);
  });

  it('is refused alike for a token that is unknown, malformed, used, expired or superseded', async () => {
    const used = token;
    await reset(used).expect(204);
    const superseded = await newToken(tenant.email);
    const expired = await newToken(tenant.email);
    app.clock.advance(60 * MINUTE_MS + 1000);
    const responses = [];
    for (const bad of [used, superseded, expired, 'A'.repeat(43), 'x', '', 'ä', '../..', 'x'.repeat(1024)]) {
      const body = { token: bad, password: NEW_PASSWORD };
      const response = await anybody.with({ 'X-Request-Id': 'same' }).post('/api/auth/password/reset', body);
      responses.push([response.status, response.text]);
    }
    expect(responses[0]).toEqual([410, expect.stringContaining('"code":"reset_gone"')]);
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  it('works until the hour is over', async () => {
    app.clock.advance(59 * MINUTE_MS);
    await reset(token).expect(204);
  });

  it('does not spend the token on a bad password', async () => {
    for (const password of ['short', 'x'.repeat(129), '', 5, null, undefined]) {
      const response = await anybody.post('/api/auth/password/reset', { token, password });
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors.map((error: Json) => error.field)).toEqual(['password']);
    }
    await tenant.session.get('/api/auth/session').expect(200);
    await reset(token).expect(204);
  });

  it.each([
    ['token', { token: undefined }],
    ['token', { token: 5 }],
    ['token', { token: 'x'.repeat(1025) }],
    ['userId', { userId: '01900000-0000-7000-8000-000000000000' }],
  ])('refuses a wrong %s', async (field, overrides) => {
    const response = await anybody.post('/api/auth/password/reset', { token, password: NEW_PASSWORD, ...overrides });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('refuses the request of another site', async () => {
    const foreign = anybody.with({ 'Sec-Fetch-Site': 'cross-site' });
    expectProblem(await foreign.post('/api/auth/password/reset', { token, password: NEW_PASSWORD }), 403, 'cross_site');
  });

  it('is not for a suspended user, until they are active again', async () => {
    await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [tenant.user.id]);
    expectProblem(await reset(token), 410, 'reset_gone');
    await sql(app.databaseUrl, `UPDATE users SET status = 'active' WHERE id = $1`, [tenant.user.id]);
    await signIn(tenant.email, tenant.password).expect(200);
    await reset(token).expect(204);
  });

  it.each(['email', 'name', 'organization'])(
    "refuses the user's own %s as the password, and keeps the token",
    async (what) => {
      const names = { email: tenant.email, name: tenant.user.name, organization: tenant.organization.name };
      const password = names[what as keyof typeof names] as string;
      const { body } = await anybody.post('/api/auth/password/reset', { token, password }).expect(400);
      expect(body.errors).toMatchObject([{ field: 'password', code: 'too_common' }]);
      await reset(token).expect(204);
    },
  );

  it('works no more when the password has been changed meanwhile', async () => {
    const change = { currentPassword: tenant.password, newPassword: 'changed by the user' };
    await tenant.session.post('/api/auth/password', change).expect(204);
    expectProblem(await reset(token), 410, 'reset_gone');
    await signIn(tenant.email, 'changed by the user').expect(200);
  });

  it('lets the user in who was locked out by wrong guesses, and nobody else', async () => {
    const other = await registerTenant(app.url);
    for (let i = 0; i < 10; i++) {
      await signIn(tenant.email, 'wrong').expect(401);
      await signIn(other.email, 'wrong').expect(401);
    }
    await signIn(tenant.email, tenant.password).expect(429);
    await reset(token).expect(204);
    await signIn(tenant.email, NEW_PASSWORD).expect(200);
    await signIn(other.email, other.password).expect(429);
  });

  it('leaves no session behind for whoever signs in with the old password at the same moment', async () => {
    const attempts = Array.from({ length: 12 }, () => signIn(tenant.email, tenant.password));
    const change = tenant.session.post('/api/auth/password', {
      currentPassword: tenant.password,
      newPassword: 'the thief was faster',
    });
    const [response, changed, ...signedIn] = await Promise.all([reset(token), change, ...attempts]);
    // Whichever came first made the other one useless.
    const resetWon = response.status === 204;
    expect([response.status, changed.status === 204]).toEqual(resetWon ? [204, false] : [410, true]);
    for (const each of signedIn.filter(({ status }) => status === 200)) {
      await new Client(app.url, { Cookie: sessionCookieOf(each) }).get('/api/auth/session').expect(401);
    }
    await signIn(tenant.email, resetWon ? NEW_PASSWORD : 'the thief was faster').expect(200);
  });
});

it('jobs forget requests and tokens that are over', async () => {
  const { email } = await registerTenant(app.url);
  await newToken(email);
  app.clock.advance(25 * 60 * MINUTE_MS);
  await runJob(app, 'forget-password-resets');
  expect(await sql(app.databaseUrl, 'SELECT 1 FROM password_resets')).toEqual([]);
});
