import { setTimeout as delay } from 'node:timers/promises';
import { Client as Database } from 'pg';
import { startTestApp } from '../support/app';
import { registerTenant } from '../support/builders';
import { Client } from '../support/client';
import { ADMIN_URL } from '../support/database';
import { eventually } from '../support/eventually';
import { inUnitOfWork } from '../support/mail-queue';
import { expectProblem } from '../support/problem';

describe('the database being away', () => {
  it('is 503, readiness says so, and the background says it once', async () => {
    const lonely = await startTestApp();
    const { key } = await registerTenant(lonely.url);
    // Warnings and errors that no request has.
    const backgroundLines = () =>
      lonely.log.filter((line) => /"level":"(warn|error)"/.test(line) && !line.includes('requestId'));
    const admin = new Database(process.env[ADMIN_URL]);
    await admin.connect();
    const name = new URL(lonely.databaseUrl).pathname.slice(1);
    try {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      const response = await key.get('/api/tours');
      expectProblem(response, 503, 'unavailable');
      expect(response.headers['retry-after']).toBeDefined();
      expectProblem(await key.post('/api/tours', { name: 'A tour' }), 503, 'unavailable');
      await new Client(lonely.url).get('/health/ready').expect(503);
      await new Client(lonely.url).get('/health/live').expect(200);
      await eventually('the background to notice', () => backgroundLines().length > 0);
      // Long enough for whatever looks for work twice a second to fail again and again.
      await delay(1_500);
      expect(backgroundLines()).toEqual([expect.stringContaining('the database is away')]);

      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await key.get('/api/tours').expect(200);
      await key.post('/api/tours', { name: 'A tour' }).expect(201);
      await new Client(lonely.url).get('/health/ready').expect(200);
      await eventually('the background to notice', () =>
        lonely.log.some((line) => line.includes('the database is back')),
      );
      expect(backgroundLines()).toHaveLength(1);
    } finally {
      await admin.end();
      await lonely.close();
    }
  });
});

describe('changes that take every connection there is for changes', () => {
  it('leave the service ready', async () => {
    // One connection of each kind.
    const service = await startTestApp({ DATABASE_POOL_SIZE: '6' });
    try {
      await inUnitOfWork(service, { unscoped: 'a test takes the only connection for changes' }, async () => {
        await new Client(service.url).get('/health/ready').expect(200);
      });
    } finally {
      await service.close();
    }
  });
});
