import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp, useSuperAdmin } from '../support/fixtures';
import { newEvent, rsvpPathOf } from '../support/guests';
import { runJob } from '../support/jobs';
import { joinWith } from '../support/members';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const UNCONFIRMED = 5;
const CONFIRMED = 12;

const env = { MAIL_DAILY_LIMIT: String(CONFIRMED), MAIL_DAILY_LIMIT_UNCONFIRMED: String(UNCONFIRMED) };
const app = useOwnTestApp(env);
const operator = useSuperAdmin(app);
let replica: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  replica = await startTestApp({ ...env, DATABASE_URL: app.databaseUrl });
});
afterAll(() => replica.close());
beforeEach(async () => {
  tenant = await registerTenant(app.url);
});
afterEach(() => app.clock.release());

const addresses = (count: number) => Array.from({ length: count }, () => `${unique('to')}@example.com`);
const mail = (count: number, key: Client = tenant.key) =>
  key.post('/api/notifications/email', { to: addresses(count), subject: 'Hello', body: 'World' });
const invite = () => tenant.key.post('/api/organizations/invitations', { email: addresses(1)[0], role: 'Member' });
const confirm = ({ user }: Pick<Tenant, 'user'>) =>
  sql(app.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [user.id]);
const administer = (changes: Json) => operator.session.patch(`/api/organizations/${tenant.organization.id}`, changes);
const sentToday = async (): Promise<number> => {
  const { body } = await operator.session.get(`/api/organizations?q=${tenant.organization.slug}`).expect(200);
  return body.data[0].mailToday;
};
const counted = async (table: string, condition = 'true'): Promise<number> => {
  const text = `SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1 AND ${condition}`;
  return (await sql(app.databaseUrl, text, [tenant.organization.id]))[0]!['count'];
};

/** An event that so many with an address wait for, all of whom get their places at once. */
async function promoting(count: number, fields: Json = {}): Promise<void> {
  const event = await newEvent(tenant.key, { capacity: 1, waitlist: 'automatic', ...fields });
  const items = [];
  for (const email of [null, ...addresses(count)])
    items.push((await tenant.key.post('/api/guests', { name: 'Ada', email }).expect(201)).body.id);
  const { data } = (await tenant.key.post(`/api/events/${event.id}/guests`, { guestIds: items }).expect(201)).body;
  for (const guest of data) await new Client(app.url).post(rsvpPathOf(guest), { rsvp: 'accepted' }).expect(200);
  await tenant.key.patch(`/api/events/${event.id}`, { capacity: null }).expect(200);
  const { body } = await tenant.key.get(`/api/events/${event.id}/summary`).expect(200);
  expect(body.people).toBe(count + 1);
}

