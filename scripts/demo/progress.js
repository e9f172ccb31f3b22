'use strict';

/** Shows a line while work is under way, and how long it took. */
async function progressOf(title, work) {
  const startedAt = performance.now();
  if (process.stderr.isTTY) process.stderr.write(`${title.padEnd(24)} …`);
  const result = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${title.padEnd(24)} ${seconds} s\n`);
  return result;
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

module.exports = { progressOf, say };
