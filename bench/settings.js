'use strict';
/** Settings from the environment, and constants that all parts of the benchmark share. */

/**
 * @param {string} name
 * @param {number} fallback
 */
function number(name, fallback) {
  const value = process.env[name] ? Number(process.env[name]) : fallback;
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a number above 0`);
  return value;
}

const scale = number('BENCH_SCALE', 1);

module.exports = {
  /** Multiplies organizations and report expenses; the goals are for 1. */
  scale,
  /** Seconds of measurement per server and round. */
  seconds: number('BENCH_SECONDS', 3),
  rounds: Math.round(number('BENCH_ROUNDS', 5)),
  /** Seconds of load before the first round, per server and workload. */
  warmUpSeconds: number('BENCH_WARM_UP', 2),
  connections: Math.round(number('BENCH_CONNECTIONS', 64)),
  /** Event streams of one process; each takes a file descriptor of the process. */
  streams: Math.max(1_000, Math.round(number('BENCH_STREAMS', 5_000))),
  /** How often each report is requested. */
  reportRuns: Math.max(10, Math.round(number('BENCH_REPORT_RUNS', 11))),
  /** A given database to measure on; what the benchmark creates in its schema `public` stays there. */
  databaseUrl: process.env.BENCH_DATABASE_URL || null,
  /** Parts to run, such as `load,report`; all when left out. */
  parts: new Set(
    (process.env.BENCH_ONLY || 'start,load,report,webhooks,import,streams').split(',').map((part) => part.trim()),
  ),
  /** The peers that `npm run bench:peers` compares the product with. */
  peers: (process.env.BENCH_PEERS || 'directus,strapi').split(',').map((peer) => peer.trim()),
  /** Connections of every server to PostgreSQL. */
  poolSize: 20,
  /** Requests per window and key: requests are counted, but the limit is never reached. */
  rateLimit: 1_000_000_000,

  organizations: Math.max(2, Math.round(1000 * scale)),
  eventsPerOrganization: 5,
  expensesPerOrganization: 1000,
  reportExpenses: Math.max(10_000, Math.round(1_000_000 * scale)),
  reportEvents: 200,
  /** The first of the report's ten years. */
  reportFirstYear: 2016,
};
