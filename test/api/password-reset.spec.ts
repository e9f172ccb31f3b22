import { Client as DatabaseClient } from 'pg';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { runJob } from '../support/jobs';
import { readMailFiles, type ReceivedMail } from '../support/mail';
import { expectProblem } from '../support/problem';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'an entirely new one';
const BASE_URL = 'https://tours.example.com';

let app: TestApp;
let replica: TestApp;
let database: DatabaseClient;
let anybody: Client;

beforeAll(async () => {
  app = await startTestApp({ BASE_URL, TRUST_PROXY: 'true' });
  replica = await startTestApp({ BASE_URL, TRUST_PROXY: 'true', DATABASE_URL: app.databaseUrl });
  database = new DatabaseClient(app.databaseUrl);
  await database.connect();
  anybody = new Client(app.url);
});
afterAll(async () => {
  await database.end();
  await replica.close();
  await app.close();
});
afterEach(() => {
  app.clock.release();
  replica.clock.release();
});

async function sql(text: string, ...values: unknown[]): Promise<Json[]> {
  return (await database.query(text, values)).rows;
}

const forgot = (email: string, from?: string) =>
  (from === undefined ? anybody : anybody.with({ 'X-Forwarded-For': from })).post('/api/auth/password/forgot', {
    email,
  });
const reset = (token: string, password: string = NEW_PASSWORD) =>
  anybody.post('/api/auth/password/reset', { token, password });
const signIn = (email: string, password: string) => anybody.post('/api/auth/login', { email, password });

/** Every request so far has been answered, and its mail written. */
async function settled(): Promise<void> {
  await eventually('all requests answered and all mail sent', async () => {
    const [left] = await sql(`SELECT (SELECT count(*) FROM password_reset_requests)::int AS requests,
      (SELECT count(*) FROM mail_messages WHERE status = 'queued')::int AS mails`);
    return left.requests === 0 && left.mails === 0;
  });
}

async function mailsTo(email: string): Promise<ReceivedMail[]> {
  await settled();
  const all = [...(await readMailFiles(app.dataDir)), ...(await readMailFiles(replica.dataDir))];
  return all.filter((mail) => mail.headers['to']!.includes(email));
}

const linkIn = (mail: ReceivedMail): string => /https:\S+/.exec(mail.text)![0];
const tokenIn = (mail: ReceivedMail): string => new URL(linkIn(mail)).searchParams.get('token')!;

/** Asks for a link, and gives the token in the mail that comes of it. */
async function newToken(email: string, from?: string): Promise<string> {
  const known = new Set((await mailsTo(email)).map(tokenIn));
  await forgot(email, from).expect(202);
  const [token] = (await mailsTo(email)).map(tokenIn).filter((each) => !known.has(each));
  return token!;
}

const auditOf = (userId: string): Promise<Json[]> =>
  sql(
    `SELECT * FROM audit_records WHERE target_id = $1 AND action LIKE 'user.password%' ORDER BY occurred_at, id`,
    userId,
  );

