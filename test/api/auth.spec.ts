import { Client as DatabaseClient } from 'pg';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { runJob } from '../support/jobs';
import { join, registerSuperAdmin, signIn } from '../support/people';

const PASSWORD = 'correct horse battery';
const MINUTE_MS = 60_000;

let app: TestApp;
let database: DatabaseClient;
let anybody: Client;

beforeAll(async () => {
  app = await startTestApp({ LOGIN_RATE_LIMIT: '10' });
  database = new DatabaseClient(app.databaseUrl);
  await database.connect();
  anybody = new Client(app.url);
});
afterAll(async () => {
  await database.end();
  await app.close();
});
afterEach(() => app.clock.release());

const newEmail = () => `${unique('person')}@example.com`;
const registration = (overrides: Record<string, unknown> = {}) => ({
  organizationName: 'Northern Lights',
  name: 'Ada',
  email: newEmail(),
  password: PASSWORD,
  ...overrides,
});
const cookieLine = (answer: Json): string => (answer.headers['set-cookie'] as string[])[0]!;
const signedIn = (answer: Json): Client => new Client(app.url, { Cookie: sessionCookieOf(answer) });

async function sql(text: string, ...values: unknown[]): Promise<Json[]> {
  return (await database.query(text, values)).rows;
}

const auditActions = async (organizationId: string): Promise<string[]> =>
  (
    await sql('SELECT action FROM audit_records WHERE organization_id = $1 ORDER BY occurred_at, id', organizationId)
  ).map((row) => row.action);

