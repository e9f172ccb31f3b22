import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { readConfiguration } from './platform/config/configuration';
import { ConfigurationError } from './platform/config/environment';
import { distribute } from './platform/database/distribute';
import { migrate } from './platform/database/migrate';

const OPTIONS = {
  distributed: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

/**
 * Brings the database up to date and ends, for a deployment that does so before any process of the new version serves.
 * With `--distributed` it then spreads the tables over the machines of a Citus cluster; with `--dry-run` as well it only
 * says what that would do.
 */
async function run(): Promise<void> {
  // Strict: a misspelt --dry-run must not distribute. npm's script has a word before the options.
  const { distributed, 'dry-run': dryRun } = parseArgs({ options: OPTIONS, allowPositionals: true }).values;
  if (dryRun && !distributed) throw new Error('--dry-run is for --distributed: there is no plan of a migration.');
  const { databaseUrl } = readConfiguration(process.env);
  if (databaseUrl === null)
    throw new ConfigurationError('DATABASE_URL', 'must be set: an embedded one is migrated at start');
  if (dryRun) return print(await spread(databaseUrl, dryRun));
  const names = await migrate(databaseUrl).catch((error: Error) => {
    throw new ConfigurationError('DATABASE_URL', `cannot be used: ${error.message}`);
  });
  const lines = names.length === 0 ? ['The database is up to date.'] : names.map((name) => `Migrated: ${name}`);
  print(distributed ? [...lines, ...(await spread(databaseUrl, dryRun))] : lines);
}

function spread(url: string, dryRun: boolean): Promise<string[]> {
  return distribute(url, { dryRun }).catch((error: Error) => {
    throw new ConfigurationError('DATABASE_URL', `cannot be distributed: ${error.message}`);
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
