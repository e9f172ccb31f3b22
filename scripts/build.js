'use strict';
/**
 * What `npm run build` runs: builds the service into dist, the dashboard into dashboard/dist and the client into
 * packages/client/dist. Not into one folder: each build empties its own. Each can also be built alone:
 * `node scripts/build.js service`.
 */
const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');
/** Compiles and checks ten times as fast as TypeScript 6, which stays for what reads sources by the compiler's API. */
const COMPILER = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
const BUNDLER = path.join(ROOT, 'node_modules/vite/bin/vite.js');
/**
 * Where the sources are, what starts, and which of them are served as files, as Nest's own tools read it. They don't build:
 * `@nestjs/cli` 12 brings @angular-devkit 22 and commander 15, which want Node 22.22 and 22.12, so that npm warns of them on
 * Node 20. `nest build` would do the same: tsc by this configuration, then the assets.
 */
const NEST = require('../nest-cli.json');
/** How an asset is named: only whole folders are copied. */
const EVERYTHING_IN = /\/\*\*\/\*$/;
/** A change of how the parts are built makes each of them stale. */
const BUILD_SCRIPT = 'scripts/build.js';

/**
 * Empties dist, compiles the service into it, and copies what it serves as files. Types are checked by `npm run types`: that
 * takes as long again, and whoever starts the service has not changed them.
 */
async function buildService(signal) {
  fs.rmSync(path.join(ROOT, 'dist'), { recursive: true, force: true });
  await run([COMPILER, '--project', NEST.compilerOptions.tsConfigPath, '--noCheck'], ROOT, signal);
  for (const { include, outDir } of NEST.compilerOptions.assets) {
    const folder = include.replace(EVERYTHING_IN, '');
    fs.cpSync(path.join(ROOT, NEST.sourceRoot, folder), path.join(ROOT, outDir, folder), { recursive: true });
  }
}

/** Bundles the dashboard into dashboard/dist, with compressed copies of its files. */
async function buildDashboard(signal) {
  await run([BUNDLER, 'build'], path.join(ROOT, 'dashboard'), signal);
}

/** Compiles the client, as partners install it. */
async function buildClient(signal) {
  await run(['scripts/build.mjs'], path.join(ROOT, 'packages/client'), signal);
}

/** Runs a tool until it ends. Rejects when it reports errors, and when `signal` stops it. */
async function run(command, cwd, signal) {
  const tool = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'inherit', 'inherit'], signal });
  await new Promise((resolve, reject) => {
    tool.once('error', reject);
    tool.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The build failed, see above.'))));
  });
}

/**
 * The parts of the product by name: how each is built, by which tool, from what, and what there is afterwards. The stamp
 * says what it was built from; a build empties its folder first.
 */
const PARTS = {
  service: {
    build: buildService,
    tool: COMPILER,
    output: path.join(ROOT, 'dist', NEST.sourceRoot, `${NEST.entryFile}.js`),
    stamp: path.join(ROOT, 'dist/built-from'),
    sources: [NEST.sourceRoot, 'packages/csv/src', 'migrations', 'ormconfig.ts'].concat(
      ...['nest-cli.json', 'tsconfig.json', NEST.compilerOptions.tsConfigPath, 'package.json'],
    ),
  },
  dashboard: {
    build: buildDashboard,
    tool: BUNDLER,
    output: path.join(ROOT, 'dashboard/dist/index.html'),
    stamp: path.join(ROOT, 'dashboard/dist/built-from'),
    sources: ['src', 'public', 'scripts', 'index.html', 'vite.config.ts', 'package.json']
      .map((name) => `dashboard/${name}`)
      .concat('packages/client/src', 'packages/csv/src'),
  },
  client: {
    build: buildClient,
    tool: COMPILER,
    output: path.join(ROOT, 'packages/client/dist/cjs/index.js'),
    stamp: path.join(ROOT, 'packages/client/dist/built-from'),
    sources: ['src', 'scripts', 'tsconfig.json', 'package.json'].map((name) => `packages/client/${name}`),
  },
};

/** Builds a part, leaves in its stamp what it was built from, and says what it does and how long it took. */
async function build(part, signal) {
  const [name] = Object.entries(PARTS).find(([, each]) => each === part);
  const begun = performance.now();
  console.log(`Building the ${name}…`);
  const before = fingerprint(part.sources);
  await part.build(signal);
  fs.writeFileSync(part.stamp, before);
  console.log(`Built the ${name} in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
}

/** Whether a part is not built, or not from the sources as they are now. */
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

if (require.main === module) {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
  const building = new AbortController();
  Promise.all(names.map((name) => build(PARTS[name], building.signal))).catch((error) => {
    building.abort();
    console.error(error.message);
    process.exit(1);
  });
}

module.exports = { build, isStale, PARTS };