describe('the daily limit of e-mail', () => {
  it('holds for those who get a place as well: the rest are told the next day, if that is early enough', async () => {
    await promoting(UNCONFIRMED + 2);
    expect(await sentToday()).toBe(UNCONFIRMED);
    const tomorrow = `template = 'place' AND status = 'queued' AND due_at > created_at + interval '1 second'`;
    expect(await counted('mail_messages', tomorrow)).toBe(2);
    const isUnderWay = { startsAt: new Date(Date.now() - HOUR_MS).toISOString() };
    await promoting(1, isUnderWay);
    expect([await sentToday(), await counted('mail_messages', tomorrow)]).toEqual([UNCONFIRMED, 2]);
    expectProblem(await mail(1), 429, 'mail_limit_reached');
  });

  it('allows few recipients until an Admin has confirmed their address', async () => {
    await mail(UNCONFIRMED - 1).expect(202);
    const response = await mail(2);
    expectProblem(response, 429, 'mail_limit_reached');
    expect(response.body.detail).toContain(`1 more recipient, of ${UNCONFIRMED} a day`);
    const seconds = Number(response.headers['retry-after']);
    const left = (DAY_MS - (Date.now() % DAY_MS)) / 1000;
    expect(Math.abs(seconds - left)).toBeLessThan(60);
    await mail(1).expect(202);
    await confirm(tenant);
    await mail(CONFIRMED - UNCONFIRMED).expect(202);
    expectProblem(await mail(1), 429, 'mail_limit_reached');
    expect(await sentToday()).toBe(CONFIRMED);
  });

  it('is not raised by somebody confirmed who is no Admin', async () => {
    const member = await joinWith(app, tenant, []);
    await confirm(member);
    expectProblem(await mail(UNCONFIRMED + 1), 429, 'mail_limit_reached');
  });

  it('lets a request beyond it send and store nothing', async () => {
    expectProblem(await mail(UNCONFIRMED + 1), 429, 'mail_limit_reached');
    expect([await counted('notifications'), await counted('notification_recipients'), await sentToday()]).toEqual([
      0, 0, 0,
    ]);
    await mail(UNCONFIRMED).expect(202);
    expectProblem(await invite(), 429, 'mail_limit_reached');
    expect([await counted('invitations'), await counted('mail_messages')]).toEqual([0, 0]);
  });

  it('counts invitations and those that are sent again', async () => {
    const { body } = await invite().expect(201);
    await tenant.key.post(`/api/organizations/invitations/${body.id}`).expect(200);
    expect(await sentToday()).toBe(2);
    await mail(UNCONFIRMED - 2).expect(202);
    expectProblem(await tenant.key.post(`/api/organizations/invitations/${body.id}`), 429, 'mail_limit_reached');
    const kept = (await tenant.key.get(`/api/organizations/invitations/${body.id}`).expect(200)).body;
    expect(kept.status).toBe('pending');
  });

  it('is exact when many requests come at once, at several replicas', async () => {
    const elsewhere = new Client(replica.url, { Authorization: `Bearer ${tenant.apiKey.key}` });
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, i) => mail(1, i % 2 === 0 ? tenant.key : elsewhere)),
    );
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(UNCONFIRMED);
    for (const response of responses.filter(({ status }) => status !== 202))
      expectProblem(response, 429, 'mail_limit_reached');
    expect([await counted('notifications'), await sentToday()]).toEqual([UNCONFIRMED, UNCONFIRMED]);
  });

  it('does not count mail of the platform, nor recipients who get none', async () => {
    await mail(UNCONFIRMED).expect(202);
    await new Client(app.url).post('/api/auth/password/forgot', { email: tenant.email }).expect(202);
    await tenant.session.post('/api/auth/email/confirm/resend').expect(202);
    const { body: guest } = await tenant.key.post('/api/guests', { name: 'Ada' }).expect(201);
    const toGuests = { guestIds: [guest.id], subject: 'Hello', body: 'World' };
    const { body } = await tenant.key.post('/api/notifications/email', toGuests).expect(202);
    expect(body).toMatchObject({ total: 1, failed: 1 });
    expect(await sentToday()).toBe(UNCONFIRMED);
  });

  it('starts again with the day in UTC, and old days are forgotten', async () => {
    await mail(UNCONFIRMED).expect(202);
    await mail(1).expect(429);
    app.clock.advance(DAY_MS);
    const key = tenant.session;
    await mail(UNCONFIRMED, key).expect(202);
    app.clock.advance(90 * DAY_MS);
    await runJob(app, 'delete-mail-days');
    expect(await counted('mail_days', 'recipients > 0')).toBe(1);
  });

  it('is one number wherever it is shown, from midnight to midnight in UTC whatever zone the organization is in', async () => {
    const today = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const ofPlatform = async () => (await operator.session.get('/api/platform/health').expect(200)).body.mail.today;
    app.clock.stopAt(`${today}T23:59:59.999Z`);
    app.clock.advance(1);
    const onTheNextDay = await ofPlatform();
    // Ten seconds before midnight in Tokyo.
    app.clock.stopAt(`${today}T14:59:50.000Z`);
    tenant = await registerTenant(app.url, { timezone: 'Asia/Tokyo' });
    // Others have sent mail, too, whose clocks the tests before this one had put forward.
    let others = await ofPlatform();
    const health = async () => (await ofPlatform()) - others;
    const inDrawer = async () =>
      (await operator.session.get(`/api/platform/organizations/${tenant.organization.id}/usage`).expect(200)).body
        .mailToday;
    const refused = async () => (await mail(UNCONFIRMED + 1, tenant.session)).body.detail as string;
    const expectCounted = async (count: number) => {
      expect([await sentToday(), await inDrawer(), await health()]).toEqual([count, count, count]);
      expect(await refused()).toContain(` ${UNCONFIRMED - count} more recipient`);
    };
    await expectCounted(0);
    const { body } = await mail(2, tenant.session).expect(202);
    await tenant.session.post(`/api/notifications/${body.id}/retry`);
    await expectCounted(2);
    // Whoever has no address gets none.
    const guest = (await tenant.session.post('/api/guests', { name: 'Ada' }).expect(201)).body;
    const toGuests = { guestIds: [guest.id], subject: 'Hello', body: 'World' };
    await tenant.session.post('/api/notifications/email', toGuests).expect(202);
    const invitation = { email: addresses(1)[0], role: 'Member' };
    await tenant.session.post('/api/organizations/invitations', invitation).expect(201);
    await expectCounted(3);
    // Midnight in Tokyo begins no day of e-mail; midnight in UTC does.
    app.clock.advance(20_000);
    await expectCounted(3);
    app.clock.stopAt(`${today}T23:59:59.999Z`);
    await expectCounted(3);
    app.clock.advance(1);
    others = onTheNextDay;
    await expectCounted(0);
  });

  it('is not remembered by an Idempotency-Key', async () => {
    const sender = tenant.key.with({ 'Idempotency-Key': unique('key') });
    const body = { to: addresses(UNCONFIRMED + 1), subject: 'Hello', body: 'World' };
    await sender.post('/api/notifications/email', body).expect(429);
    await administer({ mailDailyLimit: 0 }).expect(200);
    await sender.post('/api/notifications/email', body).expect(202);
  });
});

