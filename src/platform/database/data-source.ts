import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ColumnNames } from './column-names';
import { connectionConfig, type ConnectionConfig } from './connection';
import { describedOnce } from './prepared-query';

const SOURCE_ROOT = join(__dirname, '..', '..');
const MIGRATIONS = join(SOURCE_ROOT, '..', 'migrations', '*.{ts,js}');
const ENTITIES = join(SOURCE_ROOT, '**', '*.entity.{ts,js}');

/** A migration takes as long as it takes. */
const NO_TIMEOUTS = { statementMs: 0, lockMs: 0 };

/**
 * The DataSource of the writing connections and of the migrations.
 *
 * @param url a PostgreSQL URL
 * @param role see {@link connectionConfig}
 * @param poolSize connections of the pool
 * @param timeouts see {@link connectionConfig}
 * @param suited what a distributed database changes in the options of its connections
 */
export function createDataSource(
  url: string,
  role: string | null,
  poolSize: number,
  timeouts = NO_TIMEOUTS,
  suited = (config: ConnectionConfig) => config,
): DataSource {
  const config = connectionConfig(url, role, timeouts.statementMs, timeouts.lockMs);
  const { connectionString, ...extra } = suited(describedOnce(config));
  return new DataSource({
    type: 'postgres',
    url: connectionString,
    entities: [ENTITIES],
    migrations: [MIGRATIONS],
    namingStrategy: new ColumnNames(),
    migrationsTableName: 'migrations',
    installExtensions: false,
    logging: false,
    extra: { ...extra, max: poolSize, pipeline: true },
  });
}
