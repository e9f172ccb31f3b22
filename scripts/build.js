'use strict';
/** What `npm run build` runs: empties dist, compiles the product into it, and copies what the product serves as files. */
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const ASSETS = 'src/platform/pages/assets';

/** Builds the product. Rejects when the compiler reports errors, and when `signal` stops it. */
async function build({ signal } = {}) {
  fs.rmSync(path.join(ROOT, 'dist'), { recursive: true, force: true });
  const compiler = spawn(process.execPath, [COMPILER, '--project', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    signal,
  });
  await new Promise((resolve, reject) => {
    compiler.once('error', reject);
    compiler.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The build failed, see above.'))));
  });
  fs.cpSync(path.join(ROOT, ASSETS), path.join(ROOT, 'dist', ASSETS), { recursive: true });
}

if (require.main === module) {
  build().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}

module.exports = { build, COMPILER };
