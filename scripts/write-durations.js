'use strict';
/**
 * What `npm run durations` runs: writes how long each test file took into `test/durations.json`, by which Jest orders them.
 * It reads the results of a whole run: `npm test -- --json --outputFile=results.json && npm run durations results.json`, or
 * the same with `npm run test:faults`. What is known of the other files stays.
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { relative, resolve } = require('node:path');

const ROOT = resolve(__dirname, '..');
const TARGET = resolve(ROOT, 'test/durations.json');
const { testResults } = JSON.parse(readFileSync(resolve(process.argv[2]), 'utf8'));
const known = Object.entries(JSON.parse(readFileSync(TARGET, 'utf8'))).filter(([file]) =>
  existsSync(resolve(ROOT, file)),
);
const measured = testResults.map(({ name, startTime, endTime }) => [
  relative(ROOT, name),
  Math.round((endTime - startTime) / 100) / 10,
]);
const seconds = Object.fromEntries([...known, ...measured]);
const sorted = Object.fromEntries(Object.entries(seconds).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(TARGET, `${JSON.stringify(sorted, null, 2)}\n`);