describe('forgetting the password', () => {
  it('mails the user one link, whatever the case of the address', async () => {
    const tenant = await registerTenant(app.url, { name: 'Zoë <b>' });
    await forgot(`  ${tenant.email.toUpperCase()} `).expect(202);
    const mails = await mailsTo(tenant.email);
    expect(mails).toHaveLength(1);
    const [mail] = mails as [ReceivedMail];
    expect(mail.headers['subject']).toBe('Choose a new password');
    expect(linkIn(mail)).toMatch(/^https:\/\/tours\.example\.com\/password\/reset\?token=[A-Za-z0-9_-]{43}$/);
    expect(mail.html).toContain(`href="${linkIn(mail)}"`);
  });

  it('uses the name of the account only when the address was shown to be theirs: anybody may have chosen it', async () => {
    const tenant = await registerTenant(app.url, { name: 'You won: www.evil.example <b>' });
    const token = await newToken(tenant.email);
    const [unproven] = (await mailsTo(tenant.email)) as [ReceivedMail];
    expect(unproven.headers['to']).toBe(tenant.email);
    expect(unproven.text).toMatch(/^Hello,/);
    expect(unproven.raw).not.toContain('evil');
    await reset(token).expect(204);
    const known = await newToken(tenant.email);
    const proven = (await mailsTo(tenant.email)).find((mail) => tokenIn(mail) === known)!;
    expect(proven.headers['to']).toContain('You won: www.evil.example <b>');
    expect(proven.text).toMatch(/^Hello You won: www\.evil\.example <b>,/);
    expect(proven.html).not.toContain('<b>');
  });

  it('is answered alike for everybody: known, unknown and suspended', async () => {
    const [known, suspended] = [await registerTenant(app.url), await registerTenant(app.url)];
    await sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, suspended.user.id);
    const unknown = `${unique('nobody')}@example.com`;
    const answers = [];
    for (const email of [known.email, unknown, suspended.email, 'root@localhost', `'OR'1'='1'--@x`]) {
      const answer = await anybody.with({ 'X-Request-Id': 'same' }).post('/api/auth/password/forgot', { email });
      const { date: _date, ratelimit: _rateLimit, ...headers } = answer.headers as Record<string, string>;
      answers.push({ status: answer.status, text: answer.text, headers });
    }
    expect(answers[0]).toMatchObject({ status: 202, text: '' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await mailsTo(known.email)).toHaveLength(1);
    expect(await mailsTo(unknown)).toHaveLength(0);
    expect(await mailsTo(suspended.email)).toHaveLength(0);
  });

  it('leaves an audit record for a known account, and none for an unknown one', async () => {
    const [tenant, unproven] = [await registerTenant(app.url), await registerTenant(app.url)];
    await sql('UPDATE users SET email_proven_at = now() WHERE id = $1', tenant.user.id);
    const before = await sql('SELECT count(*)::int AS records FROM audit_records');
    await anybody.with({ 'User-Agent': 'Phone/1.0' }).post('/api/auth/password/forgot', { email: 'a@b.example' });
    await settled();
    expect(await sql('SELECT count(*)::int AS records FROM audit_records')).toEqual(before);

    const caller = anybody.with({ 'User-Agent': 'Phone/1.0', 'X-Request-Id': 'forgot-1' });
    await caller.post('/api/auth/password/forgot', { email: tenant.email }).expect(202);
    await settled();
    const { body } = await tenant.session.get('/api/audit-logs?action=user.password_reset_requested').expect(200);
    expect(body.data).toEqual([
      expect.objectContaining({
        actor: { type: 'system', id: null, name: null },
        target: { type: 'user', id: tenant.user.id },
        changes: {},
        context: { ip: '127.0.0.1', userAgent: 'Phone/1.0', requestId: 'forgot-1' },
      }),
    ]);
    // Whoever made the account may be a stranger to the address, and does not learn where its owner is.
    await caller.post('/api/auth/password/forgot', { email: unproven.email }).expect(202);
    await settled();
    expect(await auditOf(unproven.user.id)).toMatchObject([{ ip: null, user_agent: null }]);
  });

  it.each([
    ['a user', false],
    ['a Super Admin', true],
  ])('of %s without an organization is told in the log of the platform', async (_who, superAdmin) => {
    const tenant = await registerTenant(app.url);
    await sql('UPDATE users SET super_admin = $2 WHERE id = $1', tenant.user.id, superAdmin);
    await sql('DELETE FROM memberships WHERE user_id = $1', tenant.user.id);
    await reset(await newToken(tenant.email)).expect(204);
    expect((await auditOf(tenant.user.id)).map((record) => [record.action, record.organization_id])).toEqual([
      ['user.password_reset_requested', null],
      ['user.password_reset', null],
    ]);
  });

  it.each([
    ['email', {}],
    ['email', { email: 'nobody' }],
    ['email', { email: 'two@at@example.com' }],
    ['email', { email: '' }],
    ['email', { email: 5 }],
    ['email', { email: null }],
    ['email', { email: `${'x'.repeat(250)}@example.com` }],
    ['url', { email: 'a@example.com', url: 'https://evil.example' }],
  ])('refuses a wrong %s', async (field, body) => {
    const answer = await anybody.post('/api/auth/password/forgot', body);
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('refuses the request of another site', async () => {
    const foreign = anybody.with({ Origin: 'https://evil.example' });
    expectProblem(await foreign.post('/api/auth/password/forgot', { email: 'a@example.com' }), 403, 'cross_site');
  });

  it('makes links from BASE_URL, not from what the caller says', async () => {
    const { email } = await registerTenant(app.url);
    const caller = anybody.with({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
    await caller.post('/api/auth/password/forgot', { email }).expect(202);
    expect(linkIn((await mailsTo(email))[0]!)).toMatch(/^https:\/\/tours\.example\.com\//);
  });
});

describe('a flood of requests', () => {
  it('mails a user five links an hour for one address, exactly, with all of them answered alike', async () => {
    const { email } = await registerTenant(app.url);
    const everywhere = [anybody, new Client(replica.url)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => everywhere[i % 2]!.post('/api/auth/password/forgot', { email })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(202));
    expect(await mailsTo(email)).toHaveLength(5);
    await forgot(email).expect(202);
    expect(await mailsTo(email)).toHaveLength(5);

    app.clock.advance(60 * MINUTE_MS + 1000);
    replica.clock.advance(60 * MINUTE_MS + 1000);
    await forgot(email).expect(202);
    expect(await mailsTo(email)).toHaveLength(6);
  });

  it('leaves the last link good, and the user still gets one elsewhere', async () => {
    const { email } = await registerTenant(app.url);
    for (let i = 0; i < 5; i++) await forgot(email, '198.51.100.1').expect(202);
    await settled();
    await forgot(email, '198.51.100.1').expect(202);
    const stranger = (await mailsTo(email)).map(tokenIn);
    expect(stranger).toHaveLength(5);
    const own = await newToken(email, '203.0.113.7');
    for (const token of stranger) expectProblem(await reset(token), 410, 'reset_gone');
    await reset(own).expect(204);
  });

  it('mails a user ten links an hour at most, from however many addresses', async () => {
    const { email } = await registerTenant(app.url);
    await Promise.all(Array.from({ length: 30 }, (_, i) => forgot(email, `198.51.100.${i}`).expect(202)));
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(10);
    const answers = [];
    for (const mail of mails) answers.push((await reset(tokenIn(mail))).status);
    expect(answers.sort()).toEqual([204, ...Array(9).fill(410)]);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const { email } = await registerTenant(app.url);
    await Promise.all(Array.from({ length: 12 }, (_, i) => forgot(email, `2001:db8:5:5::${i + 1}`).expect(202)));
    expect(await mailsTo(email)).toHaveLength(5);
  });

  it('does not touch other accounts', async () => {
    const [attacked, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    await Promise.all(Array.from({ length: 20 }, () => forgot(attacked.email).expect(202)));
    await forgot(other.email).expect(202);
    expect(await mailsTo(other.email)).toHaveLength(1);
  });
});

describe('a request that can not be answered', () => {
  it('waits without holding up others, and is answered when it can be', async () => {
    const [broken, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const rename = (name: string) => sql(`UPDATE users SET email = $2 WHERE id = $1`, broken.user.id, name);
    await rename('not an address');
    await forgot(broken.email).expect(202);
    await forgot(other.email).expect(202);
    const mails = async () => [...(await readMailFiles(app.dataDir)), ...(await readMailFiles(replica.dataDir))];
    const isMailed = async (to: string) => (await mails()).some((mail) => mail.headers['to']!.includes(to));
    await eventually('the other mail', () => isMailed(other.email));
    expect(await isMailed(broken.email)).toBe(false);
    expect(await sql('SELECT email_key FROM password_reset_requests')).toEqual([{ email_key: broken.email }]);
    await rename(broken.email);
    await runJob(app, 'answer-password-resets');
    await eventually('the mail', () => isMailed(broken.email));
  });

  it('is answered by a process that starts later, unless an hour has passed', async () => {
    const [waiting, late] = [await registerTenant(app.url), await registerTenant(app.url)];
    const write = (email: string, age: string) =>
      sql(
        `INSERT INTO password_reset_requests (id, email_key, request_id, created_at)
         VALUES (gen_random_uuid(), $1, 'x', now() - $2::interval)`,
        email,
        age,
      );
    await write(waiting.email, '50 minutes');
    await write(late.email, '70 minutes');
    await runJob(app, 'answer-password-resets');
    await eventually('the mail', async () => (await sql('SELECT 1 FROM password_reset_requests')).length === 1);
    await runJob(app, 'forget-password-resets');
    expect(await mailsTo(waiting.email)).toHaveLength(1);
    expect(await mailsTo(late.email)).toHaveLength(0);
  });
});

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
    await sql('UPDATE users SET super_admin = true WHERE id = ANY ($1)', [operator.user.id, tenant.user.id]);
    // The user acts as somebody else, too.
    const elsewhere = await registerTenant(app.url);
    await sql('UPDATE sessions SET impersonator_id = $1 WHERE user_id = $2', tenant.user.id, elsewhere.user.id);
    await elsewhere.session.get('/api/auth/session').expect(200);

    const answer = await reset(token).expect(204);
    expect([answer.text, answer.headers['set-cookie']]).toEqual(['', undefined]);
    for (const session of [tenant.session, second, elsewhere.session])
      await session.get('/api/auth/session').expect(401);
    expect(await sql('SELECT 1 FROM sessions WHERE user_id = $1 OR impersonator_id = $1', tenant.user.id)).toEqual([]);
    await signIn(tenant.email, tenant.password).expect(401);
    await signIn(tenant.email, NEW_PASSWORD).expect(200);
  });

  it('ends the API keys that were made before the address was shown to be the user’s, and no later ones', async () => {
    const elsewhere = await registerTenant(app.url);
    await sql(
      `INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), $2, 'Admin', now(), now(), now())`,
      elsewhere.organization.id,
      tenant.user.id,
    );
    const guest = new Client(app.url, { Cookie: sessionCookieOf(await signIn(tenant.email, tenant.password)) });
    await guest.put('/api/auth/session/organization', { organizationId: elsewhere.organization.id }).expect(200);
    const there = (await guest.post('/api/api-keys', { name: 'There' }).expect(201)).body;
    await reset(token).expect(204);
    const keys = [tenant.key, new Client(app.url, { Authorization: `Bearer ${there.key}` })];
    for (const key of keys) await key.get('/api/organizations/me').expect(401);
    const told = await sql(`SELECT * FROM audit_records WHERE action = 'api_key.revoked' AND target_id = $1`, there.id);
    expect(told).toMatchObject([{ organization_id: elsewhere.organization.id, ip: null, user_agent: null }]);

    const back = new Client(app.url, { Cookie: sessionCookieOf(await signIn(tenant.email, NEW_PASSWORD)) });
    const own = (await back.post('/api/api-keys', { name: 'Own' }).expect(201)).body;
    await reset(await newToken(tenant.email), 'yet another one').expect(204);
    await new Client(app.url, { Authorization: `Bearer ${own.key}` }).get('/api/organizations/me').expect(200);
  });

  it('leaves audit records, without a secret', async () => {
    await reset(token).expect(204);
    const records = await auditOf(tenant.user.id);
    expect(
      records.map((record) => [record.action, record.organization_id, record.actor_type, record.actor_id]),
    ).toEqual([
      ['user.password_reset_requested', tenant.organization.id, 'system', null],
      ['user.password_reset', tenant.organization.id, 'user', tenant.user.id],
    ]);
    await settled();
    const tables = ['audit_records', 'password_resets', 'mail_messages', 'outbox_events', 'users'];
    const rows: Json[] = [];
    for (const table of tables) rows.push(...(await sql(`SELECT t::text AS row FROM ${table} t`)));
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
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => clients[i % 2]!.post('/api/auth/password/reset', attempt(i))),
    );
    const winners = answers.flatMap((answer, i) => (answer.status === 204 ? [i] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 410)).toHaveLength(49);
    await signIn(tenant.email, `new password ${winners[0]}`).expect(200);
    expect((await auditOf(tenant.user.id)).filter(({ action }) => action === 'user.password_reset')).toHaveLength(1);
  });

  it('is refused alike for a token that is unknown, malformed, used, expired or superseded', async () => {
    const used = token;
    await reset(used).expect(204);
    const superseded = await newToken(tenant.email);
    const expired = await newToken(tenant.email);
    app.clock.advance(60 * MINUTE_MS + 1000);
    const answers = [];
    for (const bad of [used, superseded, expired, 'A'.repeat(43), 'x', '', 'ä', '../..', 'x'.repeat(1024)]) {
      const body = { token: bad, password: NEW_PASSWORD };
      const answer = await anybody.with({ 'X-Request-Id': 'same' }).post('/api/auth/password/reset', body);
      answers.push([answer.status, answer.text]);
    }
    expect(answers[0]).toEqual([410, expect.stringContaining('"code":"reset_gone"')]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('works until the hour is over', async () => {
    app.clock.advance(59 * MINUTE_MS);
    await reset(token).expect(204);
  });

  it('does not spend the token on a bad password', async () => {
    for (const password of ['short', 'x'.repeat(129), '', 5, null, undefined]) {
      const answer = await anybody.post('/api/auth/password/reset', { token, password });
      expectProblem(answer, 400, 'validation_failed');
      expect(answer.body.errors.map((error: Json) => error.field)).toEqual(['password']);
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
    const answer = await anybody.post('/api/auth/password/reset', { token, password: NEW_PASSWORD, ...overrides });
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('refuses the request of another site', async () => {
    const foreign = anybody.with({ 'Sec-Fetch-Site': 'cross-site' });
    expectProblem(await foreign.post('/api/auth/password/reset', { token, password: NEW_PASSWORD }), 403, 'cross_site');
  });

  it('is not for a suspended user, until they are active again', async () => {
    await sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, tenant.user.id);
    expectProblem(await reset(token), 410, 'reset_gone');
    await sql(`UPDATE users SET status = 'active' WHERE id = $1`, tenant.user.id);
    await signIn(tenant.email, tenant.password).expect(200);
    await reset(token).expect(204);
  });

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
    const [answer, changed, ...signedIn] = await Promise.all([reset(token), change, ...attempts]);
    // Whichever came first made the other one useless.
    const resetWon = answer.status === 204;
    expect([answer.status, changed.status === 204]).toEqual(resetWon ? [204, false] : [410, true]);
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
  expect(await sql('SELECT 1 FROM password_resets')).toEqual([]);
});
