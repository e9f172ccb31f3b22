import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf } from '../support/client';
import { eventually } from '../support/eventually';
import { useOwnTestApp } from '../support/fixtures';
import { readMailFiles, type ReceivedMail } from '../support/mail';
import { registerSuperAdmin } from '../support/people';
import { passwordResetsOf } from '../support/password-resets';
import { addPasskey, byName, setUpTotp } from '../support/second-factors';
import { sql } from '../support/sql';

const DAY_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const FIREFOX_UPDATED = 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';

const app = useOwnTestApp({ TRUST_PROXY: '1', MAIL_DAILY_LIMIT_UNCONFIRMED: '1' });
beforeAll(() => app.clock.stopAt(new Date().toISOString()));

async function mailsTo({ email }: Pick<Tenant, 'email'>): Promise<ReceivedMail[]> {
  const mails = await readMailFiles(app.dataDir);
  return mails.filter(({ headers }) => headers['to']?.includes(email));
}

/** The queue is empty: whatever a change mails has been written. */
async function settled(): Promise<void> {
  await eventually('all mail is sent', async () => {
    const [row] = await sql(app.databaseUrl, `SELECT count(*)::int AS left FROM mail_messages WHERE status = 'queued'`);
    return row!['left'] === 0 || null;
  });
}

async function subjectsTo(tenant: Pick<Tenant, 'email'>): Promise<string[]> {
  await settled();
  return (await mailsTo(tenant)).map(({ headers }) => headers['subject']!);
}

async function noticeTo(tenant: Pick<Tenant, 'email'>, subject: string): Promise<ReceivedMail> {
  return eventually(`"${subject}"`, async () => {
    return (await mailsTo(tenant)).find(({ headers }) => headers['subject'] === subject) ?? null;
  });
}

const signIn = ({ email, password }: Pick<Tenant, 'email' | 'password'>, userAgent: string, ip: string) =>
  new Client(app.url, { 'User-Agent': userAgent, 'X-Forwarded-For': ip })
    .post('/api/auth/login', { email, password })
    .expect(200);
const NEW_DEVICE = 'A sign-in from a new device';

