'use strict';
/** Starts the servers to measure, each in a process of its own. */
const { spawn } = require('node:child_process');
const { openSync, closeSync, readFileSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { later } = require('./cleanup');

const ROOT = join(__dirname, '..');
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 10;

/**
 * @typedef {object} Running
 * @property {string} origin such as http://127.0.0.1:41234
 * @property {number} pid
 * @property {number} startMs from the start of the process until it listened
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a server and waits until it reports that it is listening.
 *
 * @param {string} name of its log file
 * @param {string} folder for its log; a pipe would cost time in this process, which generates the load
 * @param {string[]} command parameters for Node: its own, then the script
 * @param {NodeJS.ProcessEnv} env beyond PATH and HOME: variables of the caller must not change what is measured
 * @param {{ node?: string, cwd?: string }} [options] the executable of Node, and the working directory
 * @returns {Promise<Running>}
 */
async function startServer(name, folder, command, env, { node = process.execPath, cwd = ROOT } = {}) {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, 'w');
  const startedAt = performance.now();
  const child = spawn(node, command, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', output, output],
    // In a process group of its own, so that Ctrl-C reaches only this process, which then ends the others in order.
    detached: true,
  });
  closeSync(output);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => stopChild(child, ended);
  later(stop);
  while (performance.now() - startedAt < START_TIMEOUT_MS) {
    const origin = /Listening on (http:\/\/\S+)/.exec(await readFile(log, 'utf8'))?.[1];
    if (origin) return { origin, pid: child.pid, startMs: performance.now() - startedAt, stop };
    if (child.exitCode !== null || child.signalCode !== null) break;
    await sleep(POLL_MS);
  }
  throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

async function stopChild(child, ended) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(patience);
}

/** Who runs the platform of a product that is measured. */
const OPERATOR = { email: 'operator@bench.example', password: 'a password for the bench' };

/**
 * The parameters and variables of the product, as `npm start` runs it in production.
 *
 * @param {{ databaseUrl: string | null, dataDir: string, poolSize: number, rateLimit: number }} options
 * @returns {NodeJS.ProcessEnv}
 */
function productEnv({ databaseUrl, dataDir, poolSize, rateLimit }) {
  return {
    NODE_ENV: 'production',
    BOOTSTRAP_EMAIL: OPERATOR.email,
    BOOTSTRAP_PASSWORD: OPERATOR.password,
    PORT: '0',
    ENCRYPTION_KEY: Buffer.alloc(32, 'bench').toString('base64'),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    RATE_LIMIT: String(rateLimit),
    REGISTRATION_LIMIT: '0',
    // Receivers of webhooks are on this machine.
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    DATABASE_POOL_SIZE: String(poolSize),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
}

/** The parameters of Node in `npm start`. */
const PRODUCT = ['--max-semi-space-size=64', join(ROOT, 'scripts/start.js')];

module.exports = { startServer, productEnv, OPERATOR, PRODUCT, ROOT };
