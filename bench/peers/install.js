'use strict';
/** Installs the product's peers from the registry into the benchmark's temporary folder. */
const { execFile } = require('node:child_process');
const { cp } = require('node:fs/promises');
const { join } = require('node:path');
const { later } = require('../cleanup');
const { step } = require('../console');

/** Versions of Node that Directus's packages have binaries for. */
const NODES_OF_DIRECTUS = ['22', '24'];

/**
 * Copies a folder next to this file and installs the dependencies of its package.json.
 *
 * @param {string} name of the folder
 * @param {string} folder the temporary one
 * @param {{ scripts?: boolean }} [options] scripts: whether the packages' own install scripts are run
 * @returns {Promise<string>} where it is
 */
async function install(name, folder, { scripts = false } = {}) {
  const home = join(folder, name);
  await cp(join(__dirname, name), home, { recursive: true });
  const parameters = ['install', '--no-audit', '--no-fund', `--ignore-scripts=${!scripts}`];
  await step(`Installing ${name}`, () => run('npm', parameters, { cwd: home }));
  return home;
}

/**
 * The running Node if it fits, or another one, which is installed.
 *
 * @param {string} folder the temporary one
 * @returns {Promise<string>} the executable
 */
async function nodeOfDirectus(folder) {
  if (NODES_OF_DIRECTUS.includes(process.versions.node.split('.')[0])) return process.execPath;
  return join(await install('node22', folder, { scripts: true }), 'node_modules/.bin/node');
}

/**
 * Runs a command to its end.
 *
 * @param {string} command
 * @param {string[]} parameters
 * @param {import('node:child_process').ExecFileOptions} options
 * @returns {Promise<void>}
 */
function run(command, parameters, options) {
  return new Promise((resolve, reject) => {
    const child = execFile(command, parameters, { maxBuffer: 2 ** 24, ...options }, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`${command} ${parameters.join(' ')} failed:\n${stdout}${stderr}`, { cause: error }));
    });
    const ended = new Promise((done) => child.once('close', done));
    // Otherwise it would go on writing into a folder that is about to be removed.
    later(() => {
      if (child.exitCode === null && child.kill()) return ended;
    });
  });
}

module.exports = { install, nodeOfDirectus, run };
