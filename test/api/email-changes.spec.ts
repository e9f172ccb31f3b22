import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { readMailFiles, type ReceivedMail } from '../support/mail';
import { passwordResetsOf } from '../support/password-resets';
import { join, onlySuperAdmins, registerSuperAdmin, signIn } from '../support/people';
import { expectProblem } from '../support/problem';
import { addPasskey, byName, setUpTotp } from '../support/second-factors';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NEW_PASSWORD = 'an entirely new password';

const app = useTestApp();
const { newToken, reset, settled } = passwordResetsOf(() => [app]);
let tenant: Tenant;
let anybody: Client;
let operator: Tenant;

beforeAll(async () => {
  anybody = new Client(app.url);
  operator = await registerSuperAdmin(app.url, app.databaseUrl);
  await onlySuperAdmins(app.databaseUrl, operator);
});
beforeEach(async () => {
  tenant = await registerTenant(app.url);
});
afterEach(() => app.clock.release());

const confirm = (token: string) => anybody.post('/api/auth/email/confirm', { token });
const cancel = (token: string) => anybody.post('/api/auth/email/cancel', { token });
const change = (email: string, by: Client = tenant.session) => by.post('/api/auth/email', { email });
const own = async (): Promise<string> => (await tenant.session.get('/api/auth/session').expect(200)).body.user.email;
const addressOf = async ({ user }: Tenant): Promise<string> =>
  (await sql(app.databaseUrl, 'SELECT email FROM users WHERE id = $1', [user.id]))[0].email;
const other = () => `${unique('new')}@example.com`;
const titled = (mails: readonly ReceivedMail[], subject: RegExp) =>
  mails.filter(({ headers }) => subject.test(headers['subject']!));

/** The mails that an address got, once all that was asked for is sent. */
async function mailsTo(email: string): Promise<ReceivedMail[]> {
  await settled();
  return (await readMailFiles(app.dataDir)).filter(({ headers }) => headers['to']?.includes(email));
}

/** The newest token of a kind that an address was mailed. */
async function tokenTo(email: string, kind: 'confirm' | 'cancel' = 'confirm'): Promise<string> {
  const texts = (await mailsTo(email)).map(({ text }) => text);
  return [...texts.join(' ').matchAll(new RegExp(`/email/${kind}\\?token=(\\S+)`, 'g'))].at(-1)![1]!;
}

/** Asks for another address; gives the token that it was mailed. */
async function pendingChange(by: Client = tenant.session): Promise<string> {
  const email = other();
  await change(email, by).expect(202);
  return tokenTo(email);
}

describe('another address', () => {
  it('is the account’s once it is confirmed, and the old one is told', async () => {
    const email = other();
    await change(email).expect(202);
    expect(await own()).toBe(tenant.email);
    await confirm(await tokenTo(email)).expect(204);
    expect(await own()).toBe(email);
    const { body } = await tenant.session.get('/api/auth/session').expect(200);
    expect(body.user.emailConfirmedAt).not.toBeNull();
    await anybody.post('/api/auth/login', { email, password: tenant.password }).expect(200);
    await anybody.post('/api/auth/login', { email: tenant.email, password: tenant.password }).expect(401);
    const [told] = titled(await mailsTo(tenant.email), /was changed/);
    // Written so that no mail program makes a link of it.
    expect(told!.text.replaceAll(/(?<=[@.]) | (?=@)/g, '')).toContain(email);
    const records = (await tenant.session.get('/api/audit-logs?action=email.changed').expect(200)).body.data;
    expect(records).toMatchObject([{ changes: { email: { before: tenant.email, after: email } } }]);
  });

  it('that has an account stays there, which only its owner learns', async () => {
    const owner = await registerTenant(app.url);
    await change(owner.email.toUpperCase()).expect(202);
    expect(titled(await mailsTo(owner.email), /has an account/)).toHaveLength(1);
    expect(await own()).toBe(tenant.email);
  });

  it('that has an account is asked for like any other, as far as the old address and earlier links show', async () => {
    const owner = await registerTenant(app.url);
    for (const asked of [other(), owner.email]) {
      const earlier = await pendingChange();
      await change(asked).expect(202);
      expectProblem(await confirm(earlier), 410, 'confirmation_gone');
      const token = await tokenTo(tenant.email, 'cancel');
      await cancel(token).expect(204);
      expectProblem(await cancel(token), 410, 'confirmation_gone');
    }
    expect(titled(await mailsTo(tenant.email), /wants to change/)).toHaveLength(4);
  });

  it('that somebody registers meanwhile is theirs', async () => {
    const email = other();
    await change(email).expect(202);
    const token = await tokenTo(email);
    const account = { organizationName: 'Quicker', name: 'Quick', email, password: 'a password of my own' };
    await anybody.post('/api/auth/register', account).expect(201);
    expectProblem(await confirm(token), 410, 'confirmation_gone');
    expect(await own()).toBe(tenant.email);
  });

  it('is asked for five times an hour, of a fresh session', async () => {
    expectProblem(await change('nobody'), 400, 'validation_failed');
    for (let count = 0; count < 5; count++) await change(other()).expect(202);
    expectProblem(await change(other()), 429, 'rate_limited');
    await change(tenant.email).expect(202);
    app.clock.advance(15 * MINUTE_MS);
    expectProblem(await change(other()), 403, 'reauthentication_required');
  });

  it('ends all sessions but the one that asked, and links to a new password that the old address got', async () => {
    const elsewhere = await signIn(app.url, tenant);
    const link = await newToken(tenant.email);
    await confirm(await pendingChange()).expect(204);
    await tenant.session.get('/api/tours').expect(200);
    await elsewhere.get('/api/tours').expect(401);
    expectProblem(await reset(link), 410, 'reset_gone');
    await tenant.key.get('/api/tours').expect(200);
  });
});

