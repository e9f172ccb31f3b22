import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication } from '../../src/application';
import { readConfiguration } from '../../src/platform/config/configuration';
import { APPEND_ONLY_TABLES } from '../../src/platform/audit/audit-tables';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { openDatabase } from '../../src/platform/database/open-database';
import { loadEncryptionKey } from '../../src/platform/encryption/encryption-key';
import { InFlightResponses } from '../../src/platform/http/in-flight-responses';
import { createLoggerTo } from '../../src/platform/logging/logger';
import { TestClock } from './clock';
import type { DashboardFiles } from '../../src/platform/dashboard/dashboard-files';
import { createTestDatabase } from './database';

export interface SharedTestApp {
  /** Base URL of the listening service, without a trailing slash. */
  readonly url: string;
  readonly app: NestExpressApplication;
  readonly clock: TestClock;
  /** URL of the test's own database, as its superuser. */
  readonly databaseUrl: string;
  /** The service's data directory; captured e-mail is in its folder `mail`. */
  readonly dataDir: string;
  /** The lines the service logged, as text. */
  readonly log: string[];
}

/** A service that its test stops. */
export interface TestApp extends SharedTestApp {
  /** Stops accepting and finishes what is under way, as a stopping service does first. */
  drain(withinMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** What a test needs of a service that it talks to from outside, such as one in another process. */
export type Service = Pick<SharedTestApp, 'url' | 'databaseUrl' | 'dataDir'>;

/**
 * Starts the whole service on a database of its own, or as one more replica on that of another app when `env` has its
 * `DATABASE_URL`. The dashboard is not part of it unless a test brings one. Rate limits are out of the way unless a test asks for them.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  dashboard: DashboardFiles | null = null,
): Promise<TestApp> {
  const database =
    env['DATABASE_URL'] === undefined
      ? await createTestDatabase()
      : { url: env['DATABASE_URL'], drop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'tour-events-test-'));
  const defaults = {
    RATE_LIMIT: '1000000',
    REGISTRATION_LIMIT: '0',
    MAIL_DAILY_LIMIT: '0',
    MAIL_DAILY_LIMIT_UNCONFIRMED: '0',
    LOG_LEVEL: 'info',
    DATABASE_POOL_SIZE: '12',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    // Receivers of the tests are on this machine.
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // Nobody listens there; a test that needs a response names another address.
    WHATSAPP_URL: 'http://127.0.0.1:9',
    WHATSAPP_TOKEN: 'a-token',
    WHATSAPP_PHONE_ID: '106540352242922',
    // The same for all: replicas share a database, and so its key.
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const configuration = readConfiguration({ ...defaults, ...env });
  const log: string[] = [];
  const logger = createLoggerTo(configuration.logLevel, { write: (line: string) => void log.push(line) });
  const connections = await openDatabase(
    database.url,
    await prepareApplicationRole(database.url, APPEND_ONLY_TABLES),
    configuration.databasePoolSize,
    configuration.databaseReplicaUrl === null ? null : { url: configuration.databaseReplicaUrl, logger },
  );
  const clock = new TestClock();
  const inFlightResponses = new InFlightResponses();
  const app = await createApplication({
    configuration,
    encryptionKey: await loadEncryptionKey(configuration),
    database: connections,
    logger,
    clock,
    inFlightResponses: inFlightResponses,
    dashboard,
  }).catch(async (error: unknown) => {
    await connections.close();
    throw error;
  });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    clock,
    databaseUrl: database.url,
    dataDir: configuration.dataDir,
    log,
    drain: (withinMs = 4_000) => inFlightResponses.drain(app.getHttpServer() as Server, withinMs),
    async close() {
      await app.close();
      await connections.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
