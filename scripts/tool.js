'use strict';
/**
 * Runs a development tool that is no part of the product's installation: few commands need it, and it has many files.
 * `tools`, `bench` and `test/clients` have a package.json and a lock of their own for such; they are installed by the
 * first command that needs them.
 *
 *     node scripts/tool.js tools redocly lint docs/openapi.json   installs tools where it must, and runs redocly there
 *     node scripts/tool.js bench                                  only installs
 */
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');

/** Installs a folder whose installation is not what its lock says. */
function ensureInstalled(folder) {
  const home = path.join(ROOT, folder);
  if (isInstalled(home)) return;
  const command = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  console.error(
    `${folder} is not installed as its package-lock.json says: npm ${command.join(' ')} --prefix ${folder}`,
  );
  // On Windows npm is a script, which only a shell runs.
  const options = { cwd: home, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' };
  const { status, error } = spawnSync('npm', command, options);
  if (status !== 0) throw new Error(`${folder} could not be installed, see above.`, { cause: error });
}

/** Whether every package that this platform needs is there in the version of the lock. */
function isInstalled(home) {
  const wanted = packagesIn(path.join(home, 'package-lock.json'));
  // npm leaves there what it has installed.
  const installed = packagesIn(path.join(home, 'node_modules/.package-lock.json'));
  return Object.entries(wanted).every(
    ([name, { version, optional }]) => name === '' || optional || installed[name]?.version === version,
  );
}

function packagesIn(lock) {
  return fs.existsSync(lock) ? JSON.parse(fs.readFileSync(lock, 'utf8')).packages : {};
}

/** Runs a program of a folder's packages in the working directory, and ends as it ends. */
function run(folder, program, args) {
  const programs = path.join(ROOT, folder, 'node_modules/.bin');
  // As npm runs it: one program finds another of the same folder.
  const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env['PATH']}` };
  const options = { stdio: 'inherit', env, shell: process.platform === 'win32' };
  const { status, error } = spawnSync(path.join(programs, program), args, options);
  if (error) throw error;
  process.exitCode = status ?? 1;
}

if (require.main === module) {
  const [folder, program, ...args] = process.argv.slice(2);
  try {
    ensureInstalled(folder);
    if (program !== undefined) run(folder, program, args);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

module.exports = { ensureInstalled };