describe('registering', () => {
  it('makes a user who is the Admin of a new organization, and signs them in', async () => {
    const input = registration({ organizationName: '  Åsa & Söhne  ', timezone: 'Europe/Berlin', currency: 'EUR' });
    const answer = await anybody.post('/api/auth/register', input).expect(201);

    expect(answer.body).toEqual({
      user: {
        id: expect.any(String),
        name: 'Ada',
        email: input.email,
        phone: null,
        role: 'Admin',
        status: 'active',
        superAdmin: false,
        lastSignInAt: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      organization: {
        id: expect.any(String),
        name: 'Åsa & Söhne',
        slug: expect.stringMatching(/^asa-sohne/),
        logo: null,
        timezone: 'Europe/Berlin',
        currency: 'EUR',
        status: 'active',
        planId: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    const session = await signedIn(answer).get('/api/auth/session').expect(200);
    expect(session.body).toMatchObject({ ...answer.body, role: 'Admin', superAdmin: false, impersonator: null });
    expect(session.body.permissions).toContain('apiKeys.create');
    expect(session.body.permissions).toEqual([...session.body.permissions].sort());
  });

  it('uses UTC and USD when nothing else is said', async () => {
    const { body } = await anybody.post('/api/auth/register', registration()).expect(201);
    expect(body.organization).toMatchObject({ timezone: 'UTC', currency: 'USD' });
  });

  it('gives organizations of the same name different slugs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => anybody.post('/api/auth/register', registration({ organizationName: 'Twins' }))),
    );
    const slugs = answers.map((answer) => answer.body.organization.slug as string);
    expect(new Set(slugs).size).toBe(5);
    expect(slugs.every((slug) => slug.startsWith('twins'))).toBe(true);
  });

  it('makes a slug for a name without Latin letters', async () => {
    const { body } = await anybody.post('/api/auth/register', registration({ organizationName: '東京' })).expect(201);
    expect(body.organization.slug).toMatch(/^organization/);
  });

  it('leaves audit records and tells that a member joined', async () => {
    const { body } = await anybody.post('/api/auth/register', registration()).expect(201);
    expect((await auditActions(body.organization.id)).sort()).toEqual([
      'member.joined',
      'organization.created',
      'session.started',
    ]);
    const [created] = await sql('SELECT * FROM audit_records WHERE target_id = $1', body.organization.id);
    expect(created).toMatchObject({ actor_type: 'user', actor_id: body.user.id, actor_name: 'Ada', ip: '127.0.0.1' });
    const [event] = await sql('SELECT type, body FROM outbox_events WHERE organization_id = $1', body.organization.id);
    expect(event.type).toBe('member.joined');
    expect(JSON.parse(event.body).data).toMatchObject({
      userId: body.user.id,
      name: 'Ada',
      email: body.user.email,
      role: 'Admin',
      status: 'active',
    });
  });

  it('refuses an e-mail address that is taken, in any case of the letters, and leaves nothing behind', async () => {
    const email = newEmail();
    await anybody.post('/api/auth/register', registration({ email })).expect(201);
    const organizationName = unique('Leftover');
    const again = await anybody
      .post('/api/auth/register', registration({ email: email.toUpperCase(), organizationName }))
      .expect(409);
    expect(again.body.code).toBe('email_taken');
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(await sql('SELECT 1 FROM organizations WHERE name = $1', organizationName)).toEqual([]);
  });

  it('lets exactly one of 30 registrations of the same address at once through', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => anybody.post('/api/auth/register', registration({ email }))),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409 && answer.body.code === 'email_taken')).toHaveLength(29);
  });

  it.each([
    ['organizationName', { organizationName: '   ' }],
    ['organizationName', { organizationName: 'x'.repeat(121) }],
    ['organizationName', { organizationName: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(121) }],
    ['email', { email: 'nobody' }],
    ['email', { email: 5 }],
    ['password', { password: 'seven77' }],
    ['password', { password: ' seven77 ' }],
    ['password', { password: 'x'.repeat(129) }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['currency', { currency: 'eur' }],
    ['referralCode', { referralCode: 'x'.repeat(33) }],
    ['referralCode', { referralCode: 'nobodys-code' }],
    ['superAdmin', { superAdmin: true }],
  ])('refuses a wrong %s', async (field, overrides) => {
    const { body } = await anybody.post('/api/auth/register', registration(overrides)).expect(400);
    expect(body.code).toBe('validation_failed');
    expect(body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('refuses the request of another site', async () => {
    const { body } = await anybody
      .with({ Origin: 'https://evil.example' })
      .post('/api/auth/register', registration())
      .expect(403);
    expect(body.code).toBe('cross_site');
  });
});

describe('signing in', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await registerTenant(app.url);
  });
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
    await sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, suspended.user.id);
    const answers = [
      await attempt({ password: 'wrong' }).expect(401),
      await attempt({ email: newEmail() }).expect(401),
      await attempt({ email: 'not an address' }).expect(401),
      await attempt({ email: suspended.email, password: suspended.password }).expect(401),
    ];
    const bodies = answers.map(({ body }) => ({ ...body, requestId: null }));
    expect(bodies[0]).toMatchObject({ code: 'invalid_credentials', status: 401 });
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    for (const answer of answers) expect(answer.headers['set-cookie']).toBeUndefined();
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
    await sql(
      'DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2',
      other.organization.id,
      own.user.id,
    );
    const last = await signIn(app.url, own);
    expect((await last.get('/api/auth/session')).body.organization.id).toBe(own.organization.id);
  });

  it('says so when no organization is left', async () => {
    const lonely = await registerTenant(app.url);
    await sql('DELETE FROM memberships WHERE user_id = $1', lonely.user.id);
    const { email, password } = lonely;
    const { body } = await anybody.post('/api/auth/login', { email, password }).expect(403);
    expect(body.code).toBe('no_organization');
  });
});

describe('guessing passwords', () => {
  const guess = (email: string, password = 'wrong') => anybody.post('/api/auth/login', { email, password });

  it.each(['known', 'unknown'])(
    'is over after ten failures for an account that is %s, made at once or not',
    async (kind) => {
      const email = kind === 'known' ? (await registerTenant(app.url)).email : newEmail();
      const answers = await Promise.all(Array.from({ length: 40 }, () => guess(email)));
      expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
      const refused = answers.filter((answer) => answer.status === 429);
      expect(refused).toHaveLength(30);
      expect(refused[0]!.body.code).toBe('rate_limited');
      const wait = Number(refused[0]!.headers['retry-after']);
      expect(wait).toBeGreaterThan(800);
      expect(wait).toBeLessThanOrEqual(900);
    },
  );

  it('stays over for the right password too, however the address is spelled, until 15 minutes have passed', async () => {
    const tenant = await registerTenant(app.url);
    for (let i = 0; i < 10; i++) await guess(tenant.email).expect(401);
    await guess(tenant.email.toUpperCase(), tenant.password).expect(429);
    app.clock.advance(15 * MINUTE_MS + 1000);
    await guess(tenant.email, tenant.password).expect(200);
  });

  it('starts anew after a success', async () => {
    const tenant = await registerTenant(app.url);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) await guess(tenant.email).expect(401);
      await guess(tenant.email, tenant.password).expect(200);
    }
  });

  it('does not keep 30 right sign-ins at once from succeeding', async () => {
    const tenant = await registerTenant(app.url);
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(tenant.email, tenant.password)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(30).fill(200));
  });

  it('does not touch other accounts', async () => {
    const [attacked, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    for (let i = 0; i < 11; i++) await guess(attacked.email);
    await guess(other.email, other.password).expect(200);
  });

  it('is forgotten by a job when the time is over', async () => {
    await guess(newEmail()).expect(401);
    app.clock.advance(15 * MINUTE_MS + 1000);
    await runJob(app, 'forget-sign-in-failures');
    expect(await sql('SELECT 1 FROM sign_in_failures')).toEqual([]);
  });
});

