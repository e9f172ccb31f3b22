'use strict';
/** The report over one organization's million expenses, against the best known SQL for it. */
const assert = require('node:assert/strict');
const { performance } = require('node:perf_hooks');
const { Client } = require('pg');
const { connectionConfig } = require('../dist/src/platform/database/connection');
const { endOfDay, monthStarts, startOfDay } = require('../dist/src/kernel/time-zone');
const settings = require('./settings');
const { say } = require('./console');
const { median } = require('./load');
const { apiKey, organizationId } = require('./names');
const { formulations } = require('./report-sql');

const ZONE = 'Europe/Berlin';
/** How often each formulation runs before the fastest is measured. */
const TRIALS = 3;
/** A formulation this many times slower than the fastest so far is dropped. */
const HOPELESS = 2;
/** Numbers of parallel workers to try in PostgreSQL. */
const PARALLELISM = [0, 2];

/**
 * @typedef {object} ReportResult
 * @property {string} period
 * @property {string} groupBy
 * @property {number} rows
 * @property {number} productMs median
 * @property {number} sqlMs median
 * @property {string} formulation the fastest SQL
 */

/**
 * @param {string} origin of the product
 * @param {string} url of the database
 * @returns {Promise<ReportResult[]>}
 */
async function measureReports(origin, url) {
  const { reportFirstYear: year, reportExpenses: count } = settings;
  const periods = [
    { name: 'ten years', rows: count, from: `${year}-01-01`, to: `${year + 9}-12-31` },
    { name: 'one year', rows: count / 10, from: `${year + 4}-01-01`, to: `${year + 4}-12-31` },
  ];
  const client = new Client({ ...connectionConfig(url, null, 0) });
  await client.connect();
  try {
    // As in psql: row-level security need not check each row's organization.
    await client.query(`SELECT set_config('app.unscoped', 'bench', false)`);
    const results = [];
    for (const period of periods) {
      for (const groupBy of Object.keys(formulations)) results.push(await measureOne(origin, client, period, groupBy));
    }
    return results;
  } finally {
    await client.end();
  }
}

async function measureOne(origin, client, period, groupBy) {
  const best = await fastest(client, period, groupBy);
  const { ms: productMs, value: report } = await timed(settings.reportRuns, () => ask(origin, period, groupBy));
  const { ms: sqlMs, value: sums } = await timed(settings.reportRuns, best.run);
  requireSameSums(report, sums);
  say(`  ${groupBy}, ${period.name}: ${productMs.toFixed(1)} ms, best SQL ${sqlMs.toFixed(1)} ms (${best.name})`);
  return { period: period.name, groupBy, rows: period.rows, productMs, sqlMs, formulation: best.name };
}

/** The fastest formulation in this database, with these rows. */
async function fastest(client, { from, to }, groupBy) {
  const start = startOfDay(from, ZONE);
  const end = endOfDay(to, ZONE);
  const starts = monthStarts(start, end, ZONE).map((month) => month.start);
  const parameters = [organizationId(0), start, end, starts, [...starts.slice(1), new Date(end.getTime() + 1)]];
  let best = { ms: Infinity };
  for (const { name, text, uses } of formulations[groupBy]) {
    const values = uses.map((number) => parameters[number - 1]);
    for (const workers of PARALLELISM) {
      const run = async () => (await client.query({ text: renumbered(text, uses), values })).rows;
      await client.query(`SET max_parallel_workers_per_gather = ${workers}`);
      // Some are hopeless without a suitable index; one run is enough to tell.
      if ((await timed(1, run)).ms > HOPELESS * best.ms) continue;
      const { ms } = await timed(TRIALS, run);
      if (ms < best.ms) best = { ms, name: workers === 0 ? name : `${name}, parallel`, run, workers };
    }
  }
  await client.query(`SET max_parallel_workers_per_gather = ${best.workers}`);
  return best;
}

/** Renumbers parameters, since PostgreSQL allows no gaps. */
function renumbered(text, uses) {
  return text.replace(/\$(\d)/g, (_, number) => `$${uses.indexOf(Number(number)) + 1}`);
}

async function ask(origin, { from, to }, groupBy) {
  const response = await fetch(`${origin}/api/expenses/reports?groupBy=${groupBy}&from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${apiKey(0)}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The report responded with ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Makes sure that the response and the SQL agree on the sums, group by group. */
function requireSameSums({ totals, groups }, sums) {
  const inCurrency = sums.filter((sum) => sum.currency === totals.currency);
  const shown = groups.map((group) => `${group.count} ${Number(group.amount).toFixed(2)}`).sort();
  const summed = inCurrency.map((sum) => `${sum.count} ${Number(sum.amount).toFixed(2)}`).sort();
  assert.deepEqual(shown, summed);
  assert.equal(
    totals.count,
    inCurrency.reduce((count, sum) => count + sum.count, 0),
  );
}

/**
 * Runs something several times, one after the other.
 *
 * @template T
 * @param {number} runs
 * @param {() => Promise<T>} work
 * @returns {Promise<{ ms: number, value: T }>} the median, and what the last run gave
 */
async function timed(runs, work) {
  const durations = [];
  let value = await work();
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now();
    value = await work();
    durations.push(performance.now() - startedAt);
  }
  return { ms: median(durations), value };
}

module.exports = { measureReports };
