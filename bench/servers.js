'use strict';
/** The servers under load: the product and the limits it is compared with. */
const { join } = require('node:path');
const { say, step } = require('./console');
const { queryOnce } = require('./database');
const { measureInRounds, median } = require('./load');
const { productEnv, PRODUCT, startServer } = require('./processes');
const settings = require('./settings');
const { requireSameResponses, workloads } = require('./workloads');

const LIMITS = {
  base: ['bare.js', 'pooled'],
  limit: ['bare.js', 'pipelined'],
  express: ['express.js'],
};

/**
 * @typedef {import('./processes').Running & { name: string }} Server
 * @typedef {{ url: string, role: string | null }} Database
 */

/**
 * @param {Database} database
 * @param {string} folder
 * @param {string[]} [nodeFlags]
 * @returns {Promise<Server>}
 */
async function startProduct({ url }, folder, nodeFlags = []) {
  const { poolSize, rateLimit } = settings;
  const env = productEnv({ databaseUrl: url, dataDir: join(folder, 'product'), poolSize, rateLimit });
  return { name: 'product', ...(await startServer('product', folder, [...nodeFlags, ...PRODUCT], env)) };
}

/**
 * @param {string} name of LIMITS
 * @param {Database} database
 * @param {string} folder
 * @param {string[]} [nodeFlags]
 * @returns {Promise<Server>}
 */
async function startLimit(name, { url, role }, folder, nodeFlags = []) {
  const [script, ...parameters] = LIMITS[name];
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    DATABASE_ROLE: role ?? '',
    DATABASE_POOL_SIZE: String(settings.poolSize),
    RATE_LIMIT: String(settings.rateLimit),
  };
  const command = [...nodeFlags, join(__dirname, 'limits', script), ...parameters];
  return { name, ...(await startServer(name, folder, command, env)) };
}

/**
 * Puts every workload on every server.
 *
 * @param {Database} database
 * @param {Server} product
 * @param {string} folder
 */
async function measureLoad(database, product, folder) {
  const all = [];
  for (const name of Object.keys(LIMITS)) all.push(await startLimit(name, database, folder));
  all.push(product);
  const results = [];
  for (const workload of workloads) {
    const servers = all.filter(({ name }) => workload.servers.includes(name));
    await step(`${workload.title}: the same responses`, () => requireSameResponses(workload, servers));
    const before = await countRows(database.url);
    const rounds = await measureInRounds(servers, workload.request, say);
    if (workload.name === 'create') requireRows(before, await countRows(database.url), rounds);
    results.push({ name: workload.name, title: workload.title, servers: summarize(rounds) });
  }
  return results;
}

/** @returns {Promise<Record<string, number>>} */
async function countRows(url) {
  const [counts] = await queryOnce(
    url,
    `SELECT (SELECT count(*)::int FROM expenses) AS expenses, (SELECT count(*)::int FROM audit_records) AS audited,
       (SELECT count(*)::int FROM audit_unsealed) + (SELECT count(*)::int FROM audit_seals) AS chained`,
  );
  return counts;
}

/**
 * Makes sure that every 201 has left its rows. There may be more: nobody gets the responses to a round's last requests.
 */
function requireRows(before, after, rounds) {
  const acknowledged = [...rounds.values()].flat().reduce((sum, { completed: count }) => sum + count, 0);
  for (const kind of Object.keys(after)) {
    const made = after[kind] - before[kind];
    if (made < acknowledged)
      throw new Error(`${acknowledged} expenses were acknowledged, but only ${made} are there (${kind}).`);
  }
}

/**
 * The medians of the rounds. A ratio is the median of the ratios within each round, so that whatever slowed a whole
 * round down cancels out.
 *
 * @param {Map<string, import('./load').Measurement[]>} rounds
 */
function summarize(rounds) {
  const base = rounds.get('base');
  return [...rounds].map(([name, own]) => {
    const ratios = own.map(({ perSecond }, round) => perSecond / base[round].perSecond);
    return {
      name,
      perSecond: median(own.map(({ perSecond }) => perSecond)),
      ratio: median(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      p50: median(own.map(({ p50 }) => p50)),
      p99: median(own.map(({ p99 }) => p99)),
      p99Ratio: median(own.map(({ p99 }, round) => p99 / base[round].p99)),
    };
  });
}

module.exports = { measureLoad, startLimit, startProduct, summarize };
