import { startTestApp, type TestApp } from '../support/app';
import { unique } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const LIMIT = 2;
const DAY_SECONDS = 86_400;
const env = { REGISTRATION_LIMIT: String(LIMIT), TRUST_PROXY: 'true' };
const app = useOwnTestApp(env);
let replica: TestApp;
beforeAll(async () => {
  replica = await startTestApp({ ...env, DATABASE_URL: app.databaseUrl });
});
afterAll(() => replica.close());
beforeEach(() => app.clock.stopAt('2027-03-01T06:00:00.000Z'));
afterEach(() => app.clock.release());

let addresses = 0;
/** One of a network that no other test uses. */
const newAddress = () => `2001:db8:7:${(++addresses).toString(16)}::1`;
/** A domain that no other test uses. */
const newDomain = () => `${unique('mail')}.example`;
const register = (from: string, domain = newDomain(), url = app.url, overrides: Json = {}) =>
  new Client(url, { 'X-Forwarded-For': from }).post('/api/auth/register', {
    organizationName: 'Northern Lights',
    name: 'Ada',
    email: `${unique('ada')}@${domain}`,
    password: 'correct horse battery',
    ...overrides,
  });

describe('registrations from one address', () => {
  it('are limited in a day, with the time until the next', async () => {
    const from = newAddress();
    for (let count = 0; count < LIMIT; count++) await register(from).expect(201);
    const response = await register(from);
    expectProblem(response, 429, 'registration_limit_reached');
    expect(response.headers['retry-after']).toBe(String(18 * 3_600));
    await register(newAddress()).expect(201);
    app.clock.advance(DAY_SECONDS * 1_000);
    await register(from).expect(201);
  });

  it('count for all addresses of an IPv6 network, which are one caller', async () => {
    for (let count = 0; count < LIMIT; count++) await register(`2001:db8:9:9::${count + 1}`).expect(201);
    await register('2001:db8:9:9:ffff::1').expect(429);
    await register('2001:db8:9:a::1').expect(201);
  });

  it('that fail do not count, and one beyond the limit makes nothing', async () => {
    const from = newAddress();
    const email = `${unique('ada')}@${newDomain()}`;
    await register(from, undefined, app.url, { email }).expect(201);
    for (let count = 0; count < LIMIT; count++)
      expectProblem(await register(from, undefined, app.url, { email }), 409, 'email_taken');
    for (let count = 1; count < LIMIT; count++) await register(from).expect(201);
    const refused = `${unique('ada')}@${newDomain()}`;
    await register(from, undefined, app.url, { email: refused }).expect(429);
    expect(await sql(app.databaseUrl, 'SELECT 1 FROM users WHERE email = $1', [refused])).toEqual([]);
  });

  it('are exact when many come at once, at several replicas', async () => {
    replica.clock.stopAt('2027-03-01T06:00:00.000Z');
    const from = newAddress();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_none, index) => register(from, undefined, index % 2 === 0 ? app.url : replica.url)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(LIMIT);
    for (const response of responses.filter(({ status }) => status !== 201))
      expectProblem(response, 429, 'registration_limit_reached');
  });
});

describe('registrations with addresses of one mail domain', () => {
  const OF_DOMAIN = 5 * LIMIT;
  async function fill(domains: readonly string[]): Promise<void> {
    for (let count = 0; count < OF_DOMAIN; count++)
      await register(newAddress(), domains[count % domains.length]).expect(201);
  }

  it('are limited to five times as many, wherever they come from', async () => {
    const domain = newDomain();
    await fill([domain]);
    expectProblem(await register(newAddress(), domain), 429, 'registration_limit_reached');
    await register(newAddress()).expect(201);
  });

  it('count its subdomains and other spellings, which one owner makes as they like', async () => {
    const name = unique('bücher');
    await fill([`a.${name}.example`, `b.c.${name}.EXAMPLE`, `${name}.example`]);
    await register(newAddress(), `d.${name}.example`).expect(429);
  });

  it('are told apart where a country sells domains of three parts', async () => {
    const names = [unique('one'), unique('two')];
    await fill([`${names[0]}.co.uk`, `${names[0]}.co.uk`]);
    await register(newAddress(), `x.${names[0]}.co.uk`).expect(429);
    await register(newAddress(), `${names[1]}.co.uk`).expect(201);
  });

  it('are not limited at public mail providers, where everybody is', async () => {
    for (let count = 0; count <= OF_DOMAIN; count++) await register(newAddress(), 'gmail.com').expect(201);
  });

  it('are exact when many come at once', async () => {
    const domain = newDomain();
    const responses = await Promise.all(Array.from({ length: OF_DOMAIN + 5 }, () => register(newAddress(), domain)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(OF_DOMAIN);
  });
});

it('keeps of addresses and domains no more than a hash, and that for a day', async () => {
  const domain = newDomain();
  await register('203.0.113.77', domain).expect(201);
  const kept = JSON.stringify(await sql(app.databaseUrl, 'SELECT * FROM registration_counts'));
  expect(kept).not.toContain('203.0.113');
  expect(kept).not.toContain(domain);
  app.clock.advance(2 * DAY_SECONDS * 1_000);
  await runJob(app, 'forget-registration-counts');
  expect(await sql(app.databaseUrl, 'SELECT * FROM registration_counts')).toEqual([]);
});

it('counts registrations and those that were refused in the metrics', async () => {
  const from = newAddress();
  for (let count = 0; count <= LIMIT; count++) await register(from);
  const { text } = await new Client(app.url).get('/metrics').expect(200);
  expect(Number(/^registrations_total (\d+)/m.exec(text)![1])).toBeGreaterThanOrEqual(LIMIT);
  expect(Number(/^registration_limit_reached_total\{limit="address"\} (\d+)/m.exec(text)![1])).toBeGreaterThan(0);
});

it('is switched off by 0', async () => {
  const open = await startTestApp({ DATABASE_URL: app.databaseUrl, REGISTRATION_LIMIT: '0' });
  try {
    for (let count = 0; count <= LIMIT; count++) await register('198.51.100.9', undefined, open.url).expect(201);
  } finally {
    await open.close();
  }
});
