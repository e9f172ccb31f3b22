'use strict';
/**
 * What `npm start` runs: builds the parts of the product whose build is not up to date with their sources, then runs it.
 * With `migrate` (`npm run migrate`) it runs the program that brings the database up to date and ends. Either is loaded
 * into this very process, so that signals reach it and npm sees its exit code. `--help` and `--version` start nothing.
 */
const fs = require('node:fs');
const path = require('node:path');
const { build, isStale, PARTS } = require('./build.js');

const ROOT = path.resolve(__dirname, '..');
const MAIN = PARTS.service.output;
const MIGRATE = path.join(path.dirname(MAIN), 'migrate.js');
/** What that program reads of its arguments. */
const MIGRATE_OPTIONS = ['--distributed', '--dry-run'];
const LOCK = path.join(ROOT, 'node_modules/.build.lock');
const LOCK_POLL_MS = 200;
const LOCK_MAX_AGE_MS = 180_000;

const HELP = `Usage: npm start                builds what is not built, and serves
       npm run migrate          brings the database up to date, and ends
       npm run migrate -- --distributed [--dry-run]
                                spreads it over the machines of a Citus cluster, or says how it would
       npm start -- --help      shows this
       npm start -- --version   shows the version

Settings are environment variables. .env.example lists them, README.md explains how to start.`;

/** Stops the builds that are running, if any. */
const building = new AbortController();
let ownsLock = false;

async function start() {
  const program = programFor(process.argv.slice(2));
  if (program === null) return;
  requireNodeVersion(20, 19);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await ensureBuilt({ dashboard: program === MAIN && process.env.DASHBOARD !== 'off' });
  require(program);
  // From here on signals go to the product's own handlers, including one that came while it was loading.
  process.off('SIGTERM', stop);
  process.off('SIGINT', stop);
}

/** The program that the arguments ask for; null when they ask for a text, which is shown. Anything else ends it here. */
function programFor(args) {
  if (args.length === 0) return MAIN;
  const [first, ...rest] = args;
  const unknown = (first === 'migrate' ? rest.find((arg) => !MIGRATE_OPTIONS.includes(arg)) : rest[0]) ?? first;
  if (first === 'migrate' && unknown === first) return MIGRATE;
  if (rest.length === 0) {
    if (first === '--help' || first === '-h') return show(HELP);
    if (first === '--version' || first === '-v') return show(require('../package.json').version);
  }
  return fail(`Unknown argument: ${unknown}. "npm start -- --help" shows what there is.`);
}

function show(text) {
  console.log(text);
  return null;
}

/** Builds the parts of the product that are not up to date with their sources. */
async function ensureBuilt({ dashboard = true, client = false } = {}) {
  // An installation without sources, such as the container image, comes with its build.
  if (!fs.existsSync(path.join(ROOT, 'src'))) return;
  const parts = [PARTS.service, ...(dashboard ? [PARTS.dashboard] : []), ...(client ? [PARTS.client] : [])];
  if (parts.some(isStale)) await buildOnce(parts);
}

/** Handles a request to stop that comes before the product serves, the way the product would. */
function stop() {
  building.abort();
  releaseLock();
  process.exit(0);
}

function requireNodeVersion(major, minor) {
  const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number);
  if (runningMajor > major || (runningMajor === major && runningMinor >= minor)) return;
  fail(`Node ${major}.${minor} or newer is needed, this is ${process.versions.node}.`);
}

/** Makes one process build if several are started at once; the others wait and use its result. */
async function buildOnce(parts) {
  if (!parts.every(({ tool }) => fs.existsSync(tool))) {
    fail(
      'The product must be built first and the build tools are not installed: run "npm ci --include=dev", then "npm start".',
    );
  }
  while (!takeLock()) await new Promise((next) => setTimeout(next, LOCK_POLL_MS));
  try {
    // Side by side: each is mostly one thread.
    await Promise.all(parts.filter(isStale).map(buildOrFail));
  } finally {
    releaseLock();
  }
}

function takeLock() {
  try {
    fs.writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    ownsLock = true;
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') return true; // Nobody else can build into a folder that can't be written either.
  }
  if (isAbandoned(LOCK)) fs.rmSync(LOCK, { force: true });
  return false;
}

/** Whether the lock's builder was killed. Process ids are reused, in a container even this one's, so age counts too. */
function isAbandoned(lock) {
  try {
    const builderId = Number(fs.readFileSync(lock, 'utf8'));
    const ageMs = Date.now() - fs.statSync(lock).mtimeMs;
    return builderId === process.pid || !isAlive(builderId) || ageMs > LOCK_MAX_AGE_MS;
  } catch {
    return false; // It was released at this moment.
  }
}

function releaseLock() {
  if (ownsLock) fs.rmSync(LOCK, { force: true });
  ownsLock = false;
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function buildOrFail(part) {
  await build(part, building.signal).catch((error) => fail(error.message));
}

function fail(line) {
  building.abort();
  releaseLock();
  console.error(line);
  process.exit(1);
}

if (require.main === module) {
  start().catch((error) => fail(error instanceof Error ? (error.stack ?? error.message) : String(error)));
}

module.exports = { ensureBuilt };
