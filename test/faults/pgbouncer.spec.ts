import { migrate } from '../../src/platform/database/migrate';
import { openDatabase } from '../../src/platform/database/open-database';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { createOwnedDatabase, describeWalls } from '../architecture/walls';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { inParallel } from '../support/parallel';
import { startPgBouncer } from '../support/pgbouncer';
import { expectProblem } from '../support/problem';
import { isInstalled, type ServerProcess } from '../support/server-process';
import { sql } from '../support/sql';

/** Connections of the service, of which three are for changes, and of the pooler to PostgreSQL. */
const OWN = 8;
const POOLED = 4;

const withPgBouncer = isInstalled('pgbouncer') ? describe : describe.skip;

withPgBouncer('PgBouncer in transaction mode (needs pgbouncer)', () => {
  /**
   * A migrated database behind a pooler that has fewer connections than its clients, and one more than these open
   * transactions at a time: what is asked on another connection meanwhile has to get one.
   */
  async function createPooledDatabase(): Promise<TestDatabase & { pooler: ServerProcess; directUrl: string }> {
    const database = await createOwnedDatabase();
    const { pooler, url } = await startPgBouncer(database.url, POOLED);
    return {
      url,
      pooler,
      directUrl: database.url,
      async drop() {
        await pooler.close();
        await database.drop();
      },
    };
  }

  describe('keeps the walls between tenants', () => describeWalls(createPooledDatabase, false));

  describe('carries the service', () => {
    let database: Awaited<ReturnType<typeof createPooledDatabase>>;
    let service: TestApp;
    let tenants: Tenant[];

    beforeAll(async () => {
      database = await createPooledDatabase();
      // What the pooler must not leave to the server's own taste.
      const { pathname } = new URL(database.directUrl);
      await sql(
        database.directUrl,
        `ALTER DATABASE ${pathname.slice(1)} SET TimeZone = 'Asia/Tokyo';
         ALTER DATABASE ${pathname.slice(1)} SET DateStyle = 'German'`,
      );
      await database.pooler.kill();
      await database.pooler.start();
      service = await startTestApp({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: String(OWN) });
      tenants = [await registerTenant(service.url), await registerTenant(service.url)];
    });
    afterAll(async () => {
      await service?.close();
      await database?.drop();
    });

    it('reads and writes for two organizations at once, each its own, on shared connections', async () => {
      await inParallel([...Array(60).keys()], async (number) => {
        const { key } = tenants[number % 2]!;
        const event = (await key.post('/api/events', { name: unique('Event') }).expect(201)).body;
        await key
          .post(`/api/events/${event.id}/expenses`, { category: 'transport', amount: '1.10' })
          .set('Idempotency-Key', unique('key'))
          .expect(201);
        await key.get(`/api/events/${event.id}`).expect(200);
        expectProblem(await tenants[(number + 1) % 2]!.key.get(`/api/events/${event.id}`), 404, 'not_found');
      });
      for (const { key } of tenants) {
        expect((await key.get('/api/events?limit=100').expect(200)).body.total).toBe(30);
        expect((await key.get('/api/events?q=event').expect(200)).body.total).toBe(30);
        const report = (await key.get('/api/expenses/reports?groupBy=category').expect(200)).body;
        expect(report.totals).toEqual({ amount: '33.00', currency: 'EUR', count: 30 });
      }
    });

    it('gives the time in UTC whatever the server is set to', async () => {
      const before = Date.now();
      const { createdAt } = (await tenants[0]!.key.post('/api/tours', { name: 'Now' }).expect(201)).body;
      const [again] = (await tenants[0]!.key.get('/api/tours').expect(200)).body.data;
      expect(again.createdAt).toBe(createdAt);
      const dated = { name: 'Dated', startDate: '2027-03-01', endDate: '2027-03-02' };
      const { id } = (await tenants[0]!.key.post('/api/tours', dated).expect(201)).body;
      expect((await tenants[0]!.key.get(`/api/tours/${id}`).expect(200)).body).toMatchObject(dated);
      expect(Math.abs(Date.parse(createdAt) - before)).toBeLessThan(60_000);
    });

    it('ends a change that waits for a lock for too long', async () => {
      const { id } = (await tenants[0]!.key.post('/api/tours', { name: 'Wanted' }).expect(201)).body;
      const { dataSource, close } = await openDatabase(database.directUrl, null, 6);
      await dataSource.transaction(async (manager) => {
        await manager.query(`SELECT set_config('app.unscoped', 'a test locks a row', true)`);
        await manager.query('UPDATE tours SET name = name WHERE id = $1', [id]);
        expectProblem(await tenants[0]!.key.patch(`/api/tours/${id}`, { name: 'Mine' }), 503, 'unavailable');
      });
      await close();
      await tenants[0]!.key.patch(`/api/tours/${id}`, { name: 'Mine' }).expect(200);
    });

    it('goes on when the pooler is restarted', async () => {
      await database.pooler.kill();
      expectProblem(await tenants[0]!.key.get('/api/tours'), 503, 'unavailable');
      await database.pooler.start();
      await eventually('reads', async () => (await tenants[0]!.key.get('/api/tours')).status === 200);
      await eventually('writes', async () => (await tenants[0]!.key.post('/api/tours', { name: 'x' })).status === 201);
    });
  });

  it('lets several replicas migrate at once, and leaves no lock behind', async () => {
    const database = await createPooledDatabase();
    try {
      await sql(database.directUrl, 'DROP SCHEMA public, audit_years CASCADE; CREATE SCHEMA public');
      const migrated = await Promise.all([migrate(database.url), migrate(database.url)]);
      expect(migrated.map(({ length }) => length > 0).sort()).toEqual([false, true]);
      const locks = await sql(
        database.directUrl,
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND database =
          (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(locks).toEqual([]);
    } finally {
      await database.drop();
    }
  });

  it('is refused for a login that bypasses the walls', async () => {
    const database = await createTestDatabase();
    const { pooler, url } = await startPgBouncer(database.url, POOLED);
    try {
      await expect(prepareApplicationRole(url, [])).rejects.toThrow('Log in as an ordinary owner');
    } finally {
      await pooler.close();
      await database.drop();
    }
  });

  it('is found out when the URL does not say it and the pooler swallows the settings', async () => {
    const database = await createOwnedDatabase();
    const { pooler, url } = await startPgBouncer(database.url, POOLED, ['ignore_startup_parameters = options']);
    try {
      const untold = url.replace(/\?.*$/, '');
      await expect(openDatabase(untold, null, 6)).rejects.toThrow('add pool_mode=transaction');
    } finally {
      await pooler.close();
      await database.drop();
    }
  });
});
