'use strict';
/** Puts load on servers alternately, and measures them. */
const { performance } = require('node:perf_hooks');
const { ensureInstalled } = require('../scripts/tool');
ensureInstalled('bench');
const autocannon = require('autocannon');
const settings = require('./settings');

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {string} [body]
 *
 * @typedef {object} Measurement
 * @property {number} perSecond
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} completed
 */

/** How many different requests one connection repeats in a loop. */
const REQUESTS_PER_CONNECTION = 200;

/**
 * Measures every server in every round, each round beginning with another one, so that changes on the machine affect
 * all of them alike.
 *
 * @param {{ name: string, origin: string }[]} servers
 * @param {(server: { name: string, origin: string }) => Request} randomRequest
 * @param {(line: string) => void} progress
 * @returns {Promise<Map<string, Measurement[]>>} the rounds of every server
 */
async function measureInRounds(servers, randomRequest, progress) {
  const rounds = new Map(servers.map(({ name }) => [name, []]));
  for (const server of servers) await measure(server.origin, () => randomRequest(server), settings.warmUpSeconds);
  for (let round = 0; round < settings.rounds; round++) {
    for (let offset = 0; offset < servers.length; offset++) {
      const server = servers[(round + offset) % servers.length];
      const measurement = await measure(server.origin, () => randomRequest(server), settings.seconds);
      rounds.get(server.name).push(measurement);
    }
    const figures = servers.map(({ name }) => `${name} ${Math.round(rounds.get(name).at(-1).perSecond)}`);
    progress(`  round ${round + 1}: ${figures.join(', ')} requests/s`);
  }
  return rounds;
}

/**
 * @param {string} origin
 * @param {() => Request} randomRequest
 * @param {number} seconds
 * @returns {Promise<Measurement>}
 * @throws Error when a response was anything but 2xx
 */
async function measure(origin, randomRequest, seconds) {
  /** autocannon's own percentiles are whole milliseconds. */
  const durations = [];
  let startedAt = Infinity;
  let endsAt = Infinity;
  const load = autocannon({
    url: origin,
    connections: settings.connections,
    duration: seconds,
    setupClient: (client) => client.setRequests(Array.from({ length: REQUESTS_PER_CONNECTION }, randomRequest)),
  });
  load.on('start', () => {
    startedAt = performance.now();
    endsAt = startedAt + seconds * 1000;
  });
  load.on('response', (_client, _status, _bytes, duration) => {
    if (performance.now() < endsAt) durations.push(duration);
  });
  const { errors, timeouts, non2xx, statusCodeStats } = await load;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${origin} failed: ${JSON.stringify({ errors, timeouts, statusCodeStats })}`);
  }
  durations.sort((a, b) => a - b);
  return {
    perSecond: durations.length / seconds,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    completed: durations.length,
  };
}

/** @param {number[]} sorted */
function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

module.exports = { measure, measureInRounds, median };
