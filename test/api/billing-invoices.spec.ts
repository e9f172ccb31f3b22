import { auditOf } from '../support/audit';
import { billingOf, BillingOffice, invoicesOf, subscribe, subscriber } from '../support/billing';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useTestApp } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { join, registerSuperAdmin, signIn } from '../support/people';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const UNKNOWN_ID = '0190f7a0-0000-7000-8000-000000000000';

describe('invoices', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  let office: BillingOffice;
  let plan: Json;
  let free: Json;

  beforeAll(async () => {
    office = await BillingOffice.open(service);
    plan = await office.plan();
    free = await office.plan({ name: 'Free', monthlyPrice: '0.00', yearlyPrice: '0.00' });
  });

  const pay = (id: string) => office.session.post(`/api/billing/invoices/${id}/pay`);

  describe('listing them', () => {
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await subscriber(service, { planId: plan.id });
      await office.pay(tenant, (await invoicesOf(tenant))[0]);
      await subscribe(tenant, { planId: plan.id, interval: 'yearly' });
      await subscribe(tenant, { planId: free.id });
    });

    const list = async (query: string): Promise<Json> =>
      (await tenant.key.get(`/api/billing/invoices${query}`).expect(200)).body;
    const numbers = (page: Json): number[] => page.data.map(({ number }: Json) => Number(number.slice(4)));

    it('gives them in an envelope, the newest first', async () => {
      const page = await list('');
      expect(numbers(page)).toEqual([3, 2, 1]);
      expect(page).toMatchObject({ total: 3, page: 1, limit: 10, totalPages: 1 });
      expect(page.data[0].total).toBe('0.00');
      expect(numbers(await list('?limit=2&page=2'))).toEqual([1]);
      expect(numbers(await list('?sortDir=asc'))).toEqual([1, 2, 3]);
      expect(numbers(await list('?sortBy=dueAt&sortDir=asc'))).toEqual([1, 2, 3]);
    });

    it('filters them by status', async () => {
      expect(numbers(await list('?status=paid'))).toEqual([3, 1]);
      expect(numbers(await list('?status=void'))).toEqual([2]);
      expect(await list('?status=open')).toMatchObject({ data: [], total: 0, totalPages: 0 });
    });

    it.each([
      ['status', '?status=due'],
      ['sortBy', '?sortBy=total'],
      ['sortDir', '?sortDir=up'],
      ['page', '?page=0'],
      ['limit', '?limit=x'],
      ['colour', '?colour=red'],
    ])('refuses a wrong %s', async (field, query) => {
      const response = await tenant.key.get(`/api/billing/invoices${query}`);
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
    });

    it('shows each on its own, with its version', async () => {
      const { data } = await list('');
      for (const invoice of data) {
        const response = await tenant.key.get(`/api/billing/invoices/${invoice.id}`).expect(200);
        expect({ ...response.body, etag: response.headers['etag'] }).toEqual(invoice);
        await tenant.key.with({ 'If-None-Match': invoice.etag }).get(`/api/billing/invoices/${invoice.id}`).expect(304);
      }
    });
  });

  describe('paying one', () => {
    it('is marked by a Super Admin who stands there, and ends what is owed', async () => {
      const tenant = await subscriber(service, { planId: plan.id });
      const [invoice] = await invoicesOf(tenant);
      const before = await billingOf(tenant);
      await office.standIn(tenant.organization);
      const { body: paid } = await pay(invoice!.id).expect(200);
      expect(paid).toEqual({ ...invoice, status: 'paid', paidAt: paid.updatedAt, updatedAt: expect.any(String) });
      expect((await tenant.key.get(`/api/billing/invoices/${invoice!.id}`)).body).toEqual(paid);
      const after = await billingOf(tenant);
      expect(after).toEqual({ ...before, status: 'active', updatedAt: paid.paidAt });
      const events = (await outboxOf(service.databaseUrl, tenant.organization.id)).filter(
        ({ type }) => type === 'subscription.updated',
      );
      expect(events.map(({ data }) => data)).toEqual([before, after]);
      const records = await auditOf(service.databaseUrl, invoice!.id);
      expect(records.at(-1)).toMatchObject({
        action: 'invoice.paid',
        organization_id: tenant.organization.id,
        actor_type: 'user',
        actor_id: office.operator.user.id,
        changes: { status: { before: 'open', after: 'paid' } },
      });
    });

    it('can be done once', async () => {
      const tenant = await subscriber(service, { planId: plan.id });
      const [invoice] = await invoicesOf(tenant);
      const paid = await office.pay(tenant, invoice);
      expectProblem(await pay(invoice!.id), 409, 'already_paid');
      expect((await invoicesOf(tenant))[0]).toEqual(paid);
    });

    it('is done once by many who do it at once', async () => {
      const tenant = await subscriber(service, { planId: plan.id });
      const [invoice] = await invoicesOf(tenant);
      await office.standIn(tenant.organization);
      const responses = await Promise.all(
        Array.from({ length: 6 }, () => pay(invoice!.id).then(({ status }) => status)),
      );
      expect(responses.sort()).toEqual([200, 409, 409, 409, 409, 409]);
      const actions = (await auditOf(service.databaseUrl, invoice!.id)).map(({ action }) => action);
      expect(actions).toEqual(['invoice.issued', 'invoice.paid']);
    });

    it('is refused when it is void', async () => {
      const tenant = await subscriber(service, { planId: plan.id });
      await subscribe(tenant, { planId: free.id });
      const [invoice] = await invoicesOf(tenant);
      await office.standIn(tenant.organization);
      expectProblem(await pay(invoice!.id), 409, 'invoice_void');
    });

    it('is for sessions of Super Admins only', async () => {
      const tenant = await subscriber(service, { planId: plan.id });
      const [invoice] = await invoicesOf(tenant);
      const path = `/api/billing/invoices/${invoice!.id}/pay`;
      expectProblem(await tenant.session.post(path), 403, 'forbidden');
      expectProblem(await tenant.key.post(path), 403, 'session_required');
      const operator = await registerSuperAdmin(service.url, service.databaseUrl);
      const { body: key } = await operator.session.post('/api/api-keys', { name: 'All', superAdmin: true }).expect(201);
      expectProblem(
        await operator.key.with({ Authorization: `Bearer ${key.key}` }).post(path),
        403,
        'session_required',
      );
      expect((await invoicesOf(tenant))[0].status).toBe('open');
    });

    it('finds only those of the organization that the session stands in', async () => {
      const [tenant, other] = [await subscriber(service, { planId: plan.id }), await registerTenant(service.url)];
      const [invoice] = await invoicesOf(tenant);
      await office.standIn(other.organization);
      for (const id of [invoice!.id, UNKNOWN_ID, 'nonsense']) expectProblem(await pay(id), 404, 'not_found');
      expect((await invoicesOf(tenant))[0].status).toBe('open');
    });

    it('leaves the organization past due until all are paid', async () => {
      const tenant = await subscriber(service, { planId: plan.id });
      await sql(
        service.databaseUrl,
        `INSERT INTO invoices SELECT organization_id, gen_random_uuid(), 2, subscription_id, status, customer_name, plan_id,
           billing_interval, period_end, period_end + interval '1 month', timezone, currency, subtotal, discount, total,
           coupon_code, lines, issued_at, due_at, paid_at, created_at, updated_at
         FROM invoices WHERE organization_id = $1`,
        [tenant.organization.id],
      );
      const [first, second] = await invoicesOf(tenant);
      const before = await billingOf(tenant);
      await office.pay(tenant, first);
      // Nothing about the subscription has changed, so it keeps its version.
      expect(await billingOf(tenant)).toEqual({ ...before, status: 'past_due' });
      await office.pay(tenant, second);
      expect(await billingOf(tenant)).toMatchObject({ status: 'active' });
    });

    it('is a conversion of whoever referred the organization, the first time', async () => {
      await office.standIn(office.operator.organization);
      await office.session
        .patch('/api/settings/platform', { referralReward: { amount: '5.00', currency: 'EUR' } })
        .expect(200);
      const friend = await registerTenant(service.url);
      const { body: referral } = await friend.key.post('/api/referrals', {}).expect(201);
      const tenant = await subscriber(service, { planId: free.id }, { referralCode: referral.code });
      const found = async () => (await friend.key.get(`/api/referrals/${referral.id}`).expect(200)).body;
      expect(await found()).toMatchObject({ conversions: 0 });
      for (const interval of ['monthly', 'yearly']) {
        await subscribe(tenant, { planId: plan.id, interval });
        await office.pay(tenant, (await invoicesOf(tenant)).at(-1));
        expect(await found()).toMatchObject({ conversions: 1, rewardEarned: '5.00', currency: 'EUR' });
      }
    });
  });

  it('cannot be changed otherwise, not even in the database', async () => {
    const tenant = await subscriber(service, { planId: plan.id });
    const [invoice] = await invoicesOf(tenant);
    const change = (what: string) =>
      sql(service.databaseUrl, `UPDATE invoices SET ${what} WHERE id = $1`, [invoice!.id]);
    await expect(change(`discount = 1, total = subtotal - 1`)).rejects.toThrow(/is final/);
    await expect(change(`issued_at = now()`)).rejects.toThrow(/is final/);
    await office.pay(tenant, invoice);
    await expect(change(`status = 'open', paid_at = NULL`)).rejects.toThrow(/is final/);
    await expect(change(`status = 'void', paid_at = NULL`)).rejects.toThrow(/is final/);
  });

  it('are open to who may read billing, and subscriptions to who may change it', async () => {
    const tenant = await subscriber(service, { planId: plan.id });
    const reader = await registerTenant(service.url);
    await tenant.session
      .post('/api/organizations/roles', { name: 'Accountant', permissions: ['billing.read'] })
      .expect(201);
    await join(service.databaseUrl, reader, tenant.organization, 'Accountant');
    const session = await signIn(service.url, reader);
    await session.put('/api/auth/session/organization', { organizationId: tenant.organization.id }).expect(200);
    await session.get('/api/billing/invoices').expect(200);
    expectProblem(await session.delete('/api/billing/subscription'), 403, 'forbidden');
    expectProblem(await session.put('/api/billing/subscription', { planId: plan.id }), 403, 'forbidden');
  });
});
