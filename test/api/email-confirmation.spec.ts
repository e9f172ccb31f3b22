import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { eventually } from '../support/eventually';
import { readMailFiles } from '../support/mail';
import { expectProblem } from '../support/problem';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let tenant: Tenant;
let anybody: Client;

beforeAll(async () => {
  app = await startTestApp({ BASE_URL: 'https://tours.example.com', RATE_LIMIT: '1000' });
  anybody = new Client(app.url);
});
beforeEach(async () => {
  tenant = await registerTenant(app.url);
});
afterEach(() => app.clock.release());
afterAll(() => app.close());

const confirm = (token: string) => anybody.post('/api/auth/email/confirm', { token });
const resend = () => tenant.session.post('/api/auth/email/confirm/resend');
const confirmedAt = async () => (await tenant.session.get('/api/auth/session').expect(200)).body.user.emailConfirmedAt;

/** The tokens that the tenant's Admin was mailed, oldest first, once there are so many. */
function tokens(count = 1): Promise<string[]> {
  return eventually(`${count} confirmation mails`, async () => {
    const mails = (await readMailFiles(app.dataDir)).filter(({ headers }) => headers['to'] === tenant.email);
    const found = mails.flatMap(({ text }) => /\/email\/confirm\?token=(\S+)/.exec(text)?.[1] ?? []);
    return found.length >= count ? found : null;
  });
}

describe('confirming an address', () => {
  it('takes the token that registering mailed, once', async () => {
    expect(await confirmedAt()).toBeNull();
    const [token] = (await tokens()) as [string];
    await confirm(token).expect(204);
    expect(await confirmedAt()).toMatch(/^\d{4}-/);
    expectProblem(await confirm(token), 410, 'confirmation_gone');
    const { body } = await tenant.session.get('/api/audit-logs?action=user.email_confirmed').expect(200);
    expect(body.data).toMatchObject([{ actor: { id: tenant.user.id }, target: { type: 'user', id: tenant.user.id } }]);
  });

  it('takes one of 20 requests that come at once', async () => {
    const [token] = (await tokens()) as [string];
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 19 }, () => 410)]);
  });

  it('works for three days', async () => {
    const [token] = (await tokens()) as [string];
    app.clock.advance(3 * DAY_MS + MINUTE_MS);
    expectProblem(await confirm(token), 410, 'confirmation_gone');
    app.clock.release();
    await confirm(token).expect(204);
  });

  it('refuses what is no token, and names what is missing', async () => {
    expectProblem(await confirm('nonsense'), 410, 'confirmation_gone');
    const { body } = await anybody.post('/api/auth/email/confirm', {}).expect(400);
    expect(body.errors).toMatchObject([{ field: 'token', code: 'required' }]);
  });

  it('leaves an account that confirmed itself as it is when its password is reset', async () => {
    const [token] = (await tokens()) as [string];
    await confirm(token).expect(204);
    await anybody.post('/api/auth/password/forgot', { email: tenant.email }).expect(202);
    const reset = await eventually('the mail', async () => {
      const mails = (await readMailFiles(app.dataDir)).filter(({ headers }) => headers['to']?.includes(tenant.email));
      return mails.flatMap(({ text }) => /\/password\/reset\?token=(\S+)/.exec(text)?.[1] ?? [])[0] ?? null;
    });
    await anybody.post('/api/auth/password/reset', { token: reset, password: 'a third long password' }).expect(204);
    await tenant.key.get('/api/tours').expect(200);
  });
});

describe('sending the link again', () => {
  it('supersedes the one before', async () => {
    const [first] = (await tokens()) as [string];
    await resend().expect(202);
    const second = (await tokens(2)).find((token) => token !== first)!;
    expectProblem(await confirm(first), 410, 'confirmation_gone');
    await confirm(second).expect(204);
  });

  it('happens five times an hour, however many ask at once', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => resend()));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(5);
    for (const response of responses.filter(({ status }) => status !== 202)) {
      expectProblem(response, 429, 'rate_limited');
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(3_000);
    }
    expect(await tokens(6)).toHaveLength(6);
  });

  it('is not done once the address is confirmed', async () => {
    const [token] = (await tokens()) as [string];
    await confirm(token).expect(204);
    await resend().expect(202);
    expect(await tokens()).toEqual([token]);
  });

  it('takes a session', async () => {
    expectProblem(await anybody.post('/api/auth/email/confirm/resend'), 401, 'unauthenticated');
    expectProblem(await tenant.key.post('/api/auth/email/confirm/resend'), 403, 'session_required');
  });
});

describe('the page of the link', () => {
  it('asks for a click, since programs that check links visit them', async () => {
    const [token] = (await tokens()) as [string];
    const page = await anybody.with({ Accept: 'text/html' }).get(`/email/confirm?token=${token}`).expect(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('data-api="api/auth/email/confirm"');
    expect(await confirmedAt()).toBeNull();
  });
});

describe('a new password', () => {
  const register = (password: string) =>
    anybody.post('/api/auth/register', {
      organizationName: 'Northern Lights Touring',
      name: 'Augusta King Noel',
      email: 'augusta.king@example.com',
      password,
    });

  it.each([
    'password1',
    'QWERTYUIOP',
    'abcabcabcabc',
    'augusta.king@example.com',
    'Augusta.King',
    'augustakingnoel',
    'Northern Lights Touring',
  ])('%s is refused at registration', async (password) => {
    const { body } = await register(password).expect(400);
    expect(body.errors).toMatchObject([{ field: 'password', code: 'too_common' }]);
  });

  it('is refused when a password is changed to one of those', async () => {
    for (const newPassword of ['password1', tenant.email, tenant.organization.name as string]) {
      const change = { currentPassword: tenant.password, newPassword };
      const { body } = await tenant.session.post('/api/auth/password', change).expect(400);
      expect([newPassword, body.errors[0]]).toMatchObject([newPassword, { field: 'newPassword', code: 'too_common' }]);
    }
  });
});
