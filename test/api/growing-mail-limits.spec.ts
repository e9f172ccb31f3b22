import { startTestApp, type TestApp } from '../support/app';
import { BillingOffice, invoicesOf, subscribe } from '../support/billing';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { registerSuperAdmin } from '../support/people';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMIT = 2_500;

const app = useOwnTestApp({ MAIL_DAILY_LIMIT: String(LIMIT), MAIL_DAILY_LIMIT_UNCONFIRMED: '50' });
let tenant: Tenant;
beforeEach(async () => {
  app.clock.stopAt('2027-03-01T06:00:00.000Z');
  tenant = await confirmedTenant();
});
afterEach(() => app.clock.release());

async function confirmedTenant(): Promise<Tenant> {
  const registered = await registerTenant(app.url);
  await sql(app.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE id = $1', [registered.user.id]);
  return registered;
}
const mail = (count: number, key: Client = tenant.key) => {
  const to = Array.from({ length: count }, () => `${unique('to')}@example.com`);
  return key.post('/api/notifications/email', { to, subject: 'Hello', body: 'World' });
};
/** As if the organization had sent to so many already on the day of the clock. */
const addSent = (recipients: number) =>
  sql(
    app.databaseUrl,
    `INSERT INTO mail_days AS d (organization_id, day, recipients) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, day) DO UPDATE SET recipients = d.recipients + $3`,
    [tenant.organization.id, app.clock.now().toISOString().slice(0, 10), recipients],
  );
async function payFor(monthlyPrice: string, couponCode?: string): Promise<void> {
  const office = await BillingOffice.open(app);
  const { id: planId } = await office.plan({ monthlyPrice, yearlyPrice: monthlyPrice });
  await subscribe(tenant, { planId, ...(couponCode !== undefined && { couponCode }) });
  const [invoice] = await invoicesOf(tenant);
  if (invoice!.status === 'open') await office.pay(tenant, invoice!);
}
/** Asserts that exactly so many recipients are left today; gives what the error says. */
async function expectLeft(recipients: number): Promise<string> {
  await addSent(recipients - 2);
  await mail(3).expect(429);
  await mail(2).expect(202);
  const response = await mail(1);
  expectProblem(response, 429, 'mail_limit_reached');
  return response.body.detail as string;
}

describe('the daily limit of e-mail of a confirmed organization', () => {
  it('is 500 for the first 24 hours, and says when it grows and what lifts it', async () => {
    app.clock.advance(DAY_MS - 1);
    const detail = await expectLeft(500);
    expect(detail).toContain('500 a day');
    expect(detail).toContain('2027-03-02T06:00:00.000Z');
    expect(detail).toContain('first paid invoice');
  });

  it('is 2,000 for the rest of the first week', async () => {
    app.clock.advance(DAY_MS);
    const detail = await expectLeft(2_000);
    expect(detail).toContain('2000 a day');
    expect(detail).toContain('2027-03-08T06:00:00.000Z');
  });

  it('is the configured one after a week', async () => {
    app.clock.advance(7 * DAY_MS);
    const detail = await expectLeft(LIMIT);
    expect(detail).toContain(`${LIMIT} a day`);
    expect(detail).not.toContain('first paid invoice');
  });

  it('may be tried again when the organization is old enough, if that comes before midnight', async () => {
    app.clock.stopAt('2027-03-02T05:00:00.000Z');
    await addSent(500);
    const response = await mail(1);
    expect(response.headers['retry-after']).toBe(String(HOUR_MS / 1_000));
    app.clock.advance(HOUR_MS);
    await mail(1).expect(202);
  });

  it('is the configured one at once with the first paid invoice', async () => {
    await expectLeft(500);
    await payFor('49.00');
    await expectLeft(LIMIT - 500);
  });

  it('does not grow with an invoice for nothing', async () => {
    await payFor('0');
    await expectLeft(500);
  });

  it('is what an operator sets, however young the organization is', async () => {
    const path = `/api/organizations/${tenant.organization.id}`;
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    await operator.session.patch(path, { mailDailyLimit: 700 }).expect(200);
    await expectLeft(700);
    await operator.session.patch(path, { mailDailyLimit: 0 }).expect(200);
    await addSent(LIMIT);
    await mail(1).expect(202);
  });

  it('does not touch the limit of unconfirmed ones, which says what lifts it', async () => {
    const stranger = await registerTenant(app.url);
    const response = await mail(51, stranger.key);
    expectProblem(response, 429, 'mail_limit_reached');
    expect(response.body.detail).toContain('50 a day');
    expect(response.body.detail).toContain('confirmed');
    await mail(50, stranger.key).expect(202);
  });
});

describe('with other settings', () => {
  const start = (env: Record<string, string>): Promise<TestApp> =>
    startTestApp({ DATABASE_URL: app.databaseUrl, ...env });
  const keyAt = (other: TestApp) => new Client(other.url, { Authorization: `Bearer ${tenant.apiKey.key}` });

  it('a smaller configured limit wins over the age', async () => {
    const other = await start({ MAIL_DAILY_LIMIT: '20' });
    try {
      await mail(21, keyAt(other)).expect(429);
      await mail(20, keyAt(other)).expect(202);
    } finally {
      await other.close();
    }
  });

  it('no configured limit means none for the young either', async () => {
    const other = await start({ MAIL_DAILY_LIMIT: '0' });
    try {
      other.clock.stopAt(app.clock.now().toISOString());
      await addSent(LIMIT);
      await mail(1, keyAt(other)).expect(202);
    } finally {
      await other.close();
    }
  });

  it('is exact when many requests come at once, at several replicas', async () => {
    const other = await start({ MAIL_DAILY_LIMIT: String(LIMIT) });
    try {
      other.clock.stopAt('2027-03-01T06:00:00.000Z');
      const requests = Array.from({ length: 14 }, (_none, index) =>
        mail(50, index % 2 === 0 ? tenant.key : keyAt(other)),
      );
      const responses = await Promise.all(requests);
      expect(responses.filter(({ status }) => status === 202)).toHaveLength(10);
    } finally {
      await other.close();
    }
  });
});
