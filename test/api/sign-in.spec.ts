import { registerTenant, unique } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { outbox } from '../support/outbox';
import { join, signIn } from '../support/people';
import { sql } from '../support/sql';

const app = useTestApp();
useFollowedEvents(app);
let anybody: Client;

beforeAll(async () => {
  anybody = new Client(app.url);
});

const cookieLine = (response: Json): string => (response.headers['set-cookie'] as string[])[0]!;
const signedIn = (response: Json): Client => new Client(app.url, { Cookie: sessionCookieOf(response) });

describe('signing in', () => {
  const tenant = useTenant(app);
  const attempt = (overrides: Record<string, unknown> = {}) =>
    anybody.post('/api/auth/login', { email: tenant.email, password: tenant.password, ...overrides });

  it('starts a new session each time, whatever the case of the e-mail address', async () => {
    const first = await attempt({ email: tenant.email.toUpperCase() }).expect(200);
    const second = await attempt().expect(200);
    expect(first.body).toMatchObject({ user: { id: tenant.user.id }, organization: { id: tenant.organization.id } });
    expect(sessionCookieOf(first)).not.toBe(sessionCookieOf(second));
    await signedIn(first).get('/api/auth/session').expect(200);
    await signedIn(second).get('/api/auth/session').expect(200);
  });

  it('sets a cookie that scripts and other sites do not get', async () => {
    const line = cookieLine(await attempt().expect(200));
    expect(line).toMatch(/^te_session=[A-Za-z0-9_-]{43};/);
    expect(line.split('; ')).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${90 * 24 * 3600}`]),
    );
    expect(line).not.toMatch(/Secure|Domain/);
  });

  it('ends the session that the browser had', async () => {
    const old = await signIn(app.url, tenant);
    const cookie = sessionCookieOf(await attempt().expect(200));
    const browser = new Client(app.url, { Cookie: cookie });
    await browser.post('/api/auth/login', { email: tenant.email, password: tenant.password }).expect(200);
    await browser.get('/api/auth/session').expect(401);
    await old.get('/api/auth/session').expect(200);
  });

  it('answers a wrong password, an unknown address and a suspended user alike', async () => {
    const suspended = await registerTenant(app.url);
    await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.user.id]);
    const responses = [
      await attempt({ password: 'wrong' }).expect(401),
      await attempt({ email: `${unique('nobody')}@example.com` }).expect(401),
      await attempt({ email: 'not an address' }).expect(401),
      await attempt({ email: suspended.email, password: suspended.password }).expect(401),
    ];
    const bodies = responses.map(({ body }) => ({ ...body, requestId: null }));
    expect(bodies[0]).toMatchObject({ code: 'invalid_credentials', status: 401 });
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    for (const response of responses) expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['email', { email: undefined }],
    ['password', { password: undefined }],
    ['password', { password: 5 }],
    ['remember', { remember: true }],
  ])('refuses a wrong %s', async (field, overrides) => {
    const { body } = await attempt(overrides).expect(400);
    expect(body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('refuses the request of another site, even one without a cookie', async () => {
    const foreign = anybody.with({ Origin: 'https://evil.example' });
    const { body } = await foreign
      .post('/api/auth/login', { email: tenant.email, password: tenant.password })
      .expect(403);
    expect(body.code).toBe('cross_site');
    await anybody
      .with({ 'Sec-Fetch-Site': 'cross-site' })
      .post('/api/auth/login', { email: tenant.email, password: tenant.password })
      .expect(403);
  });

  it('lands in the organization used last, else in the one joined first', async () => {
    const [own, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    await join(app.databaseUrl, own, other.organization);
    const session = await signIn(app.url, own);
    expect((await session.get('/api/auth/session')).body.organization.id).toBe(own.organization.id);
    await session.put('/api/auth/session/organization', { organizationId: other.organization.id }).expect(200);
    const later = await signIn(app.url, own);
    expect((await later.get('/api/auth/session')).body).toMatchObject({
      organization: { id: other.organization.id },
      role: 'Member',
    });
    await sql(app.databaseUrl, 'DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [
      other.organization.id,
      own.user.id,
    ]);
    const last = await signIn(app.url, own);
    expect((await last.get('/api/auth/session')).body.organization.id).toBe(own.organization.id);
  });

  it('says so when no organization is left', async () => {
    const lonely = await registerTenant(app.url);
    await sql(app.databaseUrl, 'DELETE FROM memberships WHERE user_id = $1', [lonely.user.id]);
    const { email, password } = lonely;
    const { body } = await anybody.post('/api/auth/login', { email, password }).expect(403);
    expect(body.code).toBe('no_organization');
  });
});

describe('signing out', () => {
  it('ends the session and clears the cookie', async () => {
    const session = await signIn(app.url, await registerTenant(app.url));
    const response = await session.post('/api/auth/logout').expect(204);
    expect(cookieLine(response)).toMatch(/^te_session=;.*Expires=Thu, 01 Jan 1970/);
    const { body, headers } = await session.get('/api/auth/session').expect(401);
    expect(body.code).toBe('unauthenticated');
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('refuses the request of another site', async () => {
    const session = await signIn(app.url, await registerTenant(app.url));
    const { body } = await session.with({ Origin: 'https://evil.example' }).post('/api/auth/logout').expect(403);
    expect(body.code).toBe('cross_site');
    await session.with({ Origin: app.url }).post('/api/auth/logout').expect(204);
  });

  it('takes a session, not a key', async () => {
    const { key } = await registerTenant(app.url);
    expect((await key.post('/api/auth/logout').expect(403)).body.code).toBe('session_required');
    await anybody.post('/api/auth/logout').expect(401);
  });
});

describe('secrets', () => {
  it('are in no log line, no audit record and no kept answer', async () => {
    const secret = `secret-${unique('word')}`;
    const tenant = await registerTenant(app.url, { password: secret });
    const response = await anybody.post('/api/auth/login', { email: tenant.email, password: secret }).expect(200);
    const token = sessionCookieOf(response).slice('te_session='.length);
    const session = signedIn(response).with({ 'Idempotency-Key': 'once' });
    const { body } = await session.post('/api/api-keys', { name: 'Secretive' }).expect(201);
    const replay = await session.post('/api/api-keys', { name: 'Secretive' }).expect(201);
    expect(replay.body).toEqual({ ...body, key: null });
    await session.with({ 'Idempotency-Key': 'two' }).post('/api/auth/password', {
      currentPassword: secret,
      newPassword: `${secret}-2`,
    });

    const everything = [
      app.log.join(''),
      ...(await sql(app.databaseUrl, `SELECT row_to_json(a)::text AS text FROM audit_records a`)).map(
        (row) => row.text as string,
      ),
      ...(
        await sql(app.databaseUrl, `SELECT encode(body, 'escape') AS text FROM idempotency_keys WHERE body IS NOT NULL`)
      ).map((row) => row.text as string),
      ...(await outbox(app.databaseUrl)).map(({ body: text }) => text as string),
    ].join('\n');
    for (const word of [secret, token, body.key, '$argon2id']) expect(everything).not.toContain(word);
    const [{ password_hash: hash }] = await sql(app.databaseUrl, 'SELECT password_hash FROM users WHERE id = $1', [
      tenant.user.id,
    ]);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=(19456|[2-9]\d{4,}),t=([2-9]|\d{2,}),/);
  });
});
