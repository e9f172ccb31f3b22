/**
 * Generates a client from docs/openapi.json with each generator, and compiles it strictly. What partners use reads the
 * document in ways of its own: a document can be valid and yet of no use to one of them.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
/** Beside the packages that generated code imports, and out of sight of linters. */
const OUTPUT = join(HERE, 'node_modules/.generated');
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const run = (program, args) =>
  promisify(execFile)(process.execPath, [join(HERE, 'node_modules', program), ...args], {
    cwd: HERE,
    env: { ...process.env, DO_NOT_TRACK: '1', KUBB_DISABLE_TELEMETRY: '1' },
    maxBuffer: MAX_OUTPUT_BYTES,
  });

/**
 * How each generator is run: as its documentation says, and with its defaults; calls by fetch, where it would need a
 * further package by default. Orval is the newest that runs on Node 20. Before 7.11 it gave two response types one name
 * where a status has two media types (JSON or CSV, JSON or PDF).
 */
const GENERATORS = {
  'openapi-typescript': (folder) =>
    run('openapi-typescript/bin/cli.js', [DOCUMENT, '--output', join(folder, 'index.ts')]),
  'hey-api': (folder) =>
    run('@hey-api/openapi-ts/bin/run.js', ['--input', DOCUMENT, '--output', folder, '--no-log-file']),
  orval: (folder) =>
    run('orval/dist/bin/orval.js', ['--input', DOCUMENT, '--output', join(folder, 'index.ts'), '--client', 'fetch']),
  kubb: () => run('@kubb/cli/bin/kubb.cjs', ['generate', '--config', 'kubb.config.mjs']),
};

/** Strict, and as bundlers compile what they find. */
const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  // Kubb's files name each other so.
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

async function check(name) {
  const begun = performance.now();
  const folder = join(OUTPUT, name);
  try {
    await mkdir(folder, { recursive: true });
    await GENERATORS[name](folder);
    const project = join(OUTPUT, `${name}.json`);
    const include = [`${relative(OUTPUT, folder)}/**/*.ts`];
    await writeFile(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include, exclude: [] }));
    await run('typescript/bin/tsc', ['--project', project]);
    console.log(`${name}: compiles strictly (${Math.round((performance.now() - begun) / 1000)} s)`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name}: ${[error.message, error.stdout, error.stderr].filter(Boolean).join('\n')}`);
  }
}

await rm(OUTPUT, { recursive: true, force: true });
await Promise.all(Object.keys(GENERATORS).map(check));
