import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication } from '../../src/application';
import { readConfiguration } from '../../src/platform/config/configuration';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { openDatabase } from '../../src/platform/database/open-database';
import { Draining } from '../../src/platform/http/draining';
import { createLoggerTo } from '../../src/platform/logging/logger';
import { TestClock } from './clock';
import { createTestDatabase } from './database';

export interface TestApp {
  /** Base URL of the listening service, without a trailing slash. */
  readonly url: string;
  readonly app: NestExpressApplication;
  readonly clock: TestClock;
  /** URL of the test's own database, as its superuser. */
  readonly databaseUrl: string;
  /** The lines the service logged, as text. */
  readonly log: string[];
  close(): Promise<void>;
}

/** Starts the whole service on a database of its own. Rate limits are out of the way unless a test asks for them. */
export async function startTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const configuration = readConfiguration({ RATE_LIMIT: '1000000', LOG_LEVEL: 'info', DATABASE_POOL_SIZE: '12', DATABASE_URL: database.url, ...env });
  const connections = await openDatabase(database.url, await prepareApplicationRole(database.url), configuration.databasePoolSize);
  const log: string[] = [];
  const logger = createLoggerTo(configuration.logLevel, { write: (line: string) => void log.push(line) });
  const clock = new TestClock();
  const app = await createApplication({ configuration, database: connections, logger, clock, draining: new Draining() });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    clock,
    databaseUrl: database.url,
    log,
    async close() {
      await app.close();
      await connections.close();
      await database.drop();
    },
  };
}
