import { NIL_ID } from '../../src/kernel/ids';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { runJob } from '../support/jobs';
import type { ReceivedMail } from '../support/mail';
import { linkIn, passwordResetsOf, tokenIn } from '../support/password-resets';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;
const BASE_URL = 'https://tours.example.com';

let app: TestApp;
let replica: TestApp;
let anybody: Client;
const { allMails, forgot, mailsTo, newToken, recordsOf, reset, settled } = passwordResetsOf(() => [app, replica]);

beforeAll(async () => {
  app = await startTestApp({ BASE_URL, TRUST_PROXY: 'true' });
  replica = await startTestApp({ BASE_URL, TRUST_PROXY: 'true', DATABASE_URL: app.databaseUrl });
  anybody = new Client(app.url);
});
afterAll(async () => {
  await replica.close();
  await app.close();
});
afterEach(() => {
  app.clock.release();
  replica.clock.release();
});

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
    const whatEnds = /ends all that could let them in: sessions, API keys, passkeys/;
    expect(unproven.text.replace(/\s+/g, ' ')).toMatch(whatEnds);
    await reset(token).expect(204);
    const known = await newToken(tenant.email);
    const proven = (await mailsTo(tenant.email)).find(({ text }) => text.includes(known))!;
    expect(proven.headers['to']).toContain('You won: www.evil.example <b>');
    expect(proven.text).toMatch(/^Hello You won: www\. evil\. example <b>,/);
    expect(proven.html).not.toContain('<b>');
    expect(proven.text.replace(/\s+/g, ' ')).not.toMatch(whatEnds);
  });

  it('is answered alike for everybody: known, unknown and suspended', async () => {
    const [known, suspended] = [await registerTenant(app.url), await registerTenant(app.url)];
    await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.user.id]);
    const unknown = `${unique('nobody')}@example.com`;
    const responses = [];
    for (const email of [known.email, unknown, suspended.email, 'root@localhost', `'OR'1'='1'--@x`]) {
      const response = await anybody.with({ 'X-Request-Id': 'same' }).post('/api/auth/password/forgot', { email });
      const { date: _date, ratelimit: _rateLimit, ...headers } = response.headers as Record<string, string>;
      responses.push({ status: response.status, text: response.text, headers });
    }
    expect(responses[0]).toMatchObject({ status: 202, text: '' });
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect(await mailsTo(known.email)).toHaveLength(1);
    expect(await mailsTo(unknown)).toHaveLength(0);
    expect(await mailsTo(suspended.email)).toHaveLength(0);
  });

  it('leaves an audit record for a known account, and none for an unknown one', async () => {
    const [tenant, unproven] = [await registerTenant(app.url), await registerTenant(app.url)];
    await sql(app.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [tenant.user.id]);
    const before = await sql(app.databaseUrl, 'SELECT count(*)::int AS records FROM audit_records');
    await anybody.with({ 'User-Agent': 'Phone/1.0' }).post('/api/auth/password/forgot', { email: 'a@b.example' });
    await settled();
    expect(await sql(app.databaseUrl, 'SELECT count(*)::int AS records FROM audit_records')).toEqual(before);

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
    expect(await recordsOf(unproven.user.id)).toMatchObject([{ ip: null, user_agent: null }]);
  });

  it.each([
    ['a user', false],
    ['a Super Admin', true],
  ])('of %s without an organization is in the log of the platform', async (_who, superAdmin) => {
    const tenant = await registerTenant(app.url);
    await sql(app.databaseUrl, 'UPDATE users SET super_admin = $2 WHERE id = $1', [tenant.user.id, superAdmin]);
    await sql(app.databaseUrl, 'DELETE FROM memberships WHERE user_id = $1', [tenant.user.id]);
    await reset(await newToken(tenant.email)).expect(204);
    expect((await recordsOf(tenant.user.id)).map((record) => [record.action, record.organization_id])).toEqual([
      ['user.password_reset_requested', NIL_ID],
      ['user.password_reset', NIL_ID],
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
    const response = await anybody.post('/api/auth/password/forgot', body);
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
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
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => everywhere[i % 2]!.post('/api/auth/password/forgot', { email })),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(50).fill(202));
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
    const responses = [];
    for (const mail of mails) responses.push((await reset(tokenIn(mail))).status);
    expect(responses.sort()).toEqual([204, ...Array(9).fill(410)]);
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

describe('a request that cannot be answered', () => {
  it('waits without delaying others, and gets its response when it can be', async () => {
    const [broken, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const rename = (name: string) =>
      sql(app.databaseUrl, `UPDATE users SET email = $2 WHERE id = $1`, [broken.user.id, name]);
    await rename('not an address');
    await forgot(broken.email).expect(202);
    await forgot(other.email).expect(202);
    const isMailed = async (to: string) => (await allMails()).some((mail) => mail.headers['to']!.includes(to));
    await eventually('the other mail', () => isMailed(other.email));
    expect(await isMailed(broken.email)).toBe(false);
    expect(await sql(app.databaseUrl, 'SELECT email_key FROM password_reset_requests')).toEqual([
      { email_key: broken.email },
    ]);
    await rename(broken.email);
    await runJob(app, 'answer-password-resets');
    await eventually('the mail', () => isMailed(broken.email));
  });

  it('is answered by a process that starts later, unless an hour has passed', async () => {
    const [waiting, late] = [await registerTenant(app.url), await registerTenant(app.url)];
    const write = (email: string, age: string) =>
      sql(
        app.databaseUrl,
        `INSERT INTO password_reset_requests (id, email_key, request_id, created_at)
         VALUES (gen_random_uuid(), $1, 'x', now() - $2::interval)`,
        [email, age],
      );
    await write(waiting.email, '50 minutes');
    await write(late.email, '70 minutes');
    await runJob(app, 'answer-password-resets');
    await eventually(
      'the mail',
      async () => (await sql(app.databaseUrl, 'SELECT 1 FROM password_reset_requests')).length === 1,
    );
    await runJob(app, 'forget-password-resets');
    expect(await mailsTo(waiting.email)).toHaveLength(1);
    expect(await mailsTo(late.email)).toHaveLength(0);
  });
});
