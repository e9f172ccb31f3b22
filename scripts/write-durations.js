'use strict';
/**
 * What `npm run durations` runs: writes how long each test file took into `test/durations.json`, by which `npm test` orders
 * them. It reads the results of a whole run: `npm test -- --json --outputFile=results.json && npm run durations results.json`.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { relative, resolve } = require('node:path');

const ROOT = resolve(__dirname, '..');
const { testResults } = JSON.parse(readFileSync(resolve(process.argv[2]), 'utf8'));
const seconds = testResults
  .map(({ name, startTime, endTime }) => [relative(ROOT, name), Math.round((endTime - startTime) / 100) / 10])
  .sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(resolve(ROOT, 'test/durations.json'), `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
