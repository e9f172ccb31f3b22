import { Unavailable } from '../../src/kernel/problems';
import { UsersService } from '../../src/modules/users/users.service';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { expectProblem } from '../support/problem';

const LIMIT = 3;
const MINUTE_MS = 60_000;

describe('sign-ins that fail', () => {
  let app: TestApp;
  let tenant: Tenant;

  beforeAll(async () => {
    app = await startTestApp({ LOGIN_RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'true' });
  });
  afterAll(() => app.close());
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

  it('of somebody who can not be signed in are counted like any, so that the limit tells nothing either', async () => {
    const unknown = `${unique('nobody')}@example.com`;
    const statuses = async (email: string) => {
      const answers = [];
      for (let i = 0; i < LIMIT + 2; i++) answers.push(await signIn('198.51.100.1', 'wrong', email));
      return answers.map(({ status, body }) => [status, body.code, body.detail]);
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
