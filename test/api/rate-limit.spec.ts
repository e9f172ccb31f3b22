import { startTestApp } from '../support/app';
import { registerTenant } from '../support/builders';
import { Client } from '../support/client';
import { expectProblem } from '../support/problem';

describe('the rate limit', () => {
  it('refuses what is too much with 429, per principal', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '5' });
    try {
      // Signing up is counted for the address, making the key for the user.
      const tenant = await registerTenant(limited.url);
      for (let left = 3; left >= 0; left--) {
        const answer = await tenant.session.get('/api/tours').expect(200);
        expect(answer.headers['ratelimit']).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`));
        expect(answer.headers['ratelimit-policy']).toBe('"default";q=5;w=60');
      }
      const refused = await tenant.session.get('/api/tours');
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(refused.headers['ratelimit']).toMatch(/^"default";r=0;t=\d+$/);

      // The same person's key, and a stranger from the same address, have budgets of their own.
      for (let count = 0; count < 5; count++) await tenant.key.get('/api/tours').expect(200);
      expectProblem(await tenant.key.get('/api/nothing'), 404, 'not_found');
      expectProblem(await tenant.key.get('/api/tours'), 429, 'rate_limited');
      await new Client(limited.url).get('/api/tours').expect(401);

      // These are not counted.
      for (let count = 0; count < 6; count++) {
        await new Client(limited.url).get('/health/live').expect(200);
        await new Client(limited.url).get('/api/openapi.json').expect(200);
      }
    } finally {
      await limited.close();
    }
  });

  it('counts failed attempts to guess a key', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '5' });
    try {
      for (let count = 0; count < 5; count++)
        await new Client(limited.url, { Authorization: `Bearer te_guess${count}` }).get('/api/tours').expect(401);
      expectProblem(
        await new Client(limited.url, { Authorization: 'Bearer te_another' }).get('/api/tours'),
        429,
        'rate_limited',
      );
    } finally {
      await limited.close();
    }
  });
});
