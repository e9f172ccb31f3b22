import { registerTenant, unique } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';

const YEAR_MS = 365 * 24 * 3_600_000;
const app = useOwnTestApp({ LOGIN_RATE_LIMIT: '1000' });
afterEach(() => app.clock.release());

const signIn = (email: string, password: string) => new Client(app.url).post('/api/auth/login', { email, password });
const register = (password: string) =>
  new Client(app.url).post('/api/auth/register', {
    organizationName: unique('Firm'),
    name: 'Ada',
    email: `${unique('ada')}@example.com`,
    password,
  });

describe('a password', () => {
  it('is compared as it was typed: with its blanks, case and every character', async () => {
    const password = ` Grüße aus 😀 ${'x'.repeat(50)}z `;
    const { email } = await registerTenant(app.url, { password });
    for (const other of [
      password.trim(),
      password.toLowerCase(),
      password.normalize('NFD'),
      password.slice(0, -1),
      `${password.slice(0, -2)}y `,
      `${password} `,
    ])
      await signIn(email, other).expect(401);
    await signIn(email, password).expect(200);
  });

  it('has 8 to 128 characters, of which the last counts like the first', async () => {
    const longest = `${'Long enough '.repeat(10)}12345678`;
    expect(longest).toHaveLength(128);
    const { email } = await registerTenant(app.url, { password: longest });
    await signIn(email, `${longest.slice(0, -1)}9`).expect(401);
    await signIn(email, longest).expect(200);
    for (const [password, code] of [
      ['7 chars', 'too_short'],
      [`${longest}9`, 'too_long'],
    ] as const) {
      const { body } = await register(password).expect(400);
      expect(body.errors.map((error: Json) => [error.field, error.code])).toEqual([['password', code]]);
    }
  });

  it.each([
    'quietmountainriver',
    'QUIETMOUNTAINRIVER',
    '8402917365',
    '§%&/()=?',
    '漢字かな交じり文',
    '   a b c d e f   ',
  ])('may be of any kind of characters alone: %s', async (password) => {
    await register(password).expect(201);
  });

  it('stays good until somebody changes it', async () => {
    const { email, password } = await registerTenant(app.url);
    app.clock.advance(3 * YEAR_MS);
    const { headers } = await signIn(email, password).expect(200);
    expect(headers['set-cookie']).toBeDefined();
  });
});
