import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { connectionConfig, newClient } from './connection';
import { createDataSource } from './data-source';
import { onlyRow } from './only-row';

/** Any number that nothing else in the database locks. */
const MIGRATION_LOCK = 7_202_603;
/**
 * A schema change that waits for a long report blocks every request behind it. So it waits only this long, lets the
 * others pass, and tries again.
 */
const LOCK_TIMEOUT_MS = 3_000;
const PAUSE_MS = 2_000;
const CHECK_INTERVAL_MS = 200;
const MAX_ATTEMPTS = 120;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the schema up to date. Replicas that start together wait for one another: the first migrates, the others find
 * nothing left to do. The lock belongs to a transaction, so a migrator that dies releases it, behind a pooler as well.
 *
 * @param url the login of an owner of the database
 * @returns the names of the migrations that were run now
 * @throws Error when the lock is lost. Others may then migrate, so this process must end, which rolls back what it has
 *   begun
 */
export function migrate(url: string): Promise<string[]> {
  return withMigrationLock(url, () => runPending(url));
}

/**
 * Does something to the schema while nobody else does.
 *
 * @throws Error when the lock is lost: see {@link migrate}
 */
export async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const lock = newClient(connectionConfig(url, null, 0));
  await lock.connect();
  const lost = new Promise<never>((_resolve, reject) => {
    lock.once('error', (cause) => reject(new Error('The connection with the migration lock was lost.', { cause })));
  });
  lost.catch(() => undefined);
  try {
    while (!(await takeLock(lock))) await sleep(CHECK_INTERVAL_MS);
    return await Promise.race([work(), lost]);
  } finally {
    // Said, since a pooler that finds the connection gone gives the lock back at a time of its own.
    await lock.query('ROLLBACK').catch(() => undefined);
    await lock.end();
  }
}

async function runPending(url: string): Promise<string[]> {
  const dataSource = createDataSource(url, null, 1, { statementMs: 0, lockMs: LOCK_TIMEOUT_MS });
  await dataSource.initialize();
  try {
    const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
    await runWithRetries(dataSource);
    return pending.map((migration) => migration.name);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Tries once. No transaction stays open between tries: behind a pooler it might occupy the connection that the others
 * need. Without parameters, since PostgreSQL keeps the snapshot of a statement with some: CREATE INDEX CONCURRENTLY would
 * wait for it for ever.
 */
async function takeLock(client: Client): Promise<boolean> {
  await client.query('BEGIN');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const { taken } = onlyRow(
    await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS taken`),
  );
  if (!taken) await client.query('ROLLBACK');
  return taken;
}

async function runWithRetries(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
