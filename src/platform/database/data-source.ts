import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { connectionConfig } from './connection';

const SOURCE_ROOT = join(__dirname, '..', '..');
const MIGRATIONS = join(SOURCE_ROOT, '..', 'migrations', '*.{ts,js}');
const ENTITIES = join(SOURCE_ROOT, '**', '*.entity.{ts,js}');

/**
 * The DataSource of the writing connections and of the migrations.
 *
 * @param url a PostgreSQL URL
 * @param role see {@link connectionConfig}
 * @param poolSize connections of the pool
 */
export function createDataSource(url: string, role: string | null, poolSize: number): DataSource {
  return new DataSource(dataSourceOptions(url, role, poolSize));
}

/** The options behind {@link createDataSource}, for TypeORM's command line too. */
export function dataSourceOptions(url: string, role: string | null, poolSize: number): DataSourceOptions {
  const { connectionString, ...extra } = connectionConfig(url, role, 30_000);
  return {
    type: 'postgres',
    url: connectionString,
    entities: [ENTITIES],
    migrations: [MIGRATIONS],
    migrationsTableName: 'migrations',
    installExtensions: false,
    logging: false,
    extra: { ...extra, max: poolSize, pipeline: true },
  } as DataSourceOptions;
}
