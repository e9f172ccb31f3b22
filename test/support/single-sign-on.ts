import type { SharedTestApp } from './app';
import { registerTenant, unique, type Tenant } from './builders';
import { Client, sessionCookieOf, type Json } from './client';
import { registerSuperAdmin } from './people';

/** A sign-in that has begun in a browser. */
export interface Begun {
  readonly url: string;
  /** What the browser keeps, as a Cookie header's value. */
  readonly cookie: string;
  /** Where the provider sends it back to. */
  readonly organizationId: string;
}

/** An organization whose provider signs in the addresses of a domain. */
export interface ConnectedTenant {
  readonly tenant: Tenant;
  readonly domain: string;
}

export const newDomain = () => `${unique('firm')}.example.com`.toLowerCase();
export const codeOf = (response: Json): string => response.body.code;

/** What organizations, their people and an operator do with single sign-on. */
export class SingleSignOnTests {
  private constructor(
    private readonly app: SharedTestApp,
    readonly operator: Tenant,
    readonly anybody: Client,
  ) {}

  static async start(app: SharedTestApp): Promise<SingleSignOnTests> {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    return new SingleSignOnTests(app, operator, new Client(app.url));
  }

  unconnected(): Promise<Tenant> {
    return registerTenant(this.app.url);
  }

  /** @param settings of the provider */
  async connected(settings: Json, domain = newDomain()): Promise<ConnectedTenant> {
    const tenant = await this.unconnected();
    await tenant.session.put('/api/settings/sso', settings).expect(200);
    const { body } = await tenant.session.post('/api/settings/sso/domains', { domain }).expect(201);
    await this.vouch(tenant, body.id);
    return { tenant, domain };
  }

  /** An operator vouches for a domain, in a session that stands in the organization. */
  async vouch(tenant: Tenant, domainId: string): Promise<Json> {
    const { email, password } = this.operator;
    const session = this.sessionOf(await this.anybody.post('/api/auth/login', { email, password }).expect(200));
    await session.put('/api/auth/session/organization', { organizationId: tenant.organization['id'] }).expect(200);
    return session.post(`/api/settings/sso/domains/${domainId}/verify`, { byOperator: true });
  }

  /** @param Cookie what the browser keeps already */
  async begin(email: string, Cookie = ''): Promise<Begun> {
    const response = await this.anybody.with({ Cookie }).post('/api/auth/sso', { email }).expect(200);
    const url = new URL(response.body.url);
    const returnTo = new URL(url.searchParams.get('redirect_uri')!);
    const cookie = (response.headers['set-cookie'] as unknown as string[]).at(-1)!.split(';')[0]!;
    return { url: url.href, cookie, organizationId: returnTo.pathname.replace('/sso/', '') };
  }

  finish({ cookie, organizationId }: Omit<Begun, 'url'>, query: string) {
    return this.anybody.with({ Cookie: cookie }).post('/api/auth/sso/callback', { query, organizationId });
  }

  sessionOf(response: Json): Client {
    return new Client(this.app.url, { Cookie: sessionCookieOf(response) });
  }
}
