'use strict';
/** Ends everything that was started, in reverse order: at the end, after an error, and on Ctrl-C. */

/** @type {(() => unknown)[]} */
const undoings = [];
/** @type {Promise<void> | undefined} */
let running;

/** @param {() => unknown} undo called once; may return a promise */
function later(undo) {
  undoings.push(undo);
}

/** Ends everything; a second call waits for the first. */
function cleanUp() {
  return (running ??= (async () => {
    for (const undo of undoings.splice(0).reverse()) {
      try {
        await undo();
      } catch (error) {
        console.error(error);
      }
    }
  })());
}

/**
 * Runs a command of the benchmark, then ends this process and everything that the command started.
 *
 * @param {() => Promise<void>} command
 */
async function runCommand(command) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      process.stderr.write('\nStopping...\n');
      void cleanUp().then(() => process.exit(130));
    });
  }
  try {
    await command();
  } catch (error) {
    // On Ctrl-C the command breaks off with errors, which need not be shown.
    if (running === undefined) {
      console.error(error instanceof Error ? error.stack : error);
      process.exitCode = 1;
    }
  }
  await cleanUp();
  process.exit();
}

module.exports = { later, runCommand };