describe('the owner of an account is mailed', () => {
  it('that the password was changed, with when, from where, and what to do if it was somebody else', async () => {
    const tenant = await registerTenant(app.url);
    const session = tenant.session.with({ 'User-Agent': FIREFOX });
    const change = { currentPassword: tenant.password, newPassword: 'another long password' };
    await session.post('/api/auth/password', { ...change, currentPassword: 'wrong' }).expect(400);
    await session.post('/api/auth/password', change).expect(204);
    const { text } = await noticeTo(tenant, 'Your password was changed');
    expect(text).toContain(`When: ${app.clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`);
    expect(text).toContain('From: Firefox on Linux');
    expect(text).toContain('If it was not you');
    expect(text).toContain(`${app.url}/forgot-password`);
    expect((await subjectsTo(tenant)).filter((subject) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it('that the password was reset', async () => {
    const tenant = await registerTenant(app.url);
    const { newToken, reset } = passwordResetsOf(() => [app]);
    await reset(await newToken(tenant.email), 'another long password').expect(204);
    expect((await noticeTo(tenant, 'Your password was reset')).text).toContain('somebody reads your e-mail');
  });

  it('of factors that are added, removed and reset', async () => {
    const tenant = await registerTenant(app.url);
    await setUpTotp(tenant.session, app.clock);
    expect((await noticeTo(tenant, 'A second factor was added to your account')).text).toContain(
      'an authenticator app',
    );
    await addPasskey(byName(app.url, tenant.session));
    await tenant.session.delete('/api/auth/factors/totp').expect(204);
    expect((await noticeTo(tenant, 'A second factor was removed from your account')).text).toContain('authenticator');
    const { session } = await registerSuperAdmin(app.url, app.databaseUrl);
    await session.delete(`/api/users/${tenant.user['id']}/factors`).expect(204);
    const { text } = await noticeTo(tenant, 'Your second factors were removed');
    expect(text).toContain('An operator of this service');
    // The operator's browser and address are not the owner's to know.
    expect(text).not.toContain('From:');
    await session.delete(`/api/users/${tenant.user['id']}/factors`).expect(204);
    const subjects = await subjectsTo(tenant);
    expect(subjects.filter((subject) => subject === 'Your second factors were removed')).toHaveLength(1);
    expect(subjects.filter((subject) => subject.startsWith('A second factor was added'))).toHaveLength(2);
  });

  it('of API keys: by its beginning, and not by a name that a stranger may have chosen', async () => {
    const tenant = await registerTenant(app.url);
    const { body } = await tenant.session.post('/api/api-keys', { name: 'Call 555-0100 now' }).expect(201);
    await settled();
    const texts = (await mailsTo(tenant)).map(({ text }) => text).filter((text) => text.includes('API key'));
    expect(texts).toHaveLength(2);
    expect(texts.some((text) => text.includes(body.prefix))).toBe(true);
    expect(texts.join()).not.toContain('555-0100');
    // Nobody has shown that the mailbox is theirs: the account's name may be a stranger's words, too.
    expect(texts.join()).not.toContain('First Admin');
  });

  it('of ten keys a day, however many are made', async () => {
    const tenant = await registerTenant(app.url);
    const made = async () =>
      (await subjectsTo(tenant)).filter((subject) => subject === 'An API key was made for your account').length;
    for (let key = 0; key < 11; key++) await tenant.session.post('/api/api-keys', { name: `Key ${key}` }).expect(201);
    expect(await made()).toBe(10);
    app.clock.advance(DAY_MS);
    await signIn(tenant, FIREFOX, '203.0.113.7').then((response) =>
      new Client(app.url, { Cookie: sessionCookieOf(response) })
        .post('/api/api-keys', { name: 'Tomorrow' })
        .expect(201),
    );
    expect(await made()).toBe(11);
  });

  it('of a sign-in from a device that is new: another kind of browser, or another network', async () => {
    const tenant = await registerTenant(app.url);
    const count = async () => (await subjectsTo(tenant)).filter((subject) => subject === NEW_DEVICE).length;
    await signIn(tenant, FIREFOX, '203.0.113.7');
    expect(await count()).toBe(1);
    await signIn(tenant, FIREFOX, '203.0.113.7');
    await signIn(tenant, FIREFOX_UPDATED, '203.0.113.7');
    expect(await count()).toBe(1);
    await signIn(tenant, CHROME, '203.0.113.7');
    expect(await count()).toBe(2);
    await signIn(tenant, FIREFOX, '198.51.100.9');
    expect(await count()).toBe(3);
    const texts = (await mailsTo(tenant)).filter(({ headers }) => headers['subject'] === NEW_DEVICE);
    expect(texts.map(({ text }) => /From: (.*)/.exec(text)?.[1]).sort()).toEqual([
      'Chrome on Windows, at the address 203.0.113.7',
      'Firefox on Linux, at the address 198.51.100.9',
      'Firefox on Linux, at the address 203.0.113.7',
    ]);
  });

  it('not of a first sign-in, but of one after more than a year', async () => {
    const tenant = await registerTenant(app.url);
    expect(await subjectsTo(tenant)).not.toContain(NEW_DEVICE);
    await sql(app.databaseUrl, 'DELETE FROM known_devices WHERE user_id = $1', [tenant.user['id']]);
    await signIn(tenant, FIREFOX, '203.0.113.7');
    expect(await subjectsTo(tenant)).not.toContain(NEW_DEVICE);
    await sql(app.databaseUrl, 'DELETE FROM known_devices WHERE user_id = $1', [tenant.user['id']]);
    await sql(
      app.databaseUrl,
      `UPDATE users SET last_sign_in_at = $2::timestamptz - interval '401 days' WHERE id = $1`,
      [tenant.user['id'], app.clock.now()],
    );
    await signIn(tenant, FIREFOX, '203.0.113.7');
    expect(await subjectsTo(tenant)).toContain(NEW_DEVICE);
  });

  it('ten times a day of one thing; the tenth says that it is the last', async () => {
    const tenant = await registerTenant(app.url);
    for (let network = 1; network <= 12; network++) await signIn(tenant, CHROME, `198.51.100.${network}`);
    await settled();
    const mails = (await mailsTo(tenant)).filter(({ headers }) => headers['subject'] === NEW_DEVICE);
    expect(mails).toHaveLength(10);
    expect(mails.filter(({ text }) => text.includes('no further message'))).toHaveLength(1);
  });
});

it('notices neither use up an organization’s mail nor wait for it', async () => {
  const tenant = await registerTenant(app.url);
  const invite = (email: string) => tenant.key.post('/api/organizations/invitations', { email, role: 'Admin' });
  const change = { currentPassword: tenant.password, newPassword: 'another long password' };
  const changed = await tenant.session.post('/api/auth/password', change).expect(204);
  const session = tenant.session.with({ Cookie: sessionCookieOf(changed) });
  await invite('one@example.com').expect(201);
  await invite('two@example.com').expect(429);
  await session
    .post('/api/auth/password', {
      ...change,
      currentPassword: change.newPassword,
      newPassword: 'a third long password',
    })
    .expect(204);
  const subjects = await subjectsTo(tenant);
  expect(subjects.filter((subject) => subject === 'Your password was changed')).toHaveLength(2);
});

it('a change that is refused mails nothing', async () => {
  const tenant = await registerTenant(app.url);
  const change = { currentPassword: 'not the password', newPassword: 'another long password' };
  await tenant.session.post('/api/auth/password', change).expect(400);
  await tenant.session.post('/api/api-keys', { name: '' }).expect(400);
  expect(await subjectsTo(tenant)).not.toContain('Your password was changed');
});
