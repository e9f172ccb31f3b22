import type { SharedTestApp } from './app';
import { registerTenant, unique, type Tenant } from './builders';
import type { Client, Json } from './client';
import { registerSuperAdmin, signIn, standIn } from './people';
import { untagged } from './rows';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** An operator of the platform, who offers plans and coupons and sees money come in. */
export class BillingOffice {
  session: Client;

  private constructor(
    private readonly service: SharedTestApp,
    readonly operator: Tenant,
  ) {
    this.session = operator.session;
  }

  static async open(service: SharedTestApp): Promise<BillingOffice> {
    return new BillingOffice(service, await registerSuperAdmin(service.url, service.databaseUrl));
  }

  /** Signs in again: a session ends when the clock is moved far, in either direction. */
  async signIn(): Promise<void> {
    this.session = await signIn(this.service.url, this.operator);
  }

  async plan(changes: Json = {}): Promise<Json> {
    const plan = { name: 'Pro', monthlyPrice: '49.90', yearlyPrice: '499.00', currency: 'EUR', features: ['Tours'] };
    return (await this.session.post('/api/plans', { ...plan, ...changes }).expect(201)).body;
  }

  async coupon(changes: Json = {}): Promise<Json> {
    const code = unique('C').slice(-32);
    const terms = changes.amountOff === undefined ? { percentOff: 10 } : {};
    return (await this.session.post('/api/coupons', { code, ...terms, duration: 'once', ...changes }).expect(201)).body;
  }

  /** Moves the operator's session to an organization. */
  standIn(organization: { id: string }): Promise<void> {
    return standIn(this.session, organization);
  }

  async pay(tenant: Tenant, invoice: Json): Promise<Json> {
    await this.standIn(tenant.organization);
    return (await this.session.post(`/api/billing/invoices/${invoice.id}/pay`).expect(200)).body;
  }
}

/** Registers an organization and subscribes it. */
export async function subscriber(service: SharedTestApp, wanted: Json, overrides: Json = {}): Promise<Tenant> {
  const tenant = await registerTenant(service.url, overrides);
  await subscribe(tenant, wanted);
  return tenant;
}

export async function subscribe({ key }: Tenant, wanted: Json): Promise<Json> {
  return (await key.put('/api/billing/subscription', { interval: 'monthly', ...wanted }).expect(200)).body;
}

export async function billingOf({ key }: Tenant): Promise<Json> {
  return (await key.get('/api/billing').expect(200)).body;
}

/** All invoices, the first issued first. */
export async function invoicesOf({ key }: Tenant): Promise<Json[]> {
  const { body } = await key.get('/api/billing/invoices?sortDir=asc&limit=100').expect(200);
  return body.data.map(untagged);
}
