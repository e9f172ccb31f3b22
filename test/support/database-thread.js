'use strict';
/** Keeps the databases of a test run until it is told to stop; a thread, because Jest has its own way to load TypeScript. */
require('./load-typescript');
const { once } = require('node:events');
const { parentPort } = require('node:worker_threads');
const { startTestDatabases } = require('./test-databases.ts');

void (async () => {
  const databases = await startTestDatabases();
  parentPort.postMessage(databases.env);
  await once(parentPort, 'message');
  await databases.tearDown();
  parentPort.close();
})();