describe('the old address, when another one is asked for', () => {
  it('is mailed a link that stops the change, and works once', async () => {
    const token = await pendingChange();
    const stop = await tokenTo(tenant.email, 'cancel');
    await cancel(stop).expect(204);
    expectProblem(await confirm(token), 410, 'confirmation_gone');
    expectProblem(await cancel(stop), 410, 'confirmation_gone');
    expect(await own()).toBe(tenant.email);
  });

  it('can stop it no more once it is done, or after three days', async () => {
    const confirmed = await pendingChange();
    const stop = await tokenTo(tenant.email, 'cancel');
    await confirm(confirmed).expect(204);
    expectProblem(await cancel(stop), 410, 'confirmation_gone');

    tenant = await registerTenant(app.url);
    await pendingChange();
    const late = await tokenTo(tenant.email, 'cancel');
    app.clock.advance(3 * DAY_MS + MINUTE_MS);
    expectProblem(await cancel(late), 410, 'confirmation_gone');
  });

  it('gets a link to a page that asks for a click', async () => {
    const token = await pendingChange();
    const stop = await tokenTo(tenant.email, 'cancel');
    const browser = anybody.with({ Accept: 'text/html' });
    const page = await browser.get(`/email/cancel?token=${stop}`).expect(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('data-api="api/auth/email/cancel"');
    await browser.post('/email/cancel').expect(405);
    await confirm(token).expect(204);
  });

  it('is the only one whose token stops it', async () => {
    const token = await pendingChange();
    expectProblem(await cancel(token), 410, 'confirmation_gone');
    expectProblem(await cancel('nonsense'), 410, 'confirmation_gone');
    expectProblem(await confirm(await tokenTo(tenant.email, 'cancel')), 410, 'confirmation_gone');
    const { body } = await anybody.post('/api/auth/email/cancel', {}).expect(400);
    expect(body.errors).toMatchObject([{ field: 'token', code: 'required' }]);
    await confirm(token).expect(204);
  });

  it('either stops it or is too late, when both links are used at once', async () => {
    for (let round = 0; round < 5; round++) {
      tenant = await registerTenant(app.url);
      const token = await pendingChange();
      const stop = await tokenTo(tenant.email, 'cancel');
      const responses = await Promise.all([confirm(token), cancel(stop)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 410]);
      expect((await addressOf(tenant)) === tenant.email).toBe(responses[1]!.status === 204);
    }
  });
});

describe('a change that waits to be confirmed', () => {
  const ownLogin = () => ({ email: tenant.email, password: tenant.password });
  const setsUpApp = () => setUpTotp(tenant.session, app.clock);
  const suspends = async () => {
    await join(app.databaseUrl, operator, tenant.organization as { id: string }, 'Admin');
    const path = `/api/platform/users/${tenant.user.id}`;
    await operator.session.patch(path, { status: 'suspended' }).expect(200);
    await operator.session.patch(path, { status: 'active' }).expect(200);
  };

  it.each<[string, () => Promise<unknown>]>([
    [
      'a new password',
      () =>
        tenant.session
          .post('/api/auth/password', { currentPassword: tenant.password, newPassword: NEW_PASSWORD })
          .expect(204),
    ],
    ['a reset', async () => reset(await newToken(tenant.email)).expect(204)],
    [
      'an operator who ends all sessions',
      () => operator.session.delete(`/api/users/${tenant.user.id}/sessions`).expect(204),
    ],
    ['a suspension', suspends],
    ['the flag of a Super Admin', () => operator.session.put(`/api/users/${tenant.user.id}/super-admin`).expect(204)],
    ['a new authenticator app', setsUpApp],
    ['a new passkey', () => addPasskey(byName(app.url, tenant.session))],
    ['signing out', () => tenant.session.post('/api/auth/logout').expect(204)],
    ['a sign-in in the same browser', () => tenant.session.post('/api/auth/login', ownLogin()).expect(200)],
    ['another change', () => change(other()).expect(202)],
  ])('ends with %s', async (_what, ends) => {
    const token = await pendingChange();
    await ends();
    expectProblem(await confirm(token), 410, 'confirmation_gone');
    expect(await addressOf(tenant)).toBe(tenant.email);
  });

  it('ends with a factor that is removed, or reset by an operator', async () => {
    await setsUpApp();
    const first = await pendingChange();
    await tenant.session.delete('/api/auth/factors/totp').expect(204);
    expectProblem(await confirm(first), 410, 'confirmation_gone');

    await setsUpApp();
    const second = await pendingChange();
    await operator.session.delete(`/api/users/${tenant.user.id}/factors`).expect(204);
    expectProblem(await confirm(second), 410, 'confirmation_gone');
  });

  it('ends with the session that asked, and with no other', async () => {
    const asking = await signIn(app.url, tenant);
    const { body } = await asking.get('/api/auth/sessions').expect(200);
    const { id } = body.data.find(({ current }: { current: boolean }) => current);
    const token = await pendingChange(asking);
    await tenant.session.delete(`/api/auth/sessions/${id}`).expect(204);
    expectProblem(await confirm(token), 410, 'confirmation_gone');

    const lasting = await pendingChange();
    await (await signIn(app.url, tenant)).post('/api/auth/logout').expect(204);
    await confirm(lasting).expect(204);
  });

  it('ends when that session has expired', async () => {
    const token = await pendingChange();
    await sql(app.databaseUrl, `UPDATE sessions SET expires_at = now() WHERE user_id = $1`, [tenant.user.id]);
    expectProblem(await confirm(token), 410, 'confirmation_gone');
  });

  it('never comes about beside a reset, when both links are used at once', async () => {
    for (let round = 0; round < 8; round++) {
      tenant = await registerTenant(app.url);
      const link = await newToken(tenant.email);
      const token = await pendingChange();
      const responses = await Promise.all([confirm(token), reset(link, NEW_PASSWORD)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 410]);
    }
  });

  it('never comes about once the session that asked is signed out, when both happen at once', async () => {
    for (let round = 0; round < 8; round++) {
      tenant = await registerTenant(app.url);
      const token = await pendingChange();
      const [confirmed] = await Promise.all([confirm(token), tenant.session.post('/api/auth/logout').expect(204)]);
      const changed = (await addressOf(tenant)) !== tenant.email;
      expect(changed).toBe(confirmed.status === 204);
    }
  });

  it('leaves the link of the registration as it is when a factor or the password is new', async () => {
    const token = await tokenTo(tenant.email);
    await setsUpApp();
    await tenant.session
      .post('/api/auth/password', { currentPassword: tenant.password, newPassword: NEW_PASSWORD })
      .expect(204);
    await confirm(token).expect(204);
  });
});

describe('mail to an address that somebody only claims to have', () => {
  it('is limited over all accounts that ask for it, and no response shows that', async () => {
    const victim = other();
    const askers = await Promise.all(Array.from({ length: 4 }, () => registerTenant(app.url)));
    for (const { session } of askers) for (let count = 0; count < 5; count++) await change(victim, session).expect(202);
    expect(await mailsTo(victim)).toHaveLength(6);
    app.clock.advance(61 * MINUTE_MS);
    await change(victim, await signIn(app.url, askers[0]!)).expect(202);
    expect(await mailsTo(victim)).toHaveLength(7);
  });

  it('is limited for an address that has an account, too', async () => {
    const owner = await registerTenant(app.url);
    const askers = await Promise.all(Array.from({ length: 4 }, () => registerTenant(app.url)));
    await Promise.all(
      askers.flatMap(({ session }) => Array.from({ length: 5 }, () => change(owner.email, session).expect(202))),
    );
    // One of the six is the confirmation that came with the registration.
    expect(titled(await mailsTo(owner.email), /has an account/)).toHaveLength(5);
  });

  it('is limited for an address that is registered again and again', async () => {
    const victim = other();
    for (let count = 0; count < 4; count++) {
      const { session } = await registerTenant(app.url, { email: victim });
      await change(other(), session).expect(202);
      const own = other();
      await change(own, session).expect(202);
      await confirm(await tokenTo(own)).expect(204);
    }
    const mails = (await mailsTo(victim)).filter(({ headers }) => !/API key/.test(headers['subject']!));
    expect(mails).toHaveLength(6);
  });

  it('does not use up the warnings of somebody who has confirmed their address', async () => {
    await confirm(await tokenTo(tenant.email)).expect(204);
    const askers = await Promise.all([registerTenant(app.url), registerTenant(app.url)]);
    for (const { session } of askers)
      for (let count = 0; count < 5; count++) await change(tenant.email, session).expect(202);
    await confirm(await pendingChange()).expect(204);
    const mails = await mailsTo(tenant.email);
    expect(titled(mails, /wants to change/)).toHaveLength(1);
    expect(titled(mails, /was changed/)).toHaveLength(1);
  });
});
