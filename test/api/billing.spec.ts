import { auditOf } from '../support/audit';
import { billingOf, BillingOffice, DAY_MS, invoicesOf, subscribe, subscriber } from '../support/billing';
import { registerTenant, unique, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { patiently } from '../support/patiently';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const UNKNOWN_ID = '0190f7a0-0000-7000-8000-000000000000';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('billing', () => {
  const service = useOwnTestApp();
  useFollowedEvents(service);
  let office: BillingOffice;
  let plan: Json;
  let free: Json;

  beforeAll(async () => {
    office = await BillingOffice.open(service);
    plan = await office.plan();
    free = await office.plan({ name: 'Free', monthlyPrice: '0', yearlyPrice: '0.00' });
  });
  afterEach(() => service.clock.release());

  const newTenant = (overrides = {}): Promise<Tenant> => registerTenant(service.url, overrides);
  const put = ({ key }: Tenant, body: Json) => key.put('/api/billing/subscription', body);
  const cancel = ({ key }: Tenant) => key.delete('/api/billing/subscription');
  const statuses = async (tenant: Tenant): Promise<string[]> => (await invoicesOf(tenant)).map(({ status }) => status);
  const actions = async (id: string): Promise<string[]> =>
    (await auditOf(service.databaseUrl, id))
      .map(({ action }) => action)
      .filter((action) => action !== 'organization.created');
  const events = async ({ organization }: Tenant): Promise<Json[]> =>
    (await outboxOf(service.databaseUrl, organization.id)).filter(({ type }) => type === 'subscription.updated');

  describe('of an organization without a subscription', () => {
    it('is a record all the same', async () => {
      const tenant = await newTenant();
      expect(await billingOf(tenant)).toEqual({
        id: tenant.organization.id,
        plan: null,
        interval: null,
        status: 'none',
        currentPeriodStart: null,
        currentPeriodEnd: null,
        cancelAtPeriodEnd: false,
        coupon: null,
        createdAt: tenant.organization.createdAt,
        updatedAt: tenant.organization.createdAt,
      });
      expect(await invoicesOf(tenant)).toEqual([]);
    });

    it('shows the plan that it was given', async () => {
      const tenant = await newTenant();
      await sql(service.databaseUrl, 'UPDATE organizations SET plan_id = $2 WHERE id = $1', [
        tenant.organization.id,
        plan.id,
      ]);
      expect(await billingOf(tenant)).toMatchObject({ status: 'none', plan: { id: plan.id, name: 'Pro' } });
    });

    it('has nothing that could end', async () => {
      expectProblem(await cancel(await newTenant()), 404, 'not_found');
    });
  });

  describe('subscribing', () => {
    it('starts a period, issues its invoice and puts the organization on the plan', async () => {
      const tenant = await newTenant({ timezone: 'Europe/Berlin', currency: 'USD' });
      service.clock.stopAt('2027-01-31T09:00:00.000Z');
      const billing = await subscribe(tenant, { planId: plan.id });
      const { id, name, monthlyPrice, yearlyPrice, currency, features } = plan;
      expect(billing).toEqual({
        id: tenant.organization.id,
        plan: { id, name, monthlyPrice, yearlyPrice, currency, features },
        interval: 'monthly',
        status: 'past_due',
        currentPeriodStart: '2027-01-31T09:00:00.000Z',
        currentPeriodEnd: '2027-02-28T09:00:00.000Z',
        cancelAtPeriodEnd: false,
        coupon: null,
        createdAt: tenant.organization.createdAt,
        updatedAt: '2027-01-31T09:00:00.000Z',
      });
      expect(await billingOf(tenant)).toEqual(billing);
      expect(await invoicesOf(tenant)).toEqual([
        {
          id: expect.any(String),
          number: 'INV-000001',
          status: 'open',
          customerName: tenant.organization.name,
          planId: plan.id,
          interval: 'monthly',
          periodStart: '2027-01-31T09:00:00.000Z',
          periodEnd: '2027-02-28T09:00:00.000Z',
          timezone: 'Europe/Berlin',
          currency: 'EUR',
          subtotal: '49.90',
          discount: '0.00',
          total: '49.90',
          couponCode: null,
          lines: [{ description: 'Pro (monthly)', quantity: 1, unitPrice: '49.90', amount: '49.90' }],
          issuedAt: '2027-01-31T09:00:00.000Z',
          dueAt: '2027-02-14T09:00:00.000Z',
          paidAt: null,
          createdAt: '2027-01-31T09:00:00.000Z',
          updatedAt: '2027-01-31T09:00:00.000Z',
        },
      ]);
      expect((await tenant.key.get('/api/organizations/me')).body.planId).toBe(plan.id);
    });

    it('bills a year at once when that is the interval', async () => {
      const tenant = await newTenant();
      service.clock.stopAt('2028-02-29T12:00:00.000Z');
      const billing = await subscribe(tenant, { planId: plan.id, interval: 'yearly' });
      expect(billing).toMatchObject({ interval: 'yearly', currentPeriodEnd: '2029-02-28T12:00:00.000Z' });
      expect(await invoicesOf(tenant)).toMatchObject([{ total: '499.00', interval: 'yearly' }]);
    });

    it('is active at once, with a paid invoice, when there is nothing to pay', async () => {
      const tenant = await newTenant();
      expect(await subscribe(tenant, { planId: free.id })).toMatchObject({ status: 'active' });
      const [invoice] = await invoicesOf(tenant);
      expect(invoice).toMatchObject({ status: 'paid', total: '0.00', paidAt: invoice!.issuedAt });
    });

    it('leaves an audit record of each thing that changed, and one event with the billing record', async () => {
      const tenant = await newTenant();
      const billing = await subscribe(tenant, { planId: plan.id });
      const [invoice] = await invoicesOf(tenant);
      expect(await actions(tenant.organization.id)).toEqual(['organization.updated', 'subscription.created']);
      expect(await auditOf(service.databaseUrl, invoice!.id)).toMatchObject([
        { action: 'invoice.issued', target_type: 'invoice', changes: { total: { before: null, after: '49.90' } } },
      ]);
      expect(await events(tenant)).toEqual([
        {
          id: expect.any(String),
          type: 'subscription.updated',
          createdAt: expect.stringMatching(INSTANT),
          organizationId: tenant.organization.id,
          actor: { type: 'apiKey', id: tenant.apiKey.id, name: expect.any(String) },
          previous: expect.objectContaining({ plan: null, status: 'none' }),
          data: billing,
        },
      ]);
    });

    it('again to the same changes nothing', async () => {
      const tenant = await newTenant();
      const billing = await subscribe(tenant, { planId: plan.id });
      service.clock.advance(DAY_MS);
      expect(await subscribe(tenant, { planId: plan.id })).toEqual(billing);
      expect(await statuses(tenant)).toEqual(['open']);
      expect(await events(tenant)).toHaveLength(1);
    });

    it('fifty times at once makes one subscription and one invoice', async () => {
      const tenant = await newTenant();
      const coupon = await office.coupon();
      const body = { planId: plan.id, interval: 'monthly', couponCode: coupon.code };
      const responses = await Promise.all(
        Array.from({ length: 50 }, async () => (await patiently(service, () => put(tenant, body))).body),
      );
      expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
      expect(responses[0]).toMatchObject({ status: 'past_due', coupon: { code: coupon.code } });
      expect((await invoicesOf(tenant)).map(({ number }) => number)).toEqual(['INV-000001']);
      expect(await events(tenant)).toHaveLength(1);
    });

    it('to something else begins now, and voids the open invoice of the period that has hardly begun', async () => {
      const tenant = await subscriber(service, { planId: plan.id });
      service.clock.advance(DAY_MS / 2);
      const billing = await subscribe(tenant, { planId: plan.id, interval: 'yearly' });
      expect(billing).toMatchObject({ interval: 'yearly', status: 'past_due' });
      expect(Date.parse(billing.currentPeriodStart)).toBeGreaterThan(Date.now() + DAY_MS / 3);
      const [first, second] = await invoicesOf(tenant);
      expect([first, second]).toMatchObject([
        { status: 'void', number: 'INV-000001', paidAt: null },
        { status: 'open', number: 'INV-000002', total: '499.00' },
      ]);
      expect(await actions(first!.id)).toEqual(['invoice.issued', 'invoice.voided']);
      expect(await actions(tenant.organization.id)).toContain('subscription.updated');
      expect((await events(tenant)).at(-1).data).toEqual(billing);
    });

    it('to something else leaves open what was used for a day, so that nobody goes on for free by switching', async () => {
      const tenant = await newTenant();
      const switchAfter = (ms: number, interval: string) => {
        service.clock.stopAt(new Date(Date.parse('2027-01-01T00:00:00.000Z') + ms).toISOString());
        return subscribe(tenant, { planId: plan.id, interval });
      };
      await switchAfter(0, 'monthly');
      await switchAfter(13 * DAY_MS, 'yearly');
      expect(await statuses(tenant)).toEqual(['open', 'open']);
      await switchAfter(14 * DAY_MS, 'monthly');
      expect(await statuses(tenant)).toEqual(['open', 'open', 'open']);
    });

    it('to something else as often as one likes is free for a day, and for the next one 30 days later', async () => {
      const tenant = await newTenant();
      const start = Date.parse('2027-01-01T00:00:00.000Z');
      const switchAfter = async (ms: number): Promise<string[]> => {
        service.clock.stopAt(new Date(start + ms).toISOString());
        const { interval } = await billingOf(tenant);
        await subscribe(tenant, { planId: plan.id, interval: interval === 'monthly' ? 'yearly' : 'monthly' });
        return statuses(tenant);
      };
      await switchAfter(0);
      await switchAfter(DAY_MS / 2);
      expect(await switchAfter(DAY_MS - 1)).toEqual(['void', 'void', 'open']);
      expect(await switchAfter(1.5 * DAY_MS)).toEqual(['void', 'void', 'open', 'open']);
      expect(await switchAfter(2 * DAY_MS)).toEqual(['void', 'void', 'open', 'open', 'open']);
      await switchAfter(31 * DAY_MS);
      expect((await switchAfter(31.5 * DAY_MS)).slice(5)).toEqual(['void', 'open']);
    });

    it('to something else from a free plan leaves its invoice alone, and the day for second thoughts begins later', async () => {
      const tenant = await newTenant();
      service.clock.stopAt('2027-01-01T00:00:00.000Z');
      await subscribe(tenant, { planId: free.id });
      service.clock.stopAt('2027-01-01T23:00:00.000Z');
      await subscribe(tenant, { planId: plan.id, interval: 'yearly' });
      service.clock.stopAt('2027-01-02T01:00:00.000Z');
      await subscribe(tenant, { planId: plan.id });
      expect(await statuses(tenant)).toEqual(['paid', 'void', 'open']);
    });

    it('to something else leaves alone what is paid', async () => {
      const tenant = await subscriber(service, { planId: plan.id });
      await office.pay(tenant, (await invoicesOf(tenant))[0]);
      await subscribe(tenant, { planId: free.id });
      expect(await statuses(tenant)).toEqual(['paid', 'paid']);
      expect((await tenant.key.get('/api/organizations/me')).body.planId).toBe(free.id);
    });

    it('many times at once to different things numbers the invoices without a gap', async () => {
      const tenant = await newTenant();
      const wanted = [plan, free].flatMap(({ id: planId }) =>
        ['monthly', 'yearly'].map((interval) => ({ planId, interval })),
      );
      await Promise.all(wanted.concat(wanted, wanted).map((body) => put(tenant, body).expect(200)));
      const invoices = await invoicesOf(tenant);
      expect(invoices.map(({ number }) => number)).toEqual(
        invoices.map((_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
      );
      expect(invoices.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
      const open = await sql(
        service.databaseUrl,
        'SELECT FROM subscriptions WHERE organization_id = $1 AND ended_at IS NULL',
        [tenant.organization.id],
      );
      expect(open).toHaveLength(1);
    });

    it('to a plan that is not offered any more is refused, but keeping it is not', async () => {
      const old = await office.plan({ name: 'Old' });
      const tenant = await subscriber(service, { planId: old.id });
      await office.session.patch(`/api/plans/${old.id}`, { active: false }).expect(200);
      expectProblem(await put(await newTenant(), { planId: old.id, interval: 'monthly' }), 409, 'plan_inactive');
      expectProblem(await put(tenant, { planId: old.id, interval: 'yearly' }), 409, 'plan_inactive');
      await cancel(tenant).expect(200);
      expect(await subscribe(tenant, { planId: old.id })).toMatchObject({ cancelAtPeriodEnd: false });

      const { code } = await office.coupon();
      const asked = await tenant.key.post('/api/coupons/validate', { code, planId: old.id }).expect(200);
      expect(asked.body).toEqual({ valid: true, code, reason: null });
      await subscribe(tenant, { planId: old.id, couponCode: code });
    });

    it('to a plan that there is not is 404', async () => {
      const tenant = await newTenant();
      for (const planId of [UNKNOWN_ID, 'nonsense'])
        expectProblem(await put(tenant, { planId, interval: 'monthly' }), 404, 'not_found');
      expect(await billingOf(tenant)).toMatchObject({ status: 'none' });
    });

    it.each([
      ['no plan', { planId: undefined }, 'planId'],
      ['a plan that is no text', { planId: 7 }, 'planId'],
      ['no interval', { interval: undefined }, 'interval'],
      ['an unknown interval', { interval: 'weekly' }, 'interval'],
      ['an empty code', { couponCode: ' ' }, 'couponCode'],
      ['no code at all', { couponCode: null }, 'couponCode'],
      ['an unknown field', { status: 'active' }, 'status'],
    ])('with %s is refused and names the field', async (_what, change, field) => {
      const tenant = await newTenant();
      const response = await put(tenant, { planId: plan.id, interval: 'monthly', ...change });
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
    });

    it('keeps a plan that was subscribed to from being deleted', async () => {
      const kept = await office.plan();
      await subscriber(service, { planId: kept.id });
      expectProblem(await office.session.delete(`/api/plans/${kept.id}`), 409, 'plan_in_use');
    });

    it('is rejected when it was decided on an older version', async () => {
      const tenant = await newTenant();
      const { headers } = await tenant.key.get('/api/billing').expect(200);
      await subscribe(tenant, { planId: plan.id });
      const match = { ...tenant, key: tenant.key.with({ 'If-Match': headers['etag']! }) };
      expectProblem(await put(match, { planId: free.id, interval: 'monthly' }), 412, 'precondition_failed');
      expectProblem(await cancel(match), 412, 'precondition_failed');
    });
  });

  describe('a coupon', () => {
    it('goes along to another interval, and may be named again for it', async () => {
      const coupon = await office.coupon({ duration: 'forever' });
      const tenant = await registerTenant(service.url);
      await subscribe(tenant, { planId: plan.id, couponCode: coupon.code });
      const yearly = await subscribe(tenant, { planId: plan.id, interval: 'yearly' });
      expect(yearly).toMatchObject({ interval: 'yearly', coupon: { code: coupon.code } });
      const monthly = await subscribe(tenant, { planId: plan.id, couponCode: coupon.code });
      expect(monthly.coupon.code).toBe(coupon.code);
      expect((await invoicesOf(tenant)).at(-1)).toMatchObject({ discount: '4.99', couponCode: coupon.code });
    });

    it('stays behind when the other plan is none of its own', async () => {
      const coupon = await office.coupon({ duration: 'forever', planIds: [plan.id] });
      const other = await office.plan();
      const tenant = await registerTenant(service.url);
      await subscribe(tenant, { planId: plan.id, couponCode: coupon.code });
      expect((await subscribe(tenant, { planId: other.id })).coupon).toBeNull();
    });

    it('takes something off the invoice, and is shown', async () => {
      const coupon = await office.coupon({ percentOff: 33, duration: 'repeating', durationMonths: 3 });
      const tenant = await newTenant();
      const billing = await subscribe(tenant, { planId: plan.id, couponCode: coupon.code.toLowerCase() });
      expect(billing.coupon).toEqual({
        code: coupon.code,
        percentOff: 33,
        amountOff: null,
        currency: null,
        duration: 'repeating',
        durationMonths: 3,
      });
      expect(await invoicesOf(tenant)).toMatchObject([
        { subtotal: '49.90', discount: '16.47', total: '33.43', couponCode: coupon.code },
      ]);
    });

    it('that takes off more than the price makes the invoice paid', async () => {
      const coupon = await office.coupon({ amountOff: '60.00', currency: 'EUR' });
      const tenant = await newTenant();
      const billing = await subscribe(tenant, { planId: plan.id, couponCode: coupon.code });
      expect(billing).toMatchObject({ status: 'active', coupon: { amountOff: '60.00', currency: 'EUR' } });
      expect(await invoicesOf(tenant)).toMatchObject([{ discount: '49.90', total: '0.00', status: 'paid' }]);
    });

    it('put again with the same subscription is not redeemed again', async () => {
      const coupon = await office.coupon({ maxRedemptions: 1 });
      const tenant = await newTenant();
      const billing = await subscribe(tenant, { planId: plan.id, couponCode: coupon.code });
      expect(await subscribe(tenant, { planId: plan.id, couponCode: coupon.code.toUpperCase() })).toEqual(billing);
    });

    it('put again changes nothing, even when it was deleted and another one has its code', async () => {
      const code = unique('AGAIN');
      const first = await office.coupon({ code, duration: 'forever' });
      const tenant = await newTenant();
      const billing = await subscribe(tenant, { planId: plan.id, couponCode: code });
      await office.session.delete(`/api/coupons/${first.id}`).expect(204);
      await office.coupon({ code, percentOff: 50, planIds: [free.id] });
      expect(await subscribe(tenant, { planId: plan.id, couponCode: code })).toEqual(billing);
    });

    it('that made the first choice free is kept when that is corrected within a day, and voids its invoice', async () => {
      const coupon = await office.coupon({ percentOff: 100 });
      const tenant = await newTenant();
      await subscribe(tenant, { planId: plan.id, interval: 'yearly', couponCode: coupon.code });
      const monthly = await subscribe(tenant, { planId: plan.id });
      expect(monthly).toMatchObject({ status: 'active', coupon: { code: coupon.code } });
      expect(await invoicesOf(tenant)).toMatchObject([
        { interval: 'yearly', status: 'void', total: '0.00', paidAt: null },
        { interval: 'monthly', status: 'paid', total: '0.00' },
      ]);
      service.clock.advance(DAY_MS);
      expect(await subscribe(tenant, { planId: plan.id, interval: 'yearly' })).toMatchObject({
        status: 'past_due',
        coupon: null,
      });
      expect(await statuses(tenant)).toEqual(['void', 'paid', 'open']);
    });

    it('that is new to the subscription counts from the next invoice on', async () => {
      const coupon = await office.coupon();
      const tenant = await subscriber(service, { planId: plan.id });
      const billing = await subscribe(tenant, { planId: plan.id, couponCode: coupon.code });
      expect(billing).toMatchObject({ coupon: { code: coupon.code } });
      expect(await invoicesOf(tenant)).toMatchObject([{ discount: '0.00', couponCode: null }]);
    });

    it('that does not fit is refused, names the field, and nothing is subscribed to', async () => {
      const other = await office.plan({ currency: 'USD' });
      const once = await office.coupon({ maxRedemptions: 1 });
      await subscriber(service, { planId: plan.id, couponCode: once.code });
      const expired = await office.coupon();
      await sql(service.databaseUrl, `UPDATE coupons SET expires_at = now() - interval '1 day' WHERE id = $1`, [
        expired.id,
      ]);
      const cases = [
        ['no-such-code', 'coupon_unknown'],
        [expired.code, 'coupon_expired'],
        [once.code, 'coupon_exhausted'],
        [(await office.coupon({ planIds: [other.id] })).code, 'coupon_not_for_plan'],
        [(await office.coupon({ amountOff: '1.00', currency: 'USD' })).code, 'coupon_currency'],
      ];
      const tenant = await newTenant();
      for (const [couponCode, code] of cases) {
        const response = await put(tenant, { planId: plan.id, interval: 'monthly', couponCode });
        expectProblem(response, 400, 'validation_failed');
        expect(response.body.errors).toMatchObject([{ field: 'couponCode', code }]);
      }
      expect(await billingOf(tenant)).toMatchObject({ status: 'none' });
      expect(await invoicesOf(tenant)).toEqual([]);
    });

    it('is redeemed once by an organization', async () => {
      const coupon = await office.coupon();
      const tenant = await subscriber(service, { planId: plan.id, couponCode: coupon.code });
      // Used up: its only invoice is older than what may be taken back.
      service.clock.advance(2 * DAY_MS);
      const response = await put(tenant, { planId: plan.id, interval: 'yearly', couponCode: coupon.code });
      expect([response.status, response.body.errors]).toMatchObject([
        400,
        [{ field: 'couponCode', code: 'coupon_used' }],
      ]);
      expect(await statuses(tenant)).toEqual(['open']);
    });

    it('is redeemed for the last time by one of many who try at once', async () => {
      const coupon = await office.coupon({ maxRedemptions: 1 });
      const tenants = await Promise.all(Array.from({ length: 8 }, () => newTenant()));
      const body = { planId: plan.id, interval: 'monthly', couponCode: coupon.code };
      const responses = await Promise.all(tenants.map((tenant) => put(tenant, body).then(({ status }) => status)));
      expect(responses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
      expect((await office.session.get(`/api/coupons/${coupon.id}`)).body.redemptions).toBe(1);
    });
  });

  describe('letting a subscription end', () => {
    it('says so, leaves the period and the invoice, and is the same when it is asked again', async () => {
      const tenant = await newTenant();
      const before = await subscribe(tenant, { planId: plan.id });
      service.clock.advance(DAY_MS);
      const { body } = await cancel(tenant).expect(200);
      expect(body).toEqual({ ...before, cancelAtPeriodEnd: true, updatedAt: body.updatedAt });
      expect(body.updatedAt).not.toBe(before.updatedAt);
      expect((await cancel(tenant).expect(200)).body).toEqual(body);
      expect(await statuses(tenant)).toEqual(['open']);
      expect(
        (await actions(tenant.organization.id)).filter((action) => action === 'subscription.cancelled'),
      ).toHaveLength(1);
      expect((await events(tenant)).map(({ data }) => data)).toEqual([before, body]);
    });

    it('is taken back by subscribing to the same', async () => {
      const tenant = await newTenant();
      const before = await subscribe(tenant, { planId: plan.id });
      await cancel(tenant).expect(200);
      const after = await subscribe(tenant, { planId: plan.id });
      expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
      expect(await statuses(tenant)).toEqual(['open']);
    });
  });

  it('belongs to each organization alone', async () => {
    const [tenant, stranger] = [await subscriber(service, { planId: plan.id }), await newTenant()];
    expect(await billingOf(stranger)).toMatchObject({ status: 'none' });
    expect(await invoicesOf(stranger)).toEqual([]);
    const [invoice] = await invoicesOf(tenant);
    await stranger.key.get(`/api/billing/invoices/${invoice!.id}`).expect(404);
    await subscribe(stranger, { planId: plan.id });
    expect((await invoicesOf(stranger))[0].number).toBe('INV-000001');
  });
});
