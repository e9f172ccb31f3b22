import { startTestApp } from '../support/app';
import { registerTenant } from '../support/builders';
import { Client } from '../support/client';
import { newLink, phoneWith } from '../support/field';
import { newEvent } from '../support/guests';
import { expectProblem } from '../support/problem';

describe('the rate limit', () => {
  it('refuses what is too much with 429, per principal', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '5' });
    try {
      // Signing up is counted for the address, making the key for the user.
      const tenant = await registerTenant(limited.url);
      for (let left = 3; left >= 0; left--) {
        const response = await tenant.session.get('/api/tours').expect(200);
        expect(response.headers['ratelimit']).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`));
        expect(response.headers['ratelimit-policy']).toBe('"default";q=5;w=60');
      }
      const refused = await tenant.session.get('/api/tours');
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(refused.headers['ratelimit']).toMatch(/^"default";r=0;t=\d+$/);

      // The same person's key, and a stranger from the same address, have budgets of their own.
      for (let count = 0; count < 5; count++) await tenant.key.get('/api/tours').expect(200);
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

  it('may be another one for sessions than for keys and strangers', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '2', SESSION_RATE_LIMIT: '4' });
    try {
      const { session, key } = await registerTenant(limited.url);
      // Making the key was the first.
      const response = await session.get('/api/tours').expect(200);
      expect(response.headers['ratelimit-policy']).toBe('"default";q=4;w=60');
      expect(response.headers['ratelimit']).toMatch(/^"default";r=2;/);
      for (let count = 0; count < 2; count++) await session.get('/api/tours').expect(200);
      expectProblem(await session.get('/api/tours'), 429, 'rate_limited');

      for (let count = 0; count < 2; count++) await key.get('/api/tours').expect(200);
      const refused = await key.get('/api/tours');
      expectProblem(refused, 429, 'rate_limited');
      expect(refused.headers['ratelimit-policy']).toBe('"default";q=2;w=60');
    } finally {
      await limited.close();
    }
  });

  it('counts a route or method that does not exist for who asks, as any other', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '9' });
    try {
      const { session, key } = await registerTenant(limited.url);
      const left = async (response: PromiseLike<{ headers: Record<string, string> }>) =>
        Number(/r=(\d+)/.exec((await response).headers['ratelimit']!)?.[1]);
      expect(await left(key.get('/api/tours').expect(200))).toBe(8);
      expect(await left(key.get('/api/nothing').expect(404))).toBe(7);
      expect(await left(key.delete('/api/nothing').expect(404))).toBe(6);
      expect(await left(key.put('/api/tours').expect(405))).toBe(5);
      expect(await left(key.post('/api/auth/logout').expect(403))).toBe(4);
      // Making the key was the first.
      expect(await left(session.get('/api/nothing').expect(404))).toBe(7);
      expect(await left(new Client(limited.url).get('/api/nothing').expect(404))).toBe(7);
      const guess = new Client(limited.url, { Authorization: 'Bearer te_wrong' });
      expect(await left(guess.get('/api/nothing').expect(404))).toBe(6);
    } finally {
      await limited.close();
    }
  });

  it('is shown on preflights and the reference too, which are not counted', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '3', CORS_ORIGINS: 'https://app.example' });
    try {
      const stranger = new Client(limited.url);
      await stranger.get('/api/nothing').expect(404);
      for (let count = 0; count < 4; count++) {
        const preflight = await fetch(`${limited.url}/api/tours`, {
          method: 'OPTIONS',
          headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
        });
        expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
          204,
          'https://app.example',
        ]);
        expect(preflight.headers.get('ratelimit')).toMatch(/^"default";r=2;t=\d+$/);
        for (const path of ['/api/docs', '/api/docs/start.js', '/api/openapi.json']) {
          const { headers } = await stranger.get(path).expect(200);
          expect(headers['ratelimit']).toMatch(/^"default";r=2;t=\d+$/);
          expect(headers['ratelimit-policy']).toBe('"default";q=3;w=60');
        }
      }
      expect((await stranger.get('/api/nothing')).headers['ratelimit']).toMatch(/^"default";r=1;/);
      const options = await fetch(`${limited.url}/api/tours`, { method: 'OPTIONS' });
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST']);
      expect(options.headers.get('ratelimit')).toMatch(/^"default";r=0;/);
    } finally {
      await limited.close();
    }
  });

  it('of a door link is one for each phone, and ten times that for all of them', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '3', RATE_LIMIT_WINDOW: '3600' });
    try {
      const { key } = await registerTenant(limited.url);
      const event = await newEvent(key);
      const [link, another] = [await newLink(key, event), await newLink(key, event)];
      for (let count = 0; count < 10; count++) {
        const phone = phoneWith(link);
        for (let request = 0; request < 3; request++) await phone.get('/api/field').expect(200);
        // The first phone has used up its own, while the link has more.
        if (count === 0) expectProblem(await phone.get('/api/field'), 429, 'rate_limited');
      }
      // Under ever new names nobody gets more.
      const refused = await phoneWith(link).get('/api/field');
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      await phoneWith(another).get('/api/field').expect(200);
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
