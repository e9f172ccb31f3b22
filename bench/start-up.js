'use strict';
/** How long the product takes to start, and how much memory it needs when idle. */
const { execFile } = require('node:child_process');
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { promisify } = require('node:util');
const { productEnv, PRODUCT, startServer } = require('./processes');
const settings = require('./settings');

const SETTLE_MS = 5_000;

/**
 * Starts the built product twice on its own embedded database: first to set everything up, then with everything there.
 *
 * @param {string} folder
 * @returns {Promise<{ firstMs: number, secondMs: number, idleMiB: number }>}
 */
async function measureStart(folder) {
  const options = { databaseUrl: null, dataDir: join(folder, 'start'), poolSize: 20, rateLimit: settings.rateLimit };
  const env = productEnv(options);
  const first = await startServer('start-first', folder, PRODUCT, env);
  await first.stop();
  const second = await startServer('start-second', folder, PRODUCT, env);
  await sleep(SETTLE_MS);
  const idleMiB = await residentMiB(second.pid);
  await second.stop();
  return { firstMs: first.startMs, secondMs: second.startMs, idleMiB };
}

/** The resident memory of the process itself, without the database's processes. */
async function residentMiB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kibibytes =
    status?.match(/^VmRSS:\s+(\d+)/m)?.[1] ??
    (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kibibytes) / 1024;
}

module.exports = { measureStart, residentMiB };