describe('signing out', () => {
  it('ends the session and clears the cookie', async () => {
    const session = await signIn(app.url, await registerTenant(app.url));
    const answer = await session.post('/api/auth/logout').expect(204);
    expect(cookieLine(answer)).toMatch(/^te_session=;.*Expires=Thu, 01 Jan 1970/);
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

describe('switching the organization', () => {
  it('moves the session to another of the own organizations, and says so in its log', async () => {
    const [own, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    await join(app.databaseUrl, own, other.organization);
    const session = await signIn(app.url, own);
    const { body } = await session
      .put('/api/auth/session/organization', { organizationId: other.organization.id })
      .expect(200);
    expect(body).toMatchObject({
      user: { id: own.user.id, role: 'Member' },
      organization: { id: other.organization.id },
      role: 'Member',
      permissions: ['roles.read', 'users.read'],
    });
    expect((await session.get('/api/auth/session')).body).toEqual(body);
    expect(await auditActions(other.organization.id)).toContain('session.organization_switched');
    expect(await auditActions(own.organization.id)).not.toContain('session.organization_switched');
    const told = await sql(
      `SELECT changes FROM audit_records WHERE action = 'session.organization_switched' AND organization_id = $1`,
      other.organization.id,
    );
    // Its auditors need not know which other organization it was.
    expect(told).toEqual([{ changes: { organizationId: { before: null, after: other.organization.id } } }]);
  });

  it('answers 404, alike, for a stranger, an unknown and a malformed organization', async () => {
    const [own, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const session = await signIn(app.url, own);
    const ids = [other.organization.id, '01900000-0000-7000-8000-000000000000', 'x', own.organization.id.toUpperCase()];
    for (const organizationId of ids) {
      const { body } = await session.put('/api/auth/session/organization', { organizationId }).expect(404);
      expect(body.code).toBe('not_found');
    }
    await session.put('/api/auth/session/organization', {}).expect(400);
    expect((await session.get('/api/auth/session')).body.organization.id).toBe(own.organization.id);
  });

  it('takes a Super Admin anywhere that exists', async () => {
    const [operator, other, gone] = [
      await registerSuperAdmin(app.url, app.databaseUrl),
      await registerTenant(app.url),
      await registerTenant(app.url),
    ];
    await sql('UPDATE organizations SET deleted_at = now() WHERE id = $1', gone.organization.id);
    const session = await signIn(app.url, operator);
    await session.put('/api/auth/session/organization', { organizationId: gone.organization.id }).expect(404);
    const { body } = await session
      .put('/api/auth/session/organization', { organizationId: other.organization.id })
      .expect(200);
    expect(body).toMatchObject({ organization: { id: other.organization.id }, role: null, superAdmin: true });
    expect(body.user.role).toBeNull();
    expect(body.permissions).toContain('users.delete');
    expect((await session.get('/api/organizations/me').expect(200)).body.id).toBe(other.organization.id);
    // The next sign-in does not enter a stranger's organization by itself.
    const later = await signIn(app.url, operator);
    expect((await later.get('/api/organizations/me').expect(200)).body.id).toBe(operator.organization.id);
  });
});

describe('changing the password', () => {
  const newPassword = 'an entirely new one';

  it('ends the other sessions and makes the old password useless', async () => {
    const tenant = await registerTenant(app.url);
    const [here, elsewhere] = [await signIn(app.url, tenant), await signIn(app.url, tenant)];
    await here.post('/api/auth/password', { currentPassword: tenant.password, newPassword }).expect(204);
    await here.get('/api/auth/session').expect(200);
    await elsewhere.get('/api/auth/session').expect(401);
    await tenant.session.get('/api/auth/session').expect(401);
    await anybody.post('/api/auth/login', { email: tenant.email, password: tenant.password }).expect(401);
    await anybody.post('/api/auth/login', { email: tenant.email, password: newPassword }).expect(200);
    expect(await auditActions(tenant.organization.id)).toContain('user.password_changed');
  });

  it('refuses a wrong current password on its field', async () => {
    const { session } = await registerTenant(app.url);
    const { body } = await session.post('/api/auth/password', { currentPassword: 'wrong', newPassword }).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'currentPassword', code: 'wrong_password' })]);
  });

  it('refuses a new password that is too short', async () => {
    const { session, password } = await registerTenant(app.url);
    const { body } = await session
      .post('/api/auth/password', { currentPassword: password, newPassword: 'short' })
      .expect(400);
    expect(body.errors.map((error: Json) => error.field)).toEqual(['newPassword']);
  });

  it('lets nobody guess on, with an Idempotency-Key neither', async () => {
    const { session } = await registerTenant(app.url);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const caller = session.with({ 'Idempotency-Key': `guess-${i}` });
      statuses.push((await caller.post('/api/auth/password', { currentPassword: `wrong ${i}`, newPassword })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  it('is not for somebody who impersonates the user', async () => {
    const [operator, tenant] = [await registerSuperAdmin(app.url, app.databaseUrl), await registerTenant(app.url)];
    await sql('UPDATE sessions SET impersonator_id = $1 WHERE user_id = $2', operator.user.id, tenant.user.id);
    const { body } = await tenant.session
      .post('/api/auth/password', { currentPassword: tenant.password, newPassword })
      .expect(403);
    expect(body.code).toBe('impersonating');
  });
});

describe('an impersonating session', () => {
  it('has the rights of the user and names the operator, as long as that is a Super Admin', async () => {
    const [operator, tenant] = [await registerSuperAdmin(app.url, app.databaseUrl), await registerTenant(app.url)];
    await sql('UPDATE users SET super_admin = true WHERE id = $1', tenant.user.id);
    await sql('UPDATE sessions SET impersonator_id = $1 WHERE user_id = $2', operator.user.id, tenant.user.id);
    const { body } = await tenant.session.get('/api/auth/session').expect(200);
    expect(body.superAdmin).toBe(false);
    expect(body.impersonator).toEqual({ id: operator.user.id, name: operator.user.name, email: operator.email });
    await sql('UPDATE users SET super_admin = false WHERE id = $1', operator.user.id);
    await tenant.session.get('/api/auth/session').expect(401);
  });
});

describe('secrets', () => {
  it('are in no log line, no audit record and no kept answer', async () => {
    const secret = `secret-${unique('word')}`;
    const tenant = await registerTenant(app.url, { password: secret });
    const answer = await anybody.post('/api/auth/login', { email: tenant.email, password: secret }).expect(200);
    const token = sessionCookieOf(answer).slice('te_session='.length);
    const session = signedIn(answer).with({ 'Idempotency-Key': 'once' });
    const { body } = await session.post('/api/api-keys', { name: 'Secretive' }).expect(201);
    const replay = await session.post('/api/api-keys', { name: 'Secretive' }).expect(201);
    expect(replay.body).toEqual({ ...body, key: null });
    await session.with({ 'Idempotency-Key': 'two' }).post('/api/auth/password', {
      currentPassword: secret,
      newPassword: `${secret}-2`,
    });

    const everything = [
      app.log.join(''),
      ...(await sql(`SELECT row_to_json(a)::text AS text FROM audit_records a`)).map((row) => row.text as string),
      ...(await sql(`SELECT encode(body, 'escape') AS text FROM idempotency_keys WHERE body IS NOT NULL`)).map(
        (row) => row.text as string,
      ),
      ...(await sql(`SELECT body AS text FROM outbox_events`)).map((row) => row.text as string),
    ].join('\n');
    for (const word of [secret, token, body.key, '$argon2id']) expect(everything).not.toContain(word);
    const [{ password_hash: hash }] = await sql('SELECT password_hash FROM users WHERE id = $1', tenant.user.id);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=(19456|[2-9]\d{4,}),t=([2-9]|\d{2,}),/);
  });
});
