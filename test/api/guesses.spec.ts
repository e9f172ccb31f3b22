import { NIL_ID } from '../../src/kernel/ids';
import { decrypted } from '../support/audit';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp, useSuperAdmin } from '../support/fixtures';
import { NEW_PASSWORD, passwordResetsOf } from '../support/password-resets';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;
/** Of an account, over all addresses. */
const OF_ACCOUNT = 50;
/** Of an address, over all accounts. */
const OF_ADDRESS = 100;
const LOCKED = 'Too many sign-ins have failed. Try again later.';

const app = useOwnTestApp({ TRUST_PROXY: 'true' });
const operator = useSuperAdmin(app);
let replica: TestApp;
beforeAll(async () => {
  replica = await startTestApp({ TRUST_PROXY: 'true', DATABASE_URL: app.databaseUrl });
});
afterAll(() => replica.close());
afterEach(() => app.clock.release());

let networks = 0;
/** An address that nobody has used. */
const newAddress = () => `10.${++networks >> 8}.${networks & 255}.1`;

const signIn = (from: string, email: string, password = 'wrong', service: TestApp = app) =>
  new Client(service.url, { 'X-Forwarded-For': from }).post('/api/auth/login', { email, password });

/** Guesses at once, from many addresses, and at two replicas in turn; returns how many were checked. */
async function guessFromEverywhere(email: string, times: number): Promise<number> {
  const responses = await Promise.all(
    Array.from({ length: times }, (_, i) => signIn(newAddress(), email, 'wrong', i % 2 === 0 ? app : replica)),
  );
  for (const { status } of responses) expect([401, 429]).toContain(status);
  return responses.filter(({ status }) => status === 401).length;
}

/** What a response shows, without what differs from request to request. */
const shown = ({ status, headers, body }: Json) => [status, Object.keys(headers).sort(), body.code, body.detail];

const recorded = async (organizationId: string, action: string): Promise<Json[]> =>
  decrypted(
    app.databaseUrl,
    await sql(app.databaseUrl, `SELECT * FROM audit_records WHERE organization_id = $1 AND action = $2 ORDER BY id`, [
      organizationId,
      action,
    ]),
  );

describe('guesses at an account from many addresses', () => {
  let tenant: Tenant;
  const home = newAddress();
  beforeEach(async () => {
    tenant = await registerTenant(app.url);
    await signIn(home, tenant.email, tenant.password).expect(200);
  });

  it('end after 50 failures, exactly, over all replicas, until 15 minutes have passed', async () => {
    expect(await guessFromEverywhere(tenant.email, OF_ACCOUNT + 14)).toBe(OF_ACCOUNT);
    const response = await signIn(newAddress(), tenant.email, tenant.password);
    expectProblem(response, 429, 'rate_limited');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(900);
    app.clock.advance(15 * MINUTE_MS + 1000);
    await signIn(newAddress(), tenant.email, tenant.password).expect(200);
  });

  it('lock out nobody at an address that the account has signed in from', async () => {
    await guessFromEverywhere(tenant.email, OF_ACCOUNT);
    await signIn(newAddress(), tenant.email, tenant.password).expect(429);
    await signIn(home, tenant.email, tenant.password).expect(200);
    // A success there is no new beginning for the strangers.
    await signIn(newAddress(), tenant.email).expect(429);
  });

  it('get the same responses for an account that does not exist', async () => {
    const unknown = `${unique('nobody')}@example.com`;
    for (const email of [unknown, tenant.email]) expect(await guessFromEverywhere(email, OF_ACCOUNT)).toBe(OF_ACCOUNT);
    const [there, nowhere] = [await signIn(newAddress(), tenant.email), await signIn(newAddress(), unknown)];
    expect(shown(nowhere)).toEqual(shown(there));
    expect(there.body.detail).toBe(LOCKED);
  });

  it('do not count once they are forbidden, against the address neither', async () => {
    await guessFromEverywhere(tenant.email, OF_ACCOUNT);
    const from = newAddress();
    for (let i = 0; i < 15; i++) await signIn(from, tenant.email).expect(429);
    const other = await registerTenant(app.url);
    await signIn(from, other.email).expect(401);
    const counts = await sql(app.databaseUrl, 'SELECT max(failures) AS most FROM sign_in_failures');
    expect(counts).toEqual([{ most: OF_ACCOUNT }]);
  });

  it('are in the log of the organization one by one, and the end of them once', async () => {
    await guessFromEverywhere(tenant.email, OF_ACCOUNT + 10);
    await guessFromEverywhere(tenant.email, 10);
    const failed = await recorded(tenant.organization.id, 'session.failed');
    expect(failed).toHaveLength(OF_ACCOUNT);
    expect(failed[0]).toMatchObject({ actor_type: 'system', target_type: 'user', target_id: tenant.user.id });
    expect(failed[0]!['ip']).toMatch(/^10\./);
    const locked = await recorded(tenant.organization.id, 'session.locked');
    expect(locked.map(({ changes }) => changes.limit)).toEqual([{ before: null, after: 'account' }]);
    const { body } = await tenant.session.get('/api/audit-logs?action=session.locked').expect(200);
    expect(body.total).toBe(1);
    const lines = app.log.map((line) => JSON.parse(line) as Json).filter(({ route }) => route === '/api/auth/login');
    const problems = new Set(lines.map(({ problem }) => problem));
    expect(problems).toEqual(new Set([undefined, 'invalid_credentials', 'session.locked']));
  });
});

