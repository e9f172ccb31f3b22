import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { connectionConfig } from './connection';

const SOURCE_ROOT = join(__dirname, '..', '..');
const MIGRATIONS = join(SOURCE_ROOT, '..', 'migrations', '*.{ts,js}');
const ENTITIES = join(SOURCE_ROOT, '**', '*.entity.{ts,js}');
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * The DataSource of the writing connections and of the migrations.
 *
 * @param url a PostgreSQL URL
 * @param role see {@link connectionConfig}
 * @param poolSize connections of the pool
 * @param lockTimeoutMs see {@link connectionConfig}; migrations wait as long as it takes
 */
export function createDataSource(
  url: string,
  role: string | null,
  poolSize: number,
  lockTimeoutMs?: number,
): DataSource {
  const { connectionString, ...extra } = connectionConfig(url, role, STATEMENT_TIMEOUT_MS, lockTimeoutMs);
  return new DataSource({
    type: 'postgres',
    url: connectionString,
    entities: [ENTITIES],
    migrations: [MIGRATIONS],
    migrationsTableName: 'migrations',
    installExtensions: false,
    logging: false,
    extra: { ...extra, max: poolSize, pipeline: true },
  });
}
