'use strict';
const { once } = require('node:events');

module.exports = async function globalTeardown() {
  await globalThis.closeSharedTestApp?.();
  const thread = globalThis.databaseThread;
  thread.postMessage('stop');
  await once(thread, 'exit');
};
