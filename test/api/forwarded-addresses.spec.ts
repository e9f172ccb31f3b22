import { startTestApp, type TestApp } from '../support/app';
import { registerTenant } from '../support/builders';
import { Client } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';

const from = ({ url }: Pick<TestApp, 'url'>, address: string) => new Client(url, { 'X-Forwarded-For': address });

/** What the log says to whoever has put a proxy in front and not told the service. */
const warnings = ({ log }: Pick<TestApp, 'log'>) =>
  log.map((line) => JSON.parse(line)).filter(({ level, msg }) => level === 'warn' && /TRUST_PROXY/.test(msg));

describe('a proxy that the service was not told of', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another one', { TRUST_PROXY: '203.0.113.7' }],
  ])('is in the log, once, when TRUST_PROXY names %s', async (_what, env) => {
    const app = await startTestApp(env);
    try {
      await new Client(app.url).get('/health/live').expect(200);
      expect(warnings(app)).toEqual([]);
      for (let time = 0; time < 3; time++) await from(app, '198.51.100.7').get('/health/live').expect(200);
      expect(warnings(app)).toEqual([
        expect.objectContaining({ proxy: '127.0.0.1', msg: expect.stringContaining('X-Forwarded-For') }),
      ]);
    } finally {
      await app.close();
    }
  });
});

describe('a proxy that is trusted', () => {
  const app = useOwnTestApp({ TRUST_PROXY: 'loopback', RATE_LIMIT: '5' });
  const strange = [
    'unknown',
    '_hidden',
    'for=1.2.3.4',
    '1.2.3',
    '999.1.1.1',
    "' OR 1=1",
    'x'.repeat(5000),
    '::1::',
    '[x]:1',
  ];

  it('is no reason for a warning', async () => {
    await from(app, '198.51.100.7').get('/health/live').expect(200);
    expect(warnings(app)).toEqual([]);
  });

  it('makes one caller of all that it names by something that is no address', async () => {
    const statuses = [];
    for (const value of strange) statuses.push((await from(app, value).get('/api/tours')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
  });

  it('may name a port with the address, which is the same caller', async () => {
    const statuses = [];
    for (const port of [1, 2, 3, 4, 5, 6])
      statuses.push((await from(app, `198.51.100.8:${port}`).get('/api/tours')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

it('where somebody signed in from is an address, or nothing', async () => {
  const app = await startTestApp({ TRUST_PROXY: 'loopback' });
  try {
    const { session, email, password } = await registerTenant(app.url);
    const named: [string, string | null][] = [
      ['198.51.100.9', '198.51.100.9'],
      ['198.51.100.9:4711', '198.51.100.9'],
      ['[2001:db8::1]:443', '2001:db8::1'],
      ['x'.repeat(5000), null],
      ['<b>here</b>', null],
    ];
    for (const [value] of named) await from(app, value).post('/api/auth/login', { email, password }).expect(200);
    const { body: sessions } = await session.get('/api/auth/sessions').expect(200);
    const { body: records } = await session.get('/api/audit-logs?action=session.started').expect(200);
    const expected = named.map(([, ip]) => ip).reverse();
    expect(sessions.data.map(({ ip }: { ip: string }) => ip).slice(0, 5)).toEqual(expected);
    expect(records.data.map(({ context }: { context: { ip: string } }) => context.ip).slice(0, 5)).toEqual(expected);
  } finally {
    await app.close();
  }
});
