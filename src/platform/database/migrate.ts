import { Client } from 'pg';
import { connectionConfig } from './connection';
import { createDataSource } from './data-source';

/** Any number that nothing else in the database locks. */
const MIGRATION_LOCK = 7_202_603;

/**
 * Brings the schema up to date. Replicas that start together wait for one another: the first migrates, the others find
 * nothing left to do. The lock belongs to the session, so a migrator that dies lets go of it.
 *
 * @param url the login of an owner of the database
 * @returns the names of the migrations that were run now
 */
export async function migrate(url: string): Promise<string[]> {
  const lock = new Client(connectionConfig(url, null, 0));
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const dataSource = createDataSource(url, null, 1);
    await dataSource.initialize();
    try {
      const run = await dataSource.runMigrations({ transaction: 'each' });
      return run.map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.end();
  }
}
