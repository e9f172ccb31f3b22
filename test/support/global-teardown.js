'use strict';
const { once } = require('node:events');

module.exports = async function globalTeardown() {
  const thread = globalThis.databaseThread;
  thread.postMessage('stop');
  await once(thread, 'exit');
};
