'use strict';
/** How long the product takes to come up, and what it needs while nobody asks anything of it. */
const { execFile } = require('node:child_process');
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { promisify } = require('node:util');
const { productEnv, PRODUCT, startServer } = require('./processes');
const settings = require('./settings');

const SETTLE_MS = 5_000;

/**
 * Starts the built product twice on an embedded database of its own: once with nothing there, once with all there.
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

/** What the process itself holds in memory: the database's processes are not part of it. */
async function residentMiB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kibibytes =
    status?.match(/^VmRSS:\s+(\d+)/m)?.[1] ??
    (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kibibytes) / 1024;
}

module.exports = { measureStart, residentMiB };
