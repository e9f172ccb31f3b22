import type { Logger } from 'pino';
import { APPEND_ONLY_TABLES } from '../../src/platform/audit/audit-tables';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { migrate } from '../../src/platform/database/migrate';
import { openDatabase } from '../../src/platform/database/open-database';
import { LOGGER } from '../../src/platform/logging/logger';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { sql } from '../support/sql';
import { StreamingReplica } from '../support/streaming-replica';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a read replica', () => {
  let replica: StreamingReplica;
  let service: TestApp;
  let tenant: Tenant;
  let event: Json;

  beforeAll(async () => {
    replica = await StreamingReplica.start();
    await migrate(replica.primaryUrl);
    service = await startTestApp({ DATABASE_URL: replica.primaryUrl, DATABASE_REPLICA_URL: replica.url });
    tenant = await registerTenant(service.url);
    event = (await tenant.key.post('/api/events', { name: 'Salzburg' }).expect(201)).body;
    await tenant.key.post('/api/guests', { name: 'First', email: 'first@example.com' }).expect(201);
    await eventually('the replica to have all of it', async () => (await exported()).includes('First'));
  }, 120_000);
  afterAll(async () => {
    await service?.close();
    await replica?.close();
  });

  const spend = () =>
    tenant.key.post(`/api/events/${event.id}/expenses`, { category: 'transport', amount: '1.00' }).expect(201);
  const listed = async () => (await tenant.key.get(`/api/events/${event.id}/expenses`).expect(200)).body.total;
  const reported = async () => (await tenant.key.get('/api/expenses/reports').expect(200)).body.totals.count;
  const exported = async () => (await tenant.key.get('/api/guests/export').expect(200)).text;
  const logged = (text: string) => service.log.filter((line) => line.includes(text)).length;

  it('serves reports and exports, a moment behind, and nothing else', async () => {
    await sql(replica.url, 'SELECT pg_wal_replay_pause()');
    const before = await reported();
    await spend();
    await tenant.key.post('/api/guests', { name: 'Second', email: 'second@example.com' }).expect(201);
    expect(await listed()).toBe(before + 1);
    expect(await reported()).toBe(before);
    expect(await exported()).not.toContain('Second');
    expect((await tenant.key.get('/api/guests?q=second').expect(200)).body.total).toBe(1);

    await sql(replica.url, 'SELECT pg_wal_replay_resume()');
    await eventually('the report to have it', async () => (await reported()) === before + 1);
    expect(await exported()).toContain('Second');
  });

  it('holds the wall between tenants as well', async () => {
    const other = await registerTenant(service.url);
    const report = (await other.key.get('/api/expenses/reports')).body;
    expect(report.totals?.count ?? 0).toBe(0);
    const role = await prepareApplicationRole(replica.primaryUrl, APPEND_ONLY_TABLES);
    const connections = await openDatabase(replica.primaryUrl, role, 6, {
      url: replica.url,
      logger: service.app.get<Logger>(LOGGER),
    });
    const { rows } = await connections.reports.query(
      'SELECT pg_is_in_recovery() AS replica, count(*)::int FROM expenses',
    );
    await connections.close();
    expect(rows).toEqual([{ replica: true, count: 0 }]);
  });

  it('is done without while it is away, said once, and used again when it is back', async () => {
    const away = logged('read replica cannot be used');
    await replica.stopStandby();
    await spend();
    expect(await reported()).toBe(await listed());
    expect(await reported()).toBe(await listed());
    expect(logged('read replica cannot be used')).toBe(away + 1);
    await replica.startStandby();
    await eventually('it to be used', async () => (await reported()) > 0 && logged('read replica is back') === 1);
  });

  it('delays no report when it does not respond', async () => {
    await reported();
    await replica.signalStandby('SIGSTOP');
    try {
      await spend();
      // A report's own timeout is longer than this test's.
      expect(await reported()).toBe(await listed());
    } finally {
      await replica.signalStandby('SIGCONT');
    }
  });
});
