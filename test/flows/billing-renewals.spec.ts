import { SchedulerRegistry } from '@nestjs/schedule';
import { Renewals } from '../../src/modules/money/billing/renewals';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { startTestApp, type TestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { billingOf, BillingOffice, DAY_MS, invoicesOf, subscribe } from '../support/billing';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { outboxOf } from '../support/outbox';
import { lockWaits, sql, whileLocked } from '../support/sql';

const START = '2027-01-31T10:00:00.000Z';

describe('renewals', () => {
  const service = useOwnTestApp();
  let office: BillingOffice;
  let plan: Json;

  useFollowedEvents(service);
  beforeAll(async () => {
    // Only the rounds of the tests.
    service.app.get(SchedulerRegistry).deleteInterval('renew-subscriptions');
    office = await BillingOffice.open(service);
  });
  beforeEach(async () => {
    service.clock.release();
    await office.signIn();
    plan = await office.plan();
  });
  afterEach(() =>
    // The next test renews its own subscriptions, as they are.
    sql(
      service.databaseUrl,
      `DROP FUNCTION IF EXISTS cut_off, delete_second CASCADE;
       UPDATE subscriptions SET ended_at = current_period_start WHERE ended_at IS NULL`,
    ),
  );

  /** Subscribes at the start, to which the clock stands still. */
  const newSubscriber = async (wanted: Json = {}, overrides: Json = {}): Promise<Tenant> => {
    service.clock.release();
    const tenant = await registerTenant(service.url, overrides);
    service.clock.stopAt(START);
    await subscribe(tenant, { planId: plan.id, ...wanted });
    return tenant;
  };
  const newCoupon = async (changes: Json): Promise<string> => {
    service.clock.release();
    return (await office.coupon(changes)).code;
  };
  const renew = () => runJob(service, 'renew-subscriptions');
  const renewAt = async (instant: string): Promise<void> => {
    service.clock.stopAt(instant);
    await renew();
  };
  const periods = async (tenant: Tenant): Promise<string[]> =>
    (await invoicesOf(tenant)).map(
      ({ periodStart, periodEnd }) => `${periodStart.slice(0, 10)} ${periodEnd.slice(0, 10)}`,
    );
  const totals = async (tenant: Tenant): Promise<string[]> => (await invoicesOf(tenant)).map(({ total }) => total);
  const lastError = async (): Promise<string | null> =>
    (await sql(service.databaseUrl, `SELECT last_error FROM jobs WHERE name = 'renew-subscriptions'`))[0].last_error;

  it('bill a year to the cent, month by month and at once, with and without coupons', async () => {
    const wanted: Record<string, Json> = {
      monthly: {},
      yearly: { interval: 'yearly' },
      once: { couponCode: await newCoupon({ percentOff: 33, duration: 'once' }) },
      repeating: { couponCode: await newCoupon({ percentOff: 15, duration: 'repeating', durationMonths: 3 }) },
      forever: { couponCode: await newCoupon({ amountOff: '9.95', currency: 'EUR', duration: 'forever' }) },
      yearlyOnce: { interval: 'yearly', couponCode: await newCoupon({ percentOff: 33, duration: 'once' }) },
      yearlyRepeating: {
        interval: 'yearly',
        couponCode: await newCoupon({ percentOff: 15, duration: 'repeating', durationMonths: 13 }),
      },
      yearlyForever: {
        interval: 'yearly',
        couponCode: await newCoupon({ amountOff: '9.95', currency: 'EUR', duration: 'forever' }),
      },
    };
    const tenants: Record<string, Tenant> = {};
    for (const [name, body] of Object.entries(wanted)) tenants[name] = await newSubscriber(body);
    const monthEnds = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month + 2, 0, 10));
    for (const monthEnd of monthEnds)
      for (const instant of [monthEnd - DAY_MS, monthEnd, monthEnd + DAY_MS])
        await renewAt(new Date(instant).toISOString());
    const found = Object.fromEntries(
      await Promise.all(Object.entries(tenants).map(async ([name, tenant]) => [name, await totals(tenant)] as const)),
    );
    const times = (count: number, amount: string) => Array.from({ length: count }, () => amount);
    expect(found).toEqual({
      monthly: times(13, '49.90'),
      yearly: ['499.00', '499.00'],
      once: ['33.43', ...times(12, '49.90')],
      repeating: [...times(3, '42.41'), ...times(10, '49.90')],
      forever: times(13, '39.95'),
      yearlyOnce: ['334.33', '499.00'],
      yearlyRepeating: ['424.15', '424.15'],
      yearlyForever: ['489.05', '489.05'],
    });
    expect(await periods(tenants['monthly']!)).toEqual([
      '2027-01-31 2027-02-28',
      '2027-02-28 2027-03-31',
      '2027-03-31 2027-04-30',
      '2027-04-30 2027-05-31',
      '2027-05-31 2027-06-30',
      '2027-06-30 2027-07-31',
      '2027-07-31 2027-08-31',
      '2027-08-31 2027-09-30',
      '2027-09-30 2027-10-31',
      '2027-10-31 2027-11-30',
      '2027-11-30 2027-12-31',
      '2027-12-31 2028-01-31',
      '2028-01-31 2028-02-29',
    ]);
  });

  it('begin when the period ends, not before', async () => {
    const tenant = await newSubscriber();
    await renewAt('2027-02-28T09:59:59.999Z');
    expect(await periods(tenant)).toHaveLength(1);
    await renewAt('2027-02-28T10:00:00.000Z');
    expect((await invoicesOf(tenant)).at(-1)).toMatchObject({
      number: 'INV-000002',
      periodStart: '2027-02-28T10:00:00.000Z',
      periodEnd: '2027-03-31T10:00:00.000Z',
      issuedAt: '2027-02-28T10:00:00.000Z',
    });
  });

  it('catch up with every missed period, one after the other', async () => {
    const tenant = await newSubscriber();
    await renewAt('2027-06-01T00:00:00.000Z');
    const invoices = await invoicesOf(tenant);
    expect(invoices.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5].map((n) => `INV-00000${n}`));
    invoices.slice(1).forEach((invoice, index) => expect(invoice.periodStart).toBe(invoices[index]!.periodEnd));
    expect(await billingOf(tenant)).toMatchObject({ currentPeriodEnd: '2027-06-30T10:00:00.000Z', status: 'past_due' });
  });

  it('leave a record by the system and an event of each', async () => {
    const tenant = await newSubscriber();
    await renewAt('2027-04-01T00:00:00.000Z');
    const { id } = tenant.organization;
    const renewed = (await auditOf(service.databaseUrl, id)).filter(({ action }) => action === 'subscription.renewed');
    expect(renewed).toMatchObject([
      { actor_type: 'system', organization_id: id },
      {
        actor_type: 'system',
        changes: {
          currentPeriodStart: { before: '2027-02-28T10:00:00.000Z', after: '2027-03-31T10:00:00.000Z' },
          currentPeriodEnd: { before: '2027-03-31T10:00:00.000Z', after: '2027-04-30T10:00:00.000Z' },
        },
      },
    ]);
    const events = await outboxOf(service.databaseUrl, id);
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 3 }, () => 'subscription.updated'));
    expect(events.at(-1).data).toEqual(await billingOf(tenant));
  });

  it('bill once when several replicas do them at the same time', async () => {
    const tenants = [];
    for (let i = 0; i < 4; i++) tenants.push(await newSubscriber());
    const other = await startTestApp({ DATABASE_URL: service.databaseUrl });
    try {
      for (const replica of [service, other]) replica.clock.stopAt('2027-12-15T00:00:00.000Z');
      // Past the timetable, which lets one of them at it at a time.
      const drain = (replica: TestApp) =>
        runInContext(systemContext('test'), () => replica.app.get(Renewals).renewDue(new AbortController().signal));
      await Promise.all([service, other, service, other].map(drain));
      await drain(other);
    } finally {
      await other.close();
    }
    for (const tenant of tenants) {
      const invoices = await invoicesOf(tenant);
      expect(invoices.map(({ number }) => Number(number.slice(4)))).toEqual(
        Array.from({ length: 11 }, (_, i) => i + 1),
      );
      expect(new Set(invoices.map(({ periodStart }) => periodStart)).size).toBe(11);
    }
  });

  it('carry on after they were cut off in the middle, and bill nothing twice', async () => {
    const tenants = [await newSubscriber(), await newSubscriber(), await newSubscriber()];
    // The third invoice of the second one can't be written: all that goes with it is undone, and the others go on.
    await sql(
      service.databaseUrl,
      `CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$;
       CREATE TRIGGER cut_off AFTER INSERT ON invoices FOR EACH ROW
         WHEN (NEW.number = 3 AND NEW.organization_id = '${tenants[1]!.organization.id}') EXECUTE FUNCTION cut_off()`,
    );
    await renewAt('2027-06-01T00:00:00.000Z');
    expect(await lastError()).toBe('Subscriptions that could not be renewed: 1.');
    expect(await Promise.all(tenants.map(async (tenant) => (await periods(tenant)).length))).toEqual([5, 2, 5]);
    expect(await billingOf(tenants[1]!)).toMatchObject({ currentPeriodStart: '2027-02-28T10:00:00.000Z' });

    await sql(service.databaseUrl, 'DROP TRIGGER cut_off ON invoices');
    await renew();
    expect(await lastError()).toBeNull();
    for (const tenant of tenants) {
      expect((await invoicesOf(tenant)).map(({ number }) => Number(number.slice(4)))).toEqual([1, 2, 3, 4, 5]);
      expect(new Set(await periods(tenant)).size).toBe(5);
    }
  });

  it('pass by what somebody else has locked, and come back to it', async () => {
    const [busy, idle] = [await newSubscriber(), await newSubscriber()];
    const lock = 'SELECT FROM billing_accounts WHERE organization_id = $1 FOR UPDATE';
    await whileLocked(service.databaseUrl, [lock, busy.organization.id], () => renewAt('2027-03-01T00:00:00.000Z'));
    expect([await periods(busy), await periods(idle)].map(({ length }) => length)).toEqual([1, 2]);
    await renew();
    expect(await periods(busy)).toHaveLength(2);
  });

  describe('that meet a change of the same subscription', () => {
    /** Whoever has the billing locked, the change or the renewal, waits for the plan as long as it is locked. */
    const whilePlanIsHeld = (work: () => Promise<void>) =>
      whileLocked(service.databaseUrl, ['SELECT FROM plans WHERE id = $1 FOR UPDATE', plan.id], work);
    const invoicesAs = async (tenant: Tenant): Promise<string[]> =>
      (await invoicesOf(tenant)).map(
        ({ number, status, interval, periodStart }) =>
          `${Number(number.slice(4))} ${status} ${interval} from ${periodStart.slice(0, 10)}`,
      );

    it('pass it by, and find what came of it', async () => {
      const tenant = await newSubscriber();
      service.clock.stopAt('2027-03-01T00:00:00.000Z');
      const done: Promise<unknown>[] = [];
      await whilePlanIsHeld(async () => {
        done.push(subscribe(tenant, { planId: plan.id, interval: 'yearly' }));
        await lockWaits(service.databaseUrl);
        await renew();
        expect(await lastError()).toBeNull();
      });
      await Promise.all(done);
      await renew();
      expect(await invoicesAs(tenant)).toEqual(['1 open monthly from 2027-01-31', '2 open yearly from 2027-03-01']);
      expect(await billingOf(tenant)).toMatchObject({
        interval: 'yearly',
        currentPeriodEnd: '2028-03-01T00:00:00.000Z',
      });
    });

    it('go first when they were first: the change breaks off the new period', async () => {
      const tenant = await newSubscriber();
      service.clock.stopAt('2027-03-01T00:00:00.000Z');
      const done: Promise<unknown>[] = [];
      await whilePlanIsHeld(async () => {
        done.push(renew());
        await lockWaits(service.databaseUrl);
        done.push(subscribe(tenant, { planId: plan.id, interval: 'yearly' }));
        await lockWaits(service.databaseUrl, 2);
      });
      await Promise.all(done);
      expect(await lastError()).toBeNull();
      expect(await invoicesAs(tenant)).toEqual([
        '1 open monthly from 2027-01-31',
        '2 void monthly from 2027-02-28',
        '3 open yearly from 2027-03-01',
      ]);
    });

    it('leave one subscription, one invoice of each period and no gap, whoever comes first', async () => {
      const tenant = await newSubscriber();
      for (const instant of ['2027-02-28T10:00:00.000Z', '2027-04-01T00:00:00.000Z', '2027-08-01T00:00:00.000Z']) {
        service.clock.stopAt(instant);
        const changes = ['yearly', 'monthly', 'yearly', 'monthly'].map((interval) =>
          subscribe(tenant, { planId: plan.id, interval }),
        );
        await Promise.all([renew(), ...changes, renew()]);
        await renew();
        expect(await lastError()).toBeNull();
      }
      const numbers = (await invoicesOf(tenant)).map(({ number }) => Number(number.slice(4)));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      const { id } = tenant.organization;
      const [found] = await sql(
        service.databaseUrl,
        `SELECT (SELECT count(*)::int FROM subscriptions WHERE organization_id = $1 AND ended_at IS NULL) AS current,
           (SELECT count(*)::int FROM invoices WHERE organization_id = $1) AS invoices,
           (SELECT sum(period_number + 1)::int FROM subscriptions WHERE organization_id = $1) AS periods`,
        [id],
      );
      expect(found).toEqual({ current: 1, invoices: numbers.length, periods: numbers.length });
    });
  });

  it('end a subscription that was to end, and take the organization off its plan', async () => {
    const tenant = await newSubscriber();
    await tenant.key.delete('/api/billing/subscription').expect(200);
    await renewAt('2027-02-28T09:59:59.999Z');
    expect(await billingOf(tenant)).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: true });
    await renewAt('2027-05-01T00:00:00.000Z');
    const ended = await billingOf(tenant);
    expect(ended).toMatchObject({
      status: 'cancelled',
      plan: { id: plan.id },
      currentPeriodEnd: '2027-02-28T10:00:00.000Z',
    });
    expect(await periods(tenant)).toHaveLength(1);
    expect((await tenant.key.get('/api/organizations/me')).body.planId).toBeNull();
    expect((await auditOf(service.databaseUrl, tenant.organization.id)).at(-1).action).toBe('subscription.ended');
    expect((await outboxOf(service.databaseUrl, tenant.organization.id)).at(-1).data).toEqual(ended);
    await tenant.key.delete('/api/billing/subscription').expect(404);

    const again = await subscribe(tenant, { planId: plan.id });
    expect(again).toMatchObject({ status: 'past_due', currentPeriodStart: '2027-05-01T00:00:00.000Z' });
    expect((await invoicesOf(tenant)).map(({ number, status }) => [number, status])).toEqual([
      ['INV-000001', 'open'],
      ['INV-000002', 'open'],
    ]);
  });

  it('leave the organization on another plan that it was given meanwhile', async () => {
    const given = await office.plan({ name: 'Given' });
    const tenant = await newSubscriber();
    await tenant.key.delete('/api/billing/subscription').expect(200);
    await sql(service.databaseUrl, 'UPDATE organizations SET plan_id = $2 WHERE id = $1', [
      tenant.organization.id,
      given.id,
    ]);
    await renewAt('2027-03-01T00:00:00.000Z');
    expect((await tenant.key.get('/api/organizations/me')).body.planId).toBe(given.id);
  });

  it('take what the plan costs by then, offered or not', async () => {
    const tenant = await newSubscriber();
    service.clock.release();
    await office.session
      .patch(`/api/plans/${plan.id}`, { monthlyPrice: '59.95', name: 'Pro+', active: false })
      .expect(200);
    await renewAt('2027-03-01T00:00:00.000Z');
    expect((await invoicesOf(tenant)).map(({ total, lines }) => [total, lines[0].description])).toEqual([
      ['49.90', 'Pro (monthly)'],
      ['59.95', 'Pro+ (monthly)'],
    ]);
  });

  it('use a coupon up, whose code may be that of another one by then', async () => {
    const code = await newCoupon({ duration: 'once' });
    const tenant = await newSubscriber({ couponCode: code });
    await renewAt('2027-02-28T10:00:00.000Z');
    service.clock.release();
    const { data } = (await office.session.get('/api/coupons').expect(200)).body;
    const [first] = data.filter((coupon: Json) => coupon.code === code);
    expect((await subscribe(tenant, { planId: plan.id, couponCode: code })).coupon).toBeNull();
    await office.session.delete(`/api/coupons/${first.id}`).expect(204);
    await newCoupon({ code, percentOff: 50 });
    const billing = await subscribe(tenant, { planId: plan.id, couponCode: code });
    expect(billing.coupon).toMatchObject({ code, percentOff: 50 });
  });

  it('take a coupon that came later into account for as long as it lasts', async () => {
    const couponCode = await newCoupon({ percentOff: 50, duration: 'repeating', durationMonths: 2 });
    const tenant = await newSubscriber();
    await subscribe(tenant, { planId: plan.id, couponCode });
    await renewAt('2027-05-01T00:00:00.000Z');
    expect(await totals(tenant)).toEqual(['49.90', '24.95', '24.95', '49.90']);
  });

  it('are paid at once when there is nothing to pay, and one open invoice keeps the organization past due', async () => {
    const couponCode = await newCoupon({ percentOff: 100, duration: 'repeating', durationMonths: 2 });
    const tenant = await newSubscriber({ couponCode });
    await renewAt('2027-03-01T00:00:00.000Z');
    expect(await billingOf(tenant)).toMatchObject({ status: 'active' });
    await renewAt('2027-05-01T00:00:00.000Z');
    expect((await invoicesOf(tenant)).map(({ status }) => status)).toEqual(['paid', 'paid', 'open', 'open']);
    await office.signIn();
    const [, , third, fourth] = await invoicesOf(tenant);
    await office.pay(tenant, fourth);
    expect(await billingOf(tenant)).toMatchObject({ status: 'past_due' });
    await office.pay(tenant, third);
    expect(await billingOf(tenant)).toMatchObject({ status: 'active' });
  });

  it('follow the organization to another time zone from the next period on, without gap or overlap', async () => {
    const tenant = await newSubscriber({}, { timezone: 'Pacific/Kiritimati' });
    await renewAt('2027-03-01T00:00:00.000Z');
    await tenant.key.patch('/api/organizations/me', { timezone: 'Pacific/Pago_Pago' }).expect(200);
    await renewAt('2027-06-02T00:00:00.000Z');
    const invoices = await invoicesOf(tenant);
    expect(invoices.map(({ periodStart }) => periodStart)).toEqual([
      '2027-01-31T10:00:00.000Z',
      '2027-02-28T10:00:00.000Z',
      '2027-03-31T10:00:00.000Z',
      '2027-05-01T11:00:00.000Z',
      '2027-06-01T11:00:00.000Z',
    ]);
    invoices.slice(1).forEach((invoice, index) => expect(invoice.periodStart).toBe(invoices[index]!.periodEnd));
  });

  it('go on for a suspended organization, and stop for a deleted one, of which nothing is left in the end', async () => {
    const [suspended, deleted] = [await newSubscriber(), await newSubscriber()];
    const { databaseUrl } = service;
    await sql(databaseUrl, `UPDATE organizations SET status = 'suspended' WHERE id = $1`, [suspended.organization.id]);
    await sql(databaseUrl, 'UPDATE organizations SET deleted_at = $2 WHERE id = $1', [deleted.organization.id, START]);
    const invoices = async (): Promise<Json> => {
      const rows = await sql(
        databaseUrl,
        `SELECT organization_id AS id, count(*)::int AS count FROM invoices
         WHERE organization_id IN ($1, $2) GROUP BY 1`,
        [suspended.organization.id, deleted.organization.id],
      );
      return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
    };
    await renewAt('2027-03-01T00:00:00.000Z');
    expect(await lastError()).toBeNull();
    expect(await invoices()).toEqual({ [suspended.organization.id]: 2, [deleted.organization.id]: 1 });
    service.clock.stopAt('2027-03-05T00:00:00.000Z');
    await runJob(service, 'purge-organizations');
    expect(await invoices()).toEqual({ [suspended.organization.id]: 2 });
    expect(await sql(databaseUrl, 'SELECT FROM organizations WHERE id = $1', [deleted.organization.id])).toEqual([]);
  });

  it('pass by an organization that is deleted just before it is renewed', async () => {
    const [first, second] = [await newSubscriber(), await newSubscriber()];
    await sql(
      service.databaseUrl,
      `CREATE FUNCTION delete_second() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
         UPDATE organizations SET deleted_at = now() WHERE id = '${second.organization.id}'; RETURN NULL; END $$;
       CREATE TRIGGER delete_second AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION delete_second()`,
    );
    service.log.length = 0;
    await renewAt('2027-03-01T00:00:00.000Z');
    expect(await lastError()).toBeNull();
    expect(service.log.filter((line) => line.includes('could not be renewed'))).toEqual([]);
    expect(await periods(first)).toHaveLength(2);
    const ofSecond = 'SELECT FROM invoices WHERE organization_id = $1';
    expect(await sql(service.databaseUrl, ofSecond, [second.organization.id])).toHaveLength(1);
  });

  it('go through any number of subscriptions', async () => {
    const template = await newSubscriber();
    await sql(
      service.databaseUrl,
      `INSERT INTO organizations (id, name, slug, search, timezone, currency, status, created_at, updated_at)
         SELECT gen_random_uuid(), 'Many', 'many-' || n, 'many', 'UTC', 'EUR', 'active', now(), now() FROM generate_series(1, 110) AS n;
       INSERT INTO billing_accounts SELECT id, 0 FROM organizations WHERE name = 'Many';
       INSERT INTO subscriptions
         SELECT o.id, gen_random_uuid(), s.plan_id, s.billing_interval, s.anchor, 0, s.current_period_start,
           s.current_period_end, false, NULL, NULL, now(), now()
         FROM organizations o CROSS JOIN subscriptions s
         WHERE o.name = 'Many' AND s.organization_id = '${template.organization.id}'`,
    );
    await renewAt('2027-03-01T00:00:00.000Z');
    const [{ count }] = await sql(
      service.databaseUrl,
      `SELECT count(*)::int AS count FROM invoices i JOIN organizations o ON o.id = i.organization_id
       WHERE i.period_start = '2027-02-28T10:00:00Z' AND (o.name = 'Many' OR o.id = $1)`,
      [template.organization.id],
    );
    expect(count).toBe(111);
  });
});
