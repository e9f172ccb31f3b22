'use strict';
/** Shows progress and results on the console. */

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);

/**
 * Prints what is being done, and how long it took.
 *
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(what, work) {
  process.stderr.write(`${what} ... `);
  const startedAt = performance.now();
  const result = await work();
  process.stderr.write(`${seconds(startedAt)} s\n`);
  return result;
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * @param {string[]} head
 * @param {(string | number)[][]} rows the first column is aligned to the left, the others to the right
 */
function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  ');
  const ruler = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(cells[0]), ruler, ...cells.slice(1).map(line)].join('\n');
}

module.exports = { step, say, table };
