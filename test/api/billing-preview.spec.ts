import { auditOf } from '../support/audit';
import { billingOf, BillingOffice, DAY_MS, invoicesOf, subscribe, subscriber } from '../support/billing';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';

describe('the preview of a subscription', () => {
  const service = useTestApp();
  let office: BillingOffice;
  let plan: Json;
  let larger: Json;

  beforeAll(async () => {
    office = await BillingOffice.open(service);
    plan = await office.plan();
    larger = await office.plan({ name: 'Larger', monthlyPrice: '99.00', yearlyPrice: '990.00' });
  });
  afterEach(() => service.clock.release());

  const preview = ({ key }: Tenant, body: Json) => key.post('/api/billing/subscription/preview', body);
  /** Everything that a subscription changes. */
  const stateOf = async (tenant: Tenant): Promise<Json> => ({
    billing: await billingOf(tenant),
    invoices: await invoicesOf(tenant),
    audit: (await auditOf(service.databaseUrl, tenant.organization.id)).length,
  });

  it('says what the first period and the next cost, and changes nothing', async () => {
    const tenant = await registerTenant(service.url);
    const coupon = await office.coupon({ percentOff: 20, maxRedemptions: 1 });
    const before = await stateOf(tenant);
    const wanted = { planId: plan.id, interval: 'monthly', couponCode: coupon.code };
    const { body } = await preview(tenant, wanted).expect(200);
    expect(body.billing).toMatchObject({ plan: { id: plan.id }, interval: 'monthly', status: 'past_due' });
    expect(body.invoice).toEqual({
      issuedAt: expect.any(String),
      currency: 'EUR',
      subtotal: '49.90',
      discount: '9.98',
      total: '39.92',
      couponCode: coupon.code,
      lines: [{ description: 'Pro (monthly)', quantity: 1, unitPrice: '49.90', amount: '49.90' }],
    });
    expect(body.voided).toBeNull();
    expect(body.renewal).toMatchObject({
      issuedAt: body.billing.currentPeriodEnd,
      total: '49.90',
      discount: '0.00',
      couponCode: null,
    });
    expect(await stateOf(tenant)).toEqual(before);
    // Neither the coupon nor the invoice's number is used up.
    await subscribe(tenant, wanted);
    const [invoice] = await invoicesOf(tenant);
    expect(invoice).toMatchObject({ number: 'INV-000001', total: '39.92', couponCode: coupon.code });
  });

  it('says that a change within a day voids the open invoice, and later does not', async () => {
    const tenant = await subscriber(service, { planId: plan.id });
    const [invoice] = await invoicesOf(tenant);
    const before = await stateOf(tenant);
    const wanted = { planId: larger.id, interval: 'yearly' };
    const { body } = await preview(tenant, wanted).expect(200);
    expect(body.voided).toEqual({ id: invoice.id, number: 'INV-000001', currency: 'EUR', total: '49.90' });
    expect(body.invoice.total).toBe('990.00');
    expect(await stateOf(tenant)).toEqual(before);
    service.clock.advance(2 * DAY_MS);
    const later = await preview(tenant, wanted).expect(200);
    expect(later.body.voided).toBeNull();
  });

  it('of the same subscription invoices nothing now, and says when it is renewed', async () => {
    const tenant = await subscriber(service, { planId: plan.id });
    await tenant.key.delete('/api/billing/subscription').expect(200);
    const { currentPeriodEnd } = await billingOf(tenant);
    const { body } = await preview(tenant, { planId: plan.id, interval: 'monthly' }).expect(200);
    expect(body).toMatchObject({ invoice: null, voided: null, billing: { cancelAtPeriodEnd: false } });
    expect(body.renewal).toMatchObject({ issuedAt: currentPeriodEnd, total: '49.90' });
    expect((await billingOf(tenant)).cancelAtPeriodEnd).toBe(true);
  });

  it('changes nothing with an idempotency key either', async () => {
    const tenant = await registerTenant(service.url);
    const before = await stateOf(tenant);
    const keyed = tenant.key.with({ 'Idempotency-Key': 'preview-1' });
    const ask = () => keyed.post('/api/billing/subscription/preview', { planId: plan.id, interval: 'monthly' });
    const first = await ask().expect(200);
    const again = await ask().expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await stateOf(tenant)).toEqual(before);
  });

  it('refuses what subscribing refuses', async () => {
    const tenant = await registerTenant(service.url);
    const inactive = await office.plan({ active: false });
    expectProblem(await preview(tenant, { planId: inactive.id, interval: 'monthly' }), 409, 'plan_inactive');
    const unknown = await preview(tenant, { planId: plan.id, interval: 'monthly', couponCode: 'NO-SUCH' }).expect(400);
    expect(unknown.body.errors).toEqual([expect.objectContaining({ field: 'couponCode', code: 'coupon_unknown' })]);
    await preview(tenant, { planId: '0190f7a0-0000-7000-8000-000000000000', interval: 'monthly' }).expect(404);
    await preview(tenant, { planId: plan.id }).expect(400);
  });
});
