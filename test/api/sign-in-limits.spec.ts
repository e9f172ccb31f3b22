import { Unavailable } from '../../src/kernel/problems';
import { UsersService } from '../../src/modules/people/users/users.service';
import { startTestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const LIMIT = 3;
const MINUTE_MS = 60_000;

describe('sign-ins that fail', () => {
  const app = useOwnTestApp({ LOGIN_RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'true' });
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await registerTenant(app.url);
  });
  afterEach(() => app.clock.release());

  const signIn = (from: string, password: string, email: string = tenant.email) =>
    new Client(app.url, { 'X-Forwarded-For': from }).post('/api/auth/login', { email, password });

  async function fail(from: string, times: number): Promise<void> {
    for (let i = 0; i < times; i++) await signIn(from, 'wrong').expect(401);
  }

  it('lock out the address that they come from, not the user, however long a stranger goes on', async () => {
    for (let round = 0; round < 3; round++) {
      await fail('198.51.100.1', LIMIT);
      for (let i = 0; i < 5; i++) expectProblem(await signIn('198.51.100.1', 'wrong'), 429, 'rate_limited');
      await signIn('203.0.113.7', tenant.password).expect(200);
      app.clock.advance(15 * MINUTE_MS + 1000);
    }
  });

  it('are over after 15 minutes for the address, too, even if it never stopped', async () => {
    await fail('198.51.100.1', LIMIT);
    for (let minutes = 0; minutes < 15; minutes += 5) {
      expectProblem(await signIn('198.51.100.1', tenant.password), 429, 'rate_limited');
      app.clock.advance(5 * MINUTE_MS + 1000);
    }
    await signIn('198.51.100.1', tenant.password).expect(200);
  });

  it('count for all addresses of an IPv6 network, which are one caller', async () => {
    for (let i = 0; i < LIMIT; i++) await signIn(`2001:db8:5:5::${i + 1}`, 'wrong').expect(401);
    expectProblem(await signIn('2001:db8:5:5:ffff::1', tenant.password), 429, 'rate_limited');
    await signIn('2001:db8:5:6::1', tenant.password).expect(200);
  });

  it('count for an IPv4 address however it is written', async () => {
    await fail('::ffff:198.51.100.1', LIMIT);
    expectProblem(await signIn('198.51.100.1', tenant.password), 429, 'rate_limited');
  });

  it('of somebody who cannot be signed in are counted like any, so that the limit reveals nothing either', async () => {
    const unknown = `${unique('nobody')}@example.com`;
    const statuses = async (email: string) => {
      const responses = [];
      for (let i = 0; i < LIMIT + 2; i++) responses.push(await signIn('198.51.100.1', 'wrong', email));
      return responses.map(({ status, body }) => [status, body.code, body.detail]);
    };
    expect(await statuses(unknown)).toEqual(await statuses(tenant.email));
  });

  it('are not those whose password could not be checked, because too many others were', async () => {
    const users = app.app.get(UsersService, { strict: false });
    await fail('198.51.100.9', LIMIT - 1);
    const busy = jest.spyOn(users, 'verifyPassword').mockRejectedValue(new Unavailable());
    for (let i = 0; i < 2 * LIMIT; i++)
      expectProblem(await signIn('198.51.100.9', tenant.password), 503, 'unavailable');
    busy.mockRestore();
    await fail('198.51.100.9', 1);
    expectProblem(await signIn('198.51.100.9', tenant.password), 429, 'rate_limited');
  });

  it('cost the check of a password for an unknown address as well', async () => {
    const users = app.app.get(UsersService) as unknown as { unmatchable: Promise<string> };
    const hash = users.unmatchable;
    let checks = 0;
    Object.defineProperty(users, 'unmatchable', { configurable: true, get: () => (checks++, hash) });
    try {
      await signIn('198.51.100.1', 'wrong', `${unique('nobody')}@example.com`).expect(401);
      expect(checks).toBe(1);
      await signIn('198.51.100.1', 'wrong').expect(401);
      expect(checks).toBe(1);
    } finally {
      Object.defineProperty(users, 'unmatchable', { configurable: true, writable: true, value: hash });
    }
    expect((await hash).split('$').slice(0, 4)).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']);
  });
});

describe('guessing passwords', () => {
  const app = useOwnTestApp({ LOGIN_RATE_LIMIT: '10' });
  afterEach(() => app.clock.release());

  const guess = (email: string, password = 'wrong') => new Client(app.url).post('/api/auth/login', { email, password });

  it.each(['known', 'unknown'])(
    'is over after ten failures for an account that is %s, made at once or not',
    async (kind) => {
      const email = kind === 'known' ? (await registerTenant(app.url)).email : `${unique('nobody')}@example.com`;
      const responses = await Promise.all(Array.from({ length: 40 }, () => guess(email)));
      expect(responses.filter((response) => response.status === 401)).toHaveLength(10);
      const refused = responses.filter((response) => response.status === 429);
      expect(refused).toHaveLength(30);
      expect(refused[0]!.body.code).toBe('rate_limited');
      const wait = Number(refused[0]!.headers['retry-after']);
      expect(wait).toBeGreaterThan(800);
      expect(wait).toBeLessThanOrEqual(900);
    },
  );

  it('stays over for the right password too, however the address is spelled, until 15 minutes have passed', async () => {
    const tenant = await registerTenant(app.url);
    for (let i = 0; i < 10; i++) await guess(tenant.email).expect(401);
    await guess(tenant.email.toUpperCase(), tenant.password).expect(429);
    app.clock.advance(15 * MINUTE_MS + 1000);
    await guess(tenant.email, tenant.password).expect(200);
  });

  it('starts again after a success', async () => {
    const tenant = await registerTenant(app.url);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) await guess(tenant.email).expect(401);
      await guess(tenant.email, tenant.password).expect(200);
    }
  });

  it('does not keep 30 right sign-ins at once from succeeding', async () => {
    const tenant = await registerTenant(app.url);
    const responses = await Promise.all(Array.from({ length: 30 }, () => guess(tenant.email, tenant.password)));
    expect(responses.map((response) => response.status)).toEqual(Array(30).fill(200));
  });

  it('does not touch other accounts', async () => {
    const [attacked, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    for (let i = 0; i < 11; i++) await guess(attacked.email);
    await guess(other.email, other.password).expect(200);
  });

  it('is forgotten by a job when the time is over', async () => {
    await guess(`${unique('nobody')}@example.com`).expect(401);
    // Failures of the tests above were counted when their clock had been ahead.
    app.clock.advance(31 * MINUTE_MS);
    await runJob(app, 'forget-sign-in-failures');
    expect(await sql(app.databaseUrl, 'SELECT 1 FROM sign_in_failures')).toEqual([]);
  });
});

describe('the rate limit', () => {
  it('takes all addresses of an IPv6 network for one caller', async () => {
    const app = await startTestApp({ RATE_LIMIT: '3', TRUST_PROXY: 'true' });
    try {
      const from = (address: string) => new Client(app.url, { 'X-Forwarded-For': address }).get('/api/tours');
      for (let i = 1; i <= 3; i++) await from(`2001:db8:1:1::${i}`).expect(401);
      expectProblem(await from('2001:db8:1:1:9::1'), 429, 'rate_limited');
      await from('2001:db8:1:2::1').expect(401);
    } finally {
      await app.close();
    }
  });
});
