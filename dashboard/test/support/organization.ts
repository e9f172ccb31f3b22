import {
  expect,
  request,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { linkIn, linkSentTo } from './mail';
import { service } from './service';

const PASSWORD = 'correct horse battery';
/** Those of the organizations; the browsers of the tests are in another zone and language. */
const SETTINGS = { currency: 'EUR', timezone: 'Europe/Vienna' };
const CLEAN = { storageState: { cookies: [], origins: [] } };

/** What every record of the API has; tests read further fields by naming their type. */
interface WithId {
  readonly id: string;
}

/** Somebody else of the same organization, in a browser of their own. */
export interface Colleague {
  readonly email: string;
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * An organization of its own for each test: none sees what another does, in whatever order they run. Its methods call
 * the API with a session of their own, so they work whatever the browser does with its session.
 */
export class Organization {
  private constructor(
    readonly name: string,
    /** The Admin who registered it. */
    readonly email: string,
  ) {}

  readonly password = PASSWORD;
  private api?: Promise<APIRequestContext>;

  /**
   * Registers one, for a name that no other has.
   *
   * @param context a browser that registers it, and so is signed in to it as its Admin
   */
  static async register(context?: BrowserContext): Promise<Organization> {
    const unique = crypto.randomUUID().slice(0, 8);
    const organization = new Organization(`Alpine Travel ${unique}`, `ada-${unique}@example.com`);
    const api = context?.request ?? (await newClient());
    await fetchView(api, 'POST', 'auth/register', {
      organizationName: organization.name,
      name: 'Ada Lovelace',
      email: organization.email,
      password: PASSWORD,
      ...SETTINGS,
    });
    if (context === undefined) organization.api = Promise.resolve(api);
    return organization;
  }

  /** Gives a browser the session of the methods: for a test that only looks. */
  async shareSession(context: BrowserContext): Promise<void> {
    const { cookies } = await (await this.signedIn()).storageState();
    await context.addCookies(cookies);
  }

  /** Gives a browser a session of the Admin. */
  signIn(context: BrowserContext): Promise<void> {
    return this.signInWith(context.request);
  }

  /** A colleague with a role, who has accepted an invitation and is signed in in a browser of their own. */
  async colleague(browser: Browser, role = 'Member'): Promise<Colleague> {
    const { email, link } = await this.invite(role);
    const context = await browser.newContext({ baseURL: service.url, ...CLEAN });
    const data = { token: new URL(link).searchParams.get('token'), name: 'Grace Hopper', password: PASSWORD };
    const response = await context.request.post('/api/invitations/accept', { data });
    expect(response.ok(), await response.text()).toBe(true);
    return { email, context, page: await context.newPage() };
  }

  /** Invites somebody new. */
  async invite(role: string): Promise<{ email: string; link: string }> {
    const email = `grace-${crypto.randomUUID().slice(0, 8)}@example.com`;
    await this.post('organizations/invitations', { email, role });
    return { email, link: await linkSentTo(email, '/invitations/accept') };
  }

  /** Follows the link to unsubscribe of an e-mail to an address. */
  async unsubscribe(address: string): Promise<void> {
    await this.post('notifications/email', { to: [address], subject: 'A subject', body: 'A body.' });
    const link = await linkIn(address, /http\S+\/api\/unsubscribe\/[\w.-]+/);
    await this.post(new URL(link).pathname.slice('/api/'.length));
  }

  get<View = WithId>(path: string): Promise<View> {
    return this.call('GET', path);
  }

  post<View = WithId>(path: string, data?: object): Promise<View> {
    return this.call('POST', path, data);
  }

  put<View = WithId>(path: string, data: object): Promise<View> {
    return this.call('PUT', path, data);
  }

  patch<View = WithId>(path: string, data: object): Promise<View> {
    return this.call('PATCH', path, data);
  }

  delete(path: string): Promise<void> {
    return this.call('DELETE', path);
  }

  async close(): Promise<void> {
    await (await this.api)?.dispose();
  }

  /** @param path below /api */
  private async call<View>(method: string, path: string, data?: object): Promise<View> {
    return fetchView(await this.signedIn(), method, path, data);
  }

  /** Many tests do all by the browser: the session of the methods comes with the first call. */
  private signedIn(): Promise<APIRequestContext> {
    this.api ??= newClient().then(async (api) => {
      await this.signInWith(api);
      return api;
    });
    return this.api;
  }

  private async signInWith(api: APIRequestContext): Promise<void> {
    await fetchView(api, 'POST', 'auth/login', { email: this.email, password: PASSWORD });
  }
}

const newClient = (): Promise<APIRequestContext> => request.newContext(CLEAN);

/** @param path below /api */
async function fetchView<View>(api: APIRequestContext, method: string, path: string, data?: object): Promise<View> {
  const response = await api.fetch(`${service.url}/api/${path}`, { method, data });
  const text = await response.text();
  expect(response.ok(), `${method} ${path}: ${response.status()} ${text}`).toBe(true);
  return (text === '' ? undefined : JSON.parse(text)) as View;
}
