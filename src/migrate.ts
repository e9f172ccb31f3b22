import 'reflect-metadata';
import { readConfiguration } from './platform/config/configuration';
import { ConfigurationError } from './platform/config/environment';
import { distribute } from './platform/database/distribute';
import { migrate } from './platform/database/migrate';

/** Only says how the database would be distributed. */
const DRY_RUN = process.argv.includes('--dry-run');

/**
 * Brings the database up to date and ends, for a deployment that does so before any process of the new version serves.
 * With `--distributed` it then spreads the tables over the machines of a Citus cluster; with `--dry-run` it only says what that
 * would do.
 */
async function run(): Promise<void> {
  const { databaseUrl } = readConfiguration(process.env);
  if (databaseUrl === null)
    throw new ConfigurationError('DATABASE_URL', 'must be set: an embedded one is migrated at start');
  if (DRY_RUN) return print(await distributed(databaseUrl));
  const names = await migrate(databaseUrl).catch((error: Error) => {
    throw new ConfigurationError('DATABASE_URL', `can not be used: ${error.message}`);
  });
  const lines = names.length === 0 ? ['The database is up to date.'] : names.map((name) => `Migrated: ${name}`);
  print(process.argv.includes('--distributed') ? [...lines, ...(await distributed(databaseUrl))] : lines);
}

async function distributed(url: string): Promise<string[]> {
  return distribute(url, { dryRun: DRY_RUN }).catch((error: Error) => {
    throw new ConfigurationError('DATABASE_URL', `can not be distributed: ${error.message}`);
  });
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
