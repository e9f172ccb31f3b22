import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf } from '../support/client';
import { sql } from '../support/sql';

const UNGUARDED = 'te_session';
const GUARDED = '__Host-te_session';

/** The same installation before it was one of production, when browsers did not guard the cookie's name. */
let before: TestApp;
let production: TestApp;
let tenant: Tenant;
let attacker: Tenant;

beforeAll(async () => {
  before = await startTestApp();
  production = await startTestApp({ DATABASE_URL: before.databaseUrl, NODE_ENV: 'production' });
  [tenant, attacker] = [await registerTenant(before.url), await registerTenant(before.url)];
});
afterAll(async () => {
  await production.close();
  await before.close();
});

/** Signs in, and gives the token that the browser keeps. */
async function tokenAt(app: TestApp, { email, password }: Tenant, name: string): Promise<string> {
  const response = await new Client(app.url).post('/api/auth/login', { email, password }).expect(200);
  return tokenIn(response, name);
}

function tokenIn(response: { headers: Record<string, unknown> }, name: string): string {
  const [given, token] = sessionCookieOf(response).split('=') as [string, string];
  expect(given).toBe(name);
  return token;
}

const browser = (...cookies: string[]) => new Client(production.url, { Cookie: cookies.join('; ') });

async function whoIs(...cookies: string[]): Promise<string | number> {
  const { status, body } = await browser(...cookies).get('/api/auth/session');
  return status === 200 ? body.user.id : status;
}

describe("production's session cookie", () => {
  it('is taken under the name that browsers guard, and under no other', async () => {
    const token = await tokenAt(production, tenant, GUARDED);
    expect(await whoIs(`${GUARDED}=${token}`)).toBe(tenant.user.id);
    expect(await whoIs(`${UNGUARDED}=${token}`)).toBe(401);
    expect(await whoIs(`${UNGUARDED}=${await tokenAt(before, tenant, UNGUARDED)}`)).toBe(401);
  });

  it('is guarded too when an operator acts as a user, and afterwards', async () => {
    const operator = await registerTenant(before.url);
    await sql(before.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [operator.user.id]);
    let token = await tokenAt(production, operator, GUARDED);
    for (const [path, user] of [
      [`/api/users/${tenant.user.id}/impersonate`, tenant.user.id],
      ['/api/impersonation/end', operator.user.id],
    ]) {
      token = tokenIn(await browser(`${GUARDED}=${token}`).post(path!, {}).expect(200), GUARDED);
      expect(await whoIs(`${GUARDED}=${token}`)).toBe(user);
      expect(await whoIs(`${UNGUARDED}=${token}`)).toBe(401);
    }
  });

  it('signs nobody out when a sister domain plants one of the other name beside it', async () => {
    const own = await tokenAt(production, tenant, GUARDED);
    for (const planted of [
      await tokenAt(before, attacker, UNGUARDED),
      await tokenAt(production, attacker, GUARDED),
      'x'.repeat(43),
      '',
    ]) {
      for (const cookies of [
        [`${UNGUARDED}=${planted}`, `${GUARDED}=${own}`],
        [`${GUARDED}=${own}`, `${UNGUARDED}=${planted}`],
        [...Array.from({ length: 10 }, (_, i) => `${UNGUARDED}=${planted}${i}`), `${GUARDED}=${own}`],
      ]) {
        expect(await whoIs(...cookies)).toBe(tenant.user.id);
        await browser(...cookies)
          .post('/api/tours', { name: 'Ours' })
          .expect(201);
      }
    }
    expect((await attacker.session.get('/api/tours').expect(200)).body.total).toBe(0);
  });

  it('is missed when it has ended, whatever of the other name comes with it: the user signs in, not the attacker', async () => {
    const own = await tokenAt(production, tenant, GUARDED);
    await browser(`${GUARDED}=${own}`).post('/api/auth/logout').expect(204);
    expect(await whoIs(`${GUARDED}=${own}`, `${UNGUARDED}=${await tokenAt(before, attacker, UNGUARDED)}`)).toBe(401);
  });
});
