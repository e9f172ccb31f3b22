import 'reflect-metadata';
import { readConfiguration } from './platform/config/configuration';
import { ConfigurationError } from './platform/config/environment';
import { migrate } from './platform/database/migrate';

/**
 * Brings the database up to date and ends, for a deployment that does so before any process of the new version serves.
 */
async function run(): Promise<void> {
  const { databaseUrl } = readConfiguration(process.env);
  if (databaseUrl === null)
    throw new ConfigurationError('DATABASE_URL', 'must be set: an embedded one is migrated at start');
  const names = await migrate(databaseUrl).catch((error: Error) => {
    throw new ConfigurationError('DATABASE_URL', `can not be used: ${error.message}`);
  });
  const lines = names.length === 0 ? ['The database is up to date.'] : names.map((name) => `Migrated: ${name}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
