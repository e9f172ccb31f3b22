'use strict';
/** What benchmarks of the product alone begin and end with. */
const { ensureBuilt } = require('../scripts/start');
const { runCommand } = require('./cleanup');
const { step } = require('./console');
const { makeApiKey, signUp } = require('./planner');
const settings = require('./settings');

/**
 * @typedef {object} OnProduct
 * @property {string} origin of the product, which runs on a database of its own
 * @property {string} databaseUrl
 * @property {(text: string) => Promise<object[]>} query asks that database
 */

/**
 * Runs a command of the benchmark on the built product.
 *
 * @param {(product: OnProduct) => Promise<boolean>} measure whether all goals were reached: else the command fails
 */
function runOnProduct(measure) {
  return runCommand(async () => {
    await ensureBuilt();
    // These load what was just built.
    const { openDatabase, queryOnce, temporaryFolder } = require('./database');
    const { startProduct } = require('./servers');
    const folder = await temporaryFolder();
    const database = await openDatabase(settings.databaseUrl, folder);
    const product = await step('Starting the product', () => startProduct(database, folder));
    try {
      const query = (text) => queryOnce(database.url, text);
      const isReached = await measure({ origin: product.origin, databaseUrl: database.url, query });
      process.exitCode = isReached ? 0 : 1;
    } finally {
      await product.stop();
    }
  });
}

/**
 * Registers an organization, by a name that no other has.
 *
 * @returns {Promise<{ organizationId: string, userId: string, cookie: string, headers: Record<string, string> }>} with
 *   the headers of a key of its Admin
 */
async function newCaller(origin, name) {
  const planner = await signUp(origin, name);
  return { ...planner, headers: { authorization: `Bearer ${await makeApiKey(origin, planner)}` } };
}

module.exports = { newCaller, runOnProduct };
