import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { Gate } from '../support/gate';
import { MailServer, Refusal, type ReceivedMail } from '../support/mail';
import { addAcceptedMails } from '../support/mail-pauses';
import { CloudApiServer, emailFrom, recipientsOf, whenDone } from '../support/notifications';
import { registerSuperAdmin } from '../support/people';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

/** So many refused messages of a day, and more than a tenth of all, pause an organization's e-mail. */
const MIN_REFUSED = 20;
/** More than are claimed when the pause comes: two replicas have claimed ten each, at most, and claim no more. */
const WAITING = 60;

describe('e-mail that servers refuse for good', () => {
  let server: MailServer;
  let api: CloudApiServer;
  let app: TestApp;
  let replica: TestApp;
  let operator: Tenant;
  let tenant: Tenant;
  beforeAll(async () => {
    [server, api] = await Promise.all([MailServer.start(), CloudApiServer.start()]);
    const env = { SMTP_URL: server.url, ...api.environment };
    app = await startTestApp(env);
    replica = await startTestApp({ ...env, DATABASE_URL: app.databaseUrl });
    operator = await registerSuperAdmin(app.url, app.databaseUrl);
  });
  afterAll(async () => {
    await replica.close();
    await app.close();
    await Promise.all([server.close(), api.close()]);
  });
  beforeEach(async () => {
    server.received.length = 0;
    server.onRecipient = (address) => {
      if (address.startsWith('no-')) throw new Refusal(550, '5.1.1 no such user');
    };
    tenant = await registerTenant(app.url);
  });

  const addresses = (kind: 'no' | 'yes', count: number) =>
    Array.from({ length: count }, () => `${kind}-${unique('body')}@example.com`);
  /** Sends to so many who take it and so many who refuse it, one after the other, and waits for all. */
  async function send({ yes = 0, no = 0 }: { yes?: number; no?: number }): Promise<void> {
    if (yes > 0) await whenDone(tenant.key, await emailFrom(tenant.key, addresses('yes', yes)));
    if (no > 0) await whenDone(tenant.key, await emailFrom(tenant.key, addresses('no', no)));
  }
  const oneMore = (key: Client = tenant.key) =>
    key.post('/api/notifications/email', { to: addresses('yes', 1), subject: 'Hello', body: 'World' });
  const notices = (): ReceivedMail[] =>
    server.received.filter(({ headers }) => headers['subject']?.startsWith('E-mail of ') === true);
  const pausePath = () => `/api/platform/organizations/${tenant.organization.id}/mail-pause`;
  const usage = async (): Promise<Json> =>
    (await operator.session.get(`/api/platform/organizations/${tenant.organization.id}/usage`).expect(200)).body;

  it('pauses the organization, and no other, until midnight UTC', async () => {
    await send({ no: MIN_REFUSED - 1 });
    await oneMore().expect(202);
    await send({ no: 1 });
    const response = await oneMore();
    expectProblem(response, 429, 'mail_paused');
    expect(response.body.detail).toContain('refused');
    const seconds = 86_400 - ((Date.now() / 1_000) % 86_400);
    expect(Math.abs(Number(response.headers['retry-after']) - seconds)).toBeLessThan(60);
    const invitation = { email: addresses('yes', 1)[0], role: 'Member' };
    expectProblem(await tenant.key.post('/api/organizations/invitations', invitation), 429, 'mail_paused');
    const other = await registerTenant(app.url);
    await oneMore(other.key).expect(202);
    const whatsApp = { to: ['+4930123456'], template: 'hello' };
    await whenDone(tenant.key, (await tenant.key.post('/api/notifications/whatsapp', whatsApp).expect(202)).body);
  });

  it('does not pause it where they are a tenth or less of all', async () => {
    await addAcceptedMails(app.databaseUrl, tenant.organization.id, 8 * MIN_REFUSED);
    await send({ yes: MIN_REFUSED, no: MIN_REFUSED });
    await oneMore().expect(202);
    // One alone: the pause holds back whatever is not being sent yet.
    await send({ no: 1 });
    expectProblem(await oneMore(), 429, 'mail_paused');
  });

  it('lets the messages that wait go on the next day', async () => {
    const paused = new Gate();
    let asked = 0;
    server.onRecipient = async () => {
      if (++asked > MIN_REFUSED) await paused.pass();
      throw new Refusal(550, '5.1.1 no such user');
    };
    const accepted = await emailFrom(tenant.key, addresses('no', WAITING));
    await eventually('the pause', async () => ((await usage()).mailPausedAt === null ? null : true));
    paused.open();
    const settled = await eventually('what was under way to end', async () => {
      const { length } = await recipientsOf(tenant.key, accepted, 'status=sending');
      return length === 0 ? (await tenant.key.get(`/api/notifications/${accepted.id}`)).body : null;
    });
    expect(settled.failed).toBeGreaterThanOrEqual(MIN_REFUSED);
    expect(settled.failed).toBeLessThan(WAITING);
    expect(settled.status).toBe('sending');
    server.onRecipient = () => undefined;
    await sql(app.databaseUrl, 'UPDATE mail_days SET day = day - 1 WHERE organization_id = $1', [
      tenant.organization.id,
    ]);
    const done = await whenDone(tenant.key, accepted);
    expect(done.sent).toBe(WAITING - settled.failed);
  });

  it('is mailed to each Admin once, with how many there were', async () => {
    const invited = `yes-${unique('admin')}@example.com`;
    await tenant.session.post('/api/organizations/invitations', { email: invited, role: 'Admin' }).expect(201);
    const invitation = await eventually('the invitation', () => server.received[0] ?? null);
    const token = /accept\?token=([\w-]+)/.exec(invitation.text)![1];
    const colleague = { token, name: 'Grace', password: 'a password of my own' };
    await new Client(app.url).post('/api/invitations/accept', colleague).expect(200);
    await whenDone(tenant.key, await emailFrom(tenant.key, addresses('no', MIN_REFUSED + 5)));
    await eventually('the notices', () => (notices().length === 2 ? true : null));
    expect(notices()[0]!.text).toContain('were refused');
    expect(new Set(notices().map(({ headers }) => headers['to'])).size).toBe(2);
  });

  it('counts refused invitations, too', async () => {
    for (const email of addresses('no', MIN_REFUSED))
      await tenant.key.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
    await eventually('the pause', async () => ((await oneMore()).status === 429 ? true : null));
    expectProblem(await oneMore(), 429, 'mail_paused');
  });

  it('is lifted by an operator, and then counted from the beginning', async () => {
    await send({ no: MIN_REFUSED });
    expect(await usage()).toMatchObject({ mailRefusedToday: MIN_REFUSED, mailPausedAt: expect.any(String) });
    await tenant.session.delete(pausePath()).expect(403);
    await operator.session.delete(pausePath()).expect(204);
    expect(await usage()).toMatchObject({ mailRefusedToday: 0, mailPausedAt: null });
    await operator.session.delete(pausePath()).expect(404);
    await send({ yes: 1, no: MIN_REFUSED - 1 });
    await oneMore().expect(202);
    await send({ no: 1 });
    expectProblem(await oneMore(), 429, 'mail_paused');
    const { body: log } = await tenant.session.get('/api/audit-logs?limit=100').expect(200);
    const actions = log.data.map(({ action, actor }: Json) => `${action} ${actor.type}`).reverse();
    expect(actions.filter((action: string) => action.startsWith('organization.mail_'))).toEqual([
      'organization.mail_paused system',
      'organization.mail_resumed user',
      'organization.mail_paused system',
    ]);
  });

  it('is counted in the metrics', async () => {
    await send({ no: MIN_REFUSED });
    const pauses = async ({ url }: TestApp) => {
      const { text } = await new Client(url).get('/metrics').expect(200);
      return Number(/^mail_pauses_total (\d+)/m.exec(text)![1]);
    };
    expect((await pauses(app)) + (await pauses(replica))).toBeGreaterThan(0);
  });
});