describe('operators', () => {
  it('set an organization another limit of e-mail, 0 for none and null for the default', async () => {
    const { body } = await administer({ mailDailyLimit: 2 }).expect(200);
    expect(body).toMatchObject({ mailDailyLimit: 2, rateLimit: null });
    await mail(2).expect(202);
    await mail(1).expect(429);
    await administer({ mailDailyLimit: 0 }).expect(200);
    await mail(CONFIRMED).expect(202);
    await administer({ mailDailyLimit: null }).expect(200);
    await mail(1).expect(429);
    const { body: log } = await tenant.session.get('/api/audit-logs?action=organization.updated').expect(200);
    expect(log.data.map(({ changes }: Json) => changes.mailDailyLimit)).toEqual([
      { before: 0, after: null },
      { before: 2, after: 0 },
      { before: null, after: 2 },
    ]);
  });

  it.each([
    ['mailDailyLimit', [-1, 1.5, '5', 2_000_000_000]],
    ['rateLimit', [0, -1, '5', 2_000_000_000]],
  ])('cannot set %s to what is no such number', async (field, values) => {
    for (const value of values) {
      const { body } = await administer({ [field]: value }).expect(400);
      expect(body.errors).toMatchObject([{ field }]);
    }
  });

  it('alone see and change the limits', async () => {
    const own = (await tenant.session.get('/api/organizations/me').expect(200)).body;
    expect(own).not.toHaveProperty('mailDailyLimit');
    const { body } = await tenant.session.patch('/api/organizations/me', { mailDailyLimit: 0 }).expect(400);
    expect(body.errors).toMatchObject([{ field: 'mailDailyLimit' }]);
    await tenant.session.patch(`/api/organizations/${tenant.organization.id}`, { rateLimit: 9 }).expect(403);
  });

  it('set an organization another rate limit, for each of its callers', async () => {
    const { headers } = await tenant.key.get('/api/tours').expect(200);
    await administer({ rateLimit: 4 }).expect(200);
    const limited = await tenant.key.get('/api/tours').expect(200);
    expect(limited.headers['ratelimit-policy']).toBe('"default";q=4;w=60');
    for (let i = 0; i < 2; i++) await tenant.key.get('/api/tours').expect(200);
    expectProblem(await tenant.key.get('/api/tours'), 429, 'rate_limited');
    await tenant.session.get('/api/tours').expect(200);
    await administer({ rateLimit: null }).expect(200);
    const again = await tenant.key.get('/api/tours').expect(200);
    expect(again.headers['ratelimit-policy']).toBe(headers['ratelimit-policy']);
  });

  it('list organizations by the e-mail that they sent today, whose ETags it does not change', async () => {
    const { headers } = await operator.session.get(`/api/organizations/${tenant.organization.id}`).expect(200);
    await mail(UNCONFIRMED).expect(202);
    const { body } = await operator.session.get('/api/organizations?sortBy=mailToday&sortDir=desc').expect(200);
    const counts = body.data.map((row: Json) => row.mailToday);
    expect(counts).toEqual([...counts].sort((a: number, b: number) => b - a));
    const row = body.data.find(({ id }: Json) => id === tenant.organization.id);
    expect([row.mailToday, row.etag]).toEqual([UNCONFIRMED, headers['etag']]);
  });

  it('see the organizations that send most in the metrics, however many there are', async () => {
    for (let i = 0; i < 11; i++) {
      const { key } = await registerTenant(app.url);
      await mail(1, key).expect(202);
    }
    await mail(UNCONFIRMED).expect(202);
    await mail(1).expect(429);
    const { text } = await new Client(app.url).get('/metrics').expect(200);
    expect(text).toContain(`mail_recipients_today{organization="${tenant.organization.id}"} ${UNCONFIRMED}`);
    expect(text.match(/^mail_recipients_today\{/gm)).toHaveLength(10);
    expect(Number(/^mail_limit_reached_total (\d+)/m.exec(text)![1])).toBeGreaterThan(0);
  });
});
