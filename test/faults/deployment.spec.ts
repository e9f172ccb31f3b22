import { createDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrate';
import { startTestApp } from '../support/app';
import { registerTenant } from '../support/builders';
import { Client } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { lockWaits, sql, whileLocked } from '../support/sql';

/** Locks whatever the latest migration may need, as somebody does who writes into all tables. */
async function lockAll(databaseUrl: string): Promise<string> {
  const [tables] = await sql(
    databaseUrl,
    `SELECT string_agg(quote_ident(tablename), ', ') AS names FROM pg_tables WHERE schemaname = 'public'`,
  );
  return `LOCK TABLE ${tables!['names'] as string} IN ROW EXCLUSIVE MODE`;
}

describe('a new version', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  async function withoutTheLatest(): Promise<void> {
    const before = createDataSource(database.url, null, 1);
    await before.initialize();
    await before.undoLastMigration();
    await before.destroy();
  }

  it('migrates once others let go of what it needs, and delays nobody meanwhile', async () => {
    await withoutTheLatest();
    let migrated: Promise<string[]> | undefined;
    const lock = await lockAll(database.url);
    await whileLocked(database.url, [lock], async () => {
      migrated = migrate(database.url);
      await lockWaits(database.url);
      // Waits behind it until it gives up, not until it gets the lock.
      await sql(database.url, `BEGIN; ${lock}; COMMIT`);
    });
    expect(await migrated).toHaveLength(1);
    expect(await migrate(database.url)).toEqual([]);
  });

  it('ends when it loses the lock that keeps others from migrating, for the next one to start again', async () => {
    await withoutTheLatest();
    const connections = (condition: string) =>
      sql(
        database.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity AS a
         WHERE datname = current_database() AND application_name = 'tour-events-api' AND ${condition}`,
      );
    await whileLocked(database.url, [await lockAll(database.url)], async () => {
      const migrated = migrate(database.url);
      migrated.catch(() => undefined);
      await lockWaits(database.url);
      await connections(`EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory')`);
      await expect(migrated).rejects.toThrow('migration lock');
      // As the end of its process does.
      await connections('true');
    });
    expect(await migrate(database.url)).toHaveLength(1);
  });

  it('leaves the old one at work on its schema', async () => {
    await sql(
      database.url,
      `ALTER TABLE tours ADD COLUMN theme text, ADD COLUMN rating integer NOT NULL DEFAULT 0;
       CREATE INDEX ON tours (organization_id, theme);
       CREATE TABLE ideas (id uuid PRIMARY KEY);
       INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'OfTheNextVersion9999999999999')`,
    );
    expect(await migrate(database.url)).toEqual([]);
    const old = await startTestApp({ DATABASE_URL: database.url });
    try {
      await new Client(old.url).get('/health/ready').expect(200);
      const { key } = await registerTenant(old.url);
      const { id } = (await key.post('/api/tours', { name: 'Old' }).expect(201)).body;
      const { body } = await key.patch(`/api/tours/${id}`, { name: 'Still' }).expect(200);
      expect(body).not.toHaveProperty('theme');
      await key.delete(`/api/tours/${id}`).expect(204);
    } finally {
      await old.close();
    }
  });
});
