'use strict';
/**
 * What `npm start` runs: builds the parts of the product whose build is not up to date with their sources, then runs it.
 * With `migrate` (`npm run migrate`) it runs the program that brings the database up to date and ends. Either is loaded
 * into this very process, so that signals reach it and npm sees its exit code.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { PARTS } = require('./build.js');

const ROOT = path.resolve(__dirname, '..');
const MAIN = path.join(ROOT, 'dist/src/main.js');
const MIGRATE = path.join(ROOT, 'dist/src/migrate.js');
const LOCK = path.join(ROOT, 'node_modules/.build.lock');
/** A change of how the parts are built makes each of them stale. */
const BUILD_SCRIPT = 'scripts/build.js';
const LOCK_POLL_MS = 200;
const LOCK_MAX_AGE_MS = 180_000;

/** Stops the builds that are running, if any. */
const building = new AbortController();
let ownsLock = false;

async function start() {
  requireNodeVersion(20, 19);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const migrates = process.argv[2] === 'migrate';
  await ensureBuilt({ dashboard: !migrates && process.env.DASHBOARD !== 'off' });
  require(migrates ? MIGRATE : MAIN);
  // From here on signals go to the product's own handlers, including one that came while it was loading.
  process.off('SIGTERM', stop);
  process.off('SIGINT', stop);
}

/** Builds the parts of the product that are not up to date with their sources. */
async function ensureBuilt({ dashboard = true } = {}) {
  // An installation without sources, such as the container image, comes with its build.
  if (!fs.existsSync(path.join(ROOT, 'src'))) return;
  const parts = dashboard ? [PARTS.service, PARTS.dashboard] : [PARTS.service];
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

function isStale({ output, stamp, sources }) {
  return !fs.existsSync(output) || !fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== fingerprint(sources);
}

/**
 * A hash of names and contents. Times are useless: a clone, a copy or another branch makes any file look new or old.
 */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of [...sources, BUILD_SCRIPT].flatMap(filesUnder).filter((name) => !name.endsWith('.spec.ts'))) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(name) {
  const absolute = path.join(ROOT, name);
  if (!fs.existsSync(absolute)) return [];
  if (!fs.statSync(absolute).isDirectory()) return [name];
  return fs
    .readdirSync(absolute)
    .sort()
    .flatMap((child) => filesUnder(path.posix.join(name, child)));
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
    await Promise.all(parts.filter(isStale).map(buildAndStamp));
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

async function buildAndStamp(part) {
  console.log(part === PARTS.service ? 'Building the service…' : 'Building the dashboard…');
  const before = fingerprint(part.sources);
  await part.build({ signal: building.signal }).catch((error) => fail(error.message));
  fs.writeFileSync(part.stamp, before);
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
