import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { createApplication } from './application';
import { SystemClock } from './kernel/clock';
import { timeZoneDataVersion } from './kernel/time-zone';
import { FirstOperator, type Operator } from './modules/sign-in/auth';
import { letNewSpaceGrow } from './new-space';
import { Parts } from './parts';
import { APPEND_ONLY_TABLES } from './platform/audit/audit-tables';
import { makeAuditYears } from './platform/audit/audit-years';
import { type Configuration, readConfiguration } from './platform/config/configuration';
import { ConfigurationError } from './platform/config/environment';
import { readDashboard } from './platform/dashboard/dashboard-files';
import { prepareApplicationRole } from './platform/database/application-role';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { migrate } from './platform/database/migrate';
import { openDatabase } from './platform/database/open-database';
import { requireOwnReplica } from './platform/database/replica-check';
import { loadEncryptionKey, requireSameEncryptionKey } from './platform/encryption/encryption-key';
import { InFlightResponses } from './platform/http/in-flight-responses';
import { PublicOrigin } from './platform/http/public-origin';
import { createLogger } from './platform/logging/logger';

/**
 * When each part must have stopped, in milliseconds after the signal. Contract: all of them within 10 s. What takes
 * longer, such as a statement on a frozen database, is cut off.
 */
const DOWN_BY_MS = { start: 3_000, requests: 6_000, application: 6_800, connections: 7_200, postgres: 9_200 };

/** Where `npm run build` leaves the dashboard, as seen from dist/src. */
const DASHBOARD = join(__dirname, '../../dashboard/dist');

/** How long cutting off the remaining requests takes, or a start that does not end. */
const CUT_MS = 200;

/**
 * Runs the service until a signal stops it: configuration, database, migrations, first operator, listening. A signal
 * during the start stops it too.
 *
 * @throws ConfigurationError and others whose message is the one line that an operator needs
 */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const stop = onStopSignal();
  const configuration = readConfiguration(env);
  const { logger, flush } = createLogger(configuration.logLevel);
  const parts = new Parts(logger);
  process.on('exit', flush);
  try {
    const up = bringUp(configuration, logger, parts, stop);
    await Promise.race([untilAborted(stop), up.then(({ lost }) => lost)]);
    logger.info({ signal: stop.reason as string }, 'stopping');
    // The step that is being taken is not cut off: what it opens, and whatever uses that, would fail and say so.
    parts.add('start', DOWN_BY_MS.start, (withinMs) => settledWithin(up, withinMs - CUT_MS));
  } catch (error) {
    await parts.stop();
    throw error;
  }
  await parts.stop();
  process.exit(0);
}

/**
 * Starts the service step by step; after a signal it takes no further step.
 *
 * @returns a promise that rejects when the service can't continue
 * @throws when the service can't start
 */
async function bringUp(
  configuration: Configuration,
  logger: Logger,
  parts: Parts,
  stop: AbortSignal,
): Promise<{ lost: Promise<never> }> {
  // Before a database is made or a password shown: most who start it twice have forgotten the first.
  await forVariable('HOST and PORT', () => requireFreePort(configuration));
  await requireUsableFolder(configuration.dataDir);
  const { url, lost } =
    configuration.databaseUrl === null
      ? await embeddedDatabase(configuration, logger, parts, stop)
      : { url: configuration.databaseUrl, lost: new Promise<never>(() => undefined) };
  stop.throwIfAborted();
  const encryptionKey = await prepareDatabase(url, configuration, logger, stop);
  const role = await prepareApplicationRole(url, APPEND_ONLY_TABLES);
  const replica = configuration.databaseReplicaUrl === null ? null : { url: configuration.databaseReplicaUrl, logger };
  if (replica !== null) await forVariable('DATABASE_REPLICA_URL', () => requireOwnReplica(replica.url));
  stop.throwIfAborted();
  const database = await openDatabase(url, role, configuration.databasePoolSize, replica);
  parts.add('connections', DOWN_BY_MS.connections, () => database.close());
  stop.throwIfAborted();

  const inFlightResponses = new InFlightResponses();
  const app = await createApplication({
    configuration,
    encryptionKey,
    database,
    logger,
    clock: new SystemClock(),
    inFlightResponses: inFlightResponses,
    dashboard: readDashboard(DASHBOARD),
  });
  parts.add('application', DOWN_BY_MS.application, () => app.close());
  stop.throwIfAborted();
  // Before the service listens: whoever registered the operator's address first would become the operator.
  await app.get(FirstOperator).ensure(configuration.bootstrapEmail, configuration.bootstrapPassword, announceOperator);
  stop.throwIfAborted();
  await forVariable('HOST and PORT', () => listen(app.getHttpServer() as Server, configuration));
  parts.add('requests', DOWN_BY_MS.requests, (withinMs) =>
    inFlightResponses.drain(app.getHttpServer() as Server, withinMs - CUT_MS),
  );

  stop.throwIfAborted();
  letNewSpaceGrow();
  announce(app, configuration);
  logger.info({ node: process.version, timeZoneData: timeZoneDataVersion(), pid: process.pid }, 'started');
  return { lost };
}

