'use strict';
/**
 * What `npm start` runs: builds the product if the build is not up to date with the sources, then runs it. With
 * `migrate` (`npm run migrate`) it runs the program that brings the database up to date and ends. Either is loaded into
 * this very process, so that signals reach it and npm sees its exit code.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { build, COMPILER } = require('./build.js');

const ROOT = path.resolve(__dirname, '..');
const MAIN = path.join(ROOT, 'dist/src/main.js');
const MIGRATE = path.join(ROOT, 'dist/src/migrate.js');
/** Written into dist after a successful build; a build empties dist first. */
const STAMP = path.join(ROOT, 'dist/built-from');
const LOCK = path.join(ROOT, 'node_modules/.build.lock');
const SOURCES = [
  'src',
  'migrations',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.js',
  'package.json',
];
const LOCK_POLL_MS = 200;
const LOCK_MAX_AGE_MS = 180_000;

/** Stops the build that is running, if any. */
const building = new AbortController();
let ownsLock = false;

async function start() {
  requireNodeVersion(20, 19);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await ensureBuilt();
  require(process.argv[2] === 'migrate' ? MIGRATE : MAIN);
  // From here on signals go to the product's own handlers, including one that came while it was loading.
  process.off('SIGTERM', stop);
  process.off('SIGINT', stop);
}

/** Builds the product unless the build is up to date with the sources. */
async function ensureBuilt() {
  // An installation without sources, such as the container image, comes with its build.
  if (fs.existsSync(path.join(ROOT, 'src')) && !isUpToDate()) await buildOnce();
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

function isUpToDate() {
  return fs.existsSync(MAIN) && fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === fingerprint();
}

/**
 * A hash of names and contents. Times are useless: a clone, a copy or another branch makes any file look new or old.
 */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesUnder).filter((name) => !name.endsWith('.spec.ts'))) {
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
async function buildOnce() {
  if (!fs.existsSync(COMPILER)) {
    fail(
      'The product must be built first and the build tools are not installed: run "npm ci --include=dev", then "npm start".',
    );
  }
  while (!takeLock()) await new Promise((next) => setTimeout(next, LOCK_POLL_MS));
  try {
    if (!isUpToDate()) await buildAndStamp();
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

async function buildAndStamp() {
  console.log('Building…');
  const before = fingerprint();
  await build({ signal: building.signal }).catch((error) => fail(error.message));
  fs.writeFileSync(STAMP, before);
}

function fail(line) {
  releaseLock();
  console.error(line);
  process.exit(1);
}

if (require.main === module) {
  start().catch((error) => fail(error instanceof Error ? (error.stack ?? error.message) : String(error)));
}

module.exports = { ensureBuilt };
