'use strict';
const { once } = require('node:events');
const { join } = require('node:path');
const { Worker } = require('node:worker_threads');

/** Makes the databases of the run; see `test-databases.ts`. */
module.exports = async function globalSetup() {
  const thread = new Worker(join(__dirname, 'database-thread.js'));
  const [env] = await once(thread, 'message');
  Object.assign(process.env, env);
  globalThis.databaseThread = thread;
};
