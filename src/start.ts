import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication } from './application';
import { SystemClock } from './kernel/clock';
import { timeZoneDataVersion } from './kernel/time-zone';
import { FirstOperator } from './modules/auth/first-operator.service';
import { type Configuration, ConfigurationError, readConfiguration } from './platform/config/configuration';
import { prepareApplicationRole } from './platform/database/application-role';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres';
import { migrate } from './platform/database/migrate';
import { openDatabase } from './platform/database/open-database';
import { loadEncryptionKey, requireSameEncryptionKey } from './platform/encryption/encryption-key';
import { Draining } from './platform/http/draining';
import { PublicOrigin } from './platform/http/public-origin';
import { createLogger } from './platform/logging/logger';

/** What is still being answered when the service is told to stop gets this long. */
const DRAIN_MS = 7_000;
/** Nothing may keep a stopping process longer than this. */
const STOP_MS = 9_500;

/**
 * Runs the service until it is told to stop: configuration, database, migrations, first operator, listening. Every part
 * that comes up says how it goes down, and they go down in the reverse order, also when a later part fails to come up.
 *
 * @throws ConfigurationError and others whose message is the one line that an operator needs
 */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const stopRequested = onStopSignal();
  const configuration = readConfiguration(env);
  const { logger, flush } = createLogger(configuration.logLevel);
  const closers: (() => unknown)[] = [flush];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) {
      // One part that can't go down in order must not keep the others up.
      await Promise.resolve()
        .then(closer)
        .catch((error: unknown) => logger.error({ err: error }, 'a part did not stop in order'));
    }
  };
  process.on('exit', flush);

  try {
    const draining = new Draining();
    await requireUsableFolder(configuration.dataDir);
    const databaseUrl = configuration.databaseUrl ?? (await embeddedDatabase(configuration, closers));
    const encryptionKey = await loadEncryptionKey(configuration);
    await naming(configuration.databaseUrl === null ? null : 'DATABASE_URL', () => migrate(databaseUrl));
    await requireSameEncryptionKey(databaseUrl, encryptionKey);
    const role = await prepareApplicationRole(databaseUrl);
    const database = await openDatabase(databaseUrl, role, configuration.databasePoolSize);
    closers.push(() => database.close());

    const app = await createApplication({
      configuration,
      encryptionKey,
      database,
      logger,
      clock: new SystemClock(),
      draining,
    });
    closers.push(() => app.close());
    const operator = await app.get(FirstOperator).ensure(configuration.bootstrapEmail, configuration.bootstrapPassword);
    await naming('HOST and PORT', () => app.listen(configuration.port, configuration.host));
    closers.push(() => draining.drain(app.getHttpServer() as Server, DRAIN_MS));

    announce(app, configuration, operator);
    logger.info({ node: process.version, timeZoneData: timeZoneDataVersion(), pid: process.pid }, 'started');
    if (configuration.redisUrl !== null)
      logger.warn('REDIS_URL is set, but this version keeps rate limits per process');
    const signal = await stopRequested;
    logger.info({ signal }, 'stopping');
  } catch (error) {
    await close();
    throw error;
  }
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await close();
  process.exit(0);
}

/** Resolves with the first signal to stop. It may come twice, from npm and from the process group; once is enough. */
function onStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}

/** @throws ConfigurationError naming the variable when the folder can't be made or written */
async function requireUsableFolder(dataDir: string): Promise<void> {
  await naming('DATA_DIR', async () => {
    await makeFolder(dataDir);
    await access(dataDir, constants.W_OK | constants.X_OK);
  });
}

/** Level by level: Node's own `recursive` never ends where the system makes no folders, as under /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process may have made it at the same moment.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Runs a step that stands or falls with a variable, whose name an operator then reads in front of what went wrong. */
async function naming(variable: string | null, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (variable === null) throw error;
    throw new ConfigurationError(variable, `can not be used: ${(error as Error).message}`);
  }
}

async function embeddedDatabase({ dataDir }: Configuration, closers: (() => unknown)[]): Promise<string> {
  process.stdout.write('Starting the embedded PostgreSQL...\n');
  const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'));
  closers.push(() => postgres.stop());
  return postgres.url;
}

function announce(
  app: NestExpressApplication,
  { host }: Configuration,
  operator: { email: string; password: string | null } | null,
): void {
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [`Listening on ${origin}`, `API reference: ${app.get(PublicOrigin).link('/api/docs')}`];
  if (operator !== null) {
    lines.push(`Super Admin:   ${operator.email}`);
    if (operator.password !== null) lines.push(`Password:      ${operator.password}  (shown this once)`);
  }
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}