/** Brings the database up to date. @returns the key that its secrets are encrypted with */
async function prepareDatabase(
  url: string,
  configuration: Configuration,
  logger: Logger,
  stop: AbortSignal,
): Promise<Buffer> {
  const encryptionKey = await inDataDir(configuration, () => loadEncryptionKey(configuration));
  await forVariable(configuration.databaseUrl === null ? null : 'DATABASE_URL', () => migrate(url));
  stop.throwIfAborted();
  await requireSameEncryptionKey(url, encryptionKey, configuration);
  await makeAuditYears(url, new SystemClock(), logger);
  stop.throwIfAborted();
  return encryptionKey;
}

/** Aborted by the first signal to stop. It may come twice, from npm and from the process group; once is enough. */
function onStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => controller.abort(signal));
  return controller.signal;
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Waits until a promise is settled, whichever way, but no longer than that. */
async function settledWithin(promise: Promise<unknown>, withinMs: number): Promise<void> {
  const settled = promise.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([settled, sleep(withinMs, undefined, { ref: false })]);
}

/** @throws ConfigurationError naming the variable when the folder can't be made or written */
async function requireUsableFolder(dataDir: string): Promise<void> {
  await forVariable('DATA_DIR', async () => {
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

/** Runs a step that depends on a variable, and puts the variable's name in front of what went wrong. */
async function forVariable(variable: string | null, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (variable === null) throw error;
    throw new ConfigurationError(variable, `cannot be used: ${(error as Error).message}`);
  }
}

/** Runs a step that works with files in the folder: they may belong to another user although the folder does not. */
async function inDataDir<T>({ dataDir }: Pick<Configuration, 'dataDir'>, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const { path, message } = error as NodeJS.ErrnoException;
    if (!path?.startsWith(dataDir)) throw error;
    throw new ConfigurationError('DATA_DIR', `cannot be used: ${message}`);
  }
}

/** @returns how to connect, and a promise that rejects when the server is gone for good */
async function embeddedDatabase(
  { dataDir }: Configuration,
  logger: Logger,
  parts: Parts,
  signal: AbortSignal,
): Promise<{ url: string; lost: Promise<never> }> {
  process.stdout.write('Starting the embedded PostgreSQL...\n');
  let lose!: (error: Error) => void;
  const lost = new Promise<never>((_resolve, reject) => (lose = reject));
  // It is awaited only once the service is up; until then anything that needs the server fails on its own.
  lost.catch(() => undefined);
  const starting = startEmbeddedPostgres(
    join(dataDir, 'postgres'),
    {},
    {
      signal,
      lost: lose,
      report: (line, error) => logger.warn({ err: error }, line),
    },
  );
  // Added before the server is up: a signal that comes meanwhile must leave no server behind.
  parts.add('postgres', DOWN_BY_MS.postgres, async (withinMs) =>
    (await starting.catch(() => undefined))?.stop(withinMs),
  );
  return { url: (await inDataDir({ dataDir }, () => starting)).url, lost };
}

/** Listens for a moment. Whoever takes the port between now and the real `listen` is noticed there. */
async function requireFreePort(configuration: Configuration): Promise<void> {
  const probe = createServer();
  await listen(probe, configuration);
  probe.close();
  await once(probe, 'close');
}

/** Nest's own `listen` throws an error and also logs it: a second, unreadable line. */
async function listen(server: NetServer, { host, port }: Configuration): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

function announceOperator({ email, password }: Operator): void {
  print([`Super Admin:   ${email}`, ...(password === null ? [] : [`Password:      ${password}  (shown this once)`])]);
}

function announce(app: NestExpressApplication, { host }: Configuration): void {
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  print([`Listening on ${origin}`, `API reference: ${app.get(PublicOrigin).link('/api/docs')}`]);
}

/** A paragraph that stands out between the lines of the log. */
function print(lines: readonly string[]): void {
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}