describe('guesses from an address at many accounts', () => {
  const failFrom = async (from: string, times: number): Promise<number[]> => {
    const statuses = [];
    for (let i = 0; i < times; i++) statuses.push((await signIn(from, `${unique('nobody')}@example.com`)).status);
    return statuses;
  };

  it('end after 100 failures, for every account, and a success in between changes nothing', async () => {
    const [from, tenant] = [newAddress(), await registerTenant(app.url)];
    expect(await failFrom(from, OF_ADDRESS - 1)).toEqual(Array(OF_ADDRESS - 1).fill(401));
    await signIn(from, tenant.email, tenant.password).expect(200);
    expect(await failFrom(from, 3)).toEqual([401, 429, 429]);
    const [there, nowhere] = [await signIn(from, tenant.email), await signIn(from, `${unique('nobody')}@example.com`)];
    expect(shown(nowhere)).toEqual(shown(there));
    await signIn(newAddress(), tenant.email, tenant.password).expect(200);
    app.clock.advance(15 * MINUTE_MS + 1000);
    await signIn(from, tenant.email, tenant.password).expect(200);
  });

  it("are in the platform's log, where the address of a locked one stands once", async () => {
    const [from, before] = [newAddress(), (await recorded(NIL_ID, 'session.locked')).length];
    await failFrom(from, OF_ADDRESS + 5);
    const locked = (await recorded(NIL_ID, 'session.locked')).slice(before);
    expect(locked.map(({ ip, changes }) => [ip, changes.limit.after])).toEqual([[from, 'address']]);
    const failed = (await recorded(NIL_ID, 'session.failed')).filter(({ ip }) => ip === from);
    expect(failed).toHaveLength(OF_ADDRESS);
    const { body } = await operator.session.get('/api/audit-logs/platform?action=session.failed&limit=1').expect(200);
    expect(body.data[0]).toMatchObject({ organizationId: null, target: { type: 'session' } });
    expect(JSON.stringify(failed)).not.toContain('nobody');
  });
});

describe('the owner of an account that is guessed at', () => {
  const { newToken } = passwordResetsOf(() => [app]);

  it('gets in from a new address by resetting the password there', async () => {
    const tenant = await registerTenant(app.url);
    await guessFromEverywhere(tenant.email, OF_ACCOUNT);
    const from = newAddress();
    await signIn(from, tenant.email, tenant.password).expect(429);
    const there = new Client(app.url, { 'X-Forwarded-For': from });
    const token = await newToken(tenant.email);
    await there.post('/api/auth/password/reset', { token, password: NEW_PASSWORD }).expect(204);
    await guessFromEverywhere(tenant.email, OF_ACCOUNT);
    await signIn(from, tenant.email, NEW_PASSWORD).expect(200);
    await signIn(newAddress(), tenant.email, NEW_PASSWORD).expect(429);
  });

  it('finds a wrong current password in the log', async () => {
    const tenant = await registerTenant(app.url);
    const guess = { currentPassword: 'wrong', newPassword: NEW_PASSWORD };
    await tenant.session.with({ 'Idempotency-Key': 'guess' }).post('/api/auth/password', guess).expect(400);
    const [failed] = await recorded(tenant.organization.id, 'session.failed');
    expect(failed).toMatchObject({ actor_id: tenant.user.id, target_id: tenant.user.id });
  });
});
