'use strict';
/**
 * `npm run openapi`: writes the OpenAPI document of the sources to docs/openapi.json, or to the file that is named. The
 * application is put together but not started, so it needs neither a build nor a database.
 */
require('ts-node/register');
require('reflect-metadata');
const fs = require('node:fs');
const path = require('node:path');
const { NestFactory } = require('@nestjs/core');
const { Pool } = require('pg');
const { AppModule } = require('../src/app.module');
const { SystemClock } = require('../src/kernel/clock');
const { WebhooksReference } = require('../src/modules/webhooks/webhooks.reference');
const { RouteTable } = require('../src/platform/access/route-table');
const { readConfiguration } = require('../src/platform/config/configuration');
const { createDataSource } = require('../src/platform/database/data-source');
const { PipelinedConnections } = require('../src/platform/database/pipelined-connections');
const { Draining } = require('../src/platform/http/draining');
const { createLoggerTo } = require('../src/platform/logging/logger');
const { buildDocument } = require('../src/platform/openapi/document');

const FILE = path.resolve(process.argv[2] ?? path.join(__dirname, '../docs/openapi.json'));
/** Nothing ever connects to it. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing';

async function write() {
  const surroundings = {
    configuration: readConfiguration({}),
    // It encrypts nothing either.
    encryptionKey: Buffer.alloc(32),
    database: {
      dataSource: createDataSource(NOWHERE, null, 1),
      reads: new PipelinedConnections({ connectionString: NOWHERE }, 1),
      longReads: new Pool({ connectionString: NOWHERE }),
      reports: new Pool({ connectionString: NOWHERE }),
      apartWrites: new Pool({ connectionString: NOWHERE }),
      close: () => Promise.resolve(),
    },
    logger: createLoggerTo('silent', { write: () => undefined }),
    clock: new SystemClock(),
    draining: new Draining(),
  };
  // With abortOnError Nest would end the process itself, and with its logger off nobody would learn why.
  const app = await NestFactory.create(AppModule.forRoot(surroundings), { logger: false, abortOnError: false });
  // The document is described when the application starts, which this one does not.
  for (const part of [RouteTable, WebhooksReference]) app.get(part).onModuleInit();
  fs.mkdirSync(path.dirname(FILE), { recursive: true });
  fs.writeFileSync(FILE, `${JSON.stringify(buildDocument(app), null, 2)}\n`);
  console.log(`Wrote ${path.relative(process.cwd(), FILE)}`);
}

write().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
