import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Pool } from 'pg';
import { AppModule } from '../src/app.module';
import { SystemClock } from '../src/kernel/clock';
import { FairLimiter } from '../src/kernel/fair-limiter';
import { WebhooksReference } from '../src/modules/reach/webhooks/webhooks.reference';
import { RouteTable } from '../src/platform/routes/route-table';
import { readConfiguration } from '../src/platform/config/configuration';
import { connectionConfig } from '../src/platform/database/connection';
import { createDataSource } from '../src/platform/database/data-source';
import type { OpenDatabase } from '../src/platform/database/open-database';
import { PipelinedConnections } from '../src/platform/database/pipelined-connections';
import { InFlightResponses } from '../src/platform/http/in-flight-responses';
import { createLoggerTo } from '../src/platform/logging/logger';
import { buildDocument } from '../src/platform/openapi/document';

/** Nothing ever connects to it. */
const UNMATCHED_PATH = 'postgres://nobody@127.0.0.1:1/nothing';

/** The OpenAPI document of the sources. The application is created but not started, so it needs no database. */
export async function documentOfSources(): Promise<ReturnType<typeof buildDocument>> {
  const surroundings = {
    configuration: readConfiguration({}),
    // Nothing is ever encrypted with it.
    encryptionKey: Buffer.alloc(32),
    database: unconnected(),
    logger: createLoggerTo('silent', { write: () => undefined }),
    clock: new SystemClock(),
    inFlightResponses: new InFlightResponses(),
    dashboard: null,
  };
  // With abortOnError Nest would end the process without a word, since its logger is off.
  const app = await NestFactory.create(AppModule.forRoot(surroundings), { logger: false, abortOnError: false });
  // The start of the application would call these, but this one is never started.
  app.get(RouteTable).onModuleInit();
  app.get(WebhooksReference).onModuleInit();
  return buildDocument(app);
}

function unconnected(): OpenDatabase {
  const pool = () => new Pool({ connectionString: UNMATCHED_PATH });
  const limiter = () => new FairLimiter({ total: 1, perKey: 1, timeoutMs: 0 });
  return {
    isDistributed: false,
    dataSource: createDataSource(UNMATCHED_PATH, null, 1),
    limiter: limiter(),
    reads: new PipelinedConnections(connectionConfig(UNMATCHED_PATH, null, 0), 1),
    listLimiter: limiter(),
    largeListLimiter: limiter(),
    longReads: pool(),
    longReadLimiter: limiter(),
    reports: pool(),
    reportLimiter: limiter(),
    autonomousWrites: pool(),
    openListener: null,
    close: () => Promise.resolve(),
  };
}
