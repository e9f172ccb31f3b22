'use strict';
/**
 * `npm run bench:scale`: what a request costs more on a cluster of database machines, and how far one would go. All
 * machines are on this one, so it does not measure how fast they are: it measures the processor time of each machine's
 * PostgreSQL for each request, and computes from it what machines of their own could do.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
require('../test/support/load-typescript');
const { ensureBuilt } = require('../scripts/start');
const { later, runCommand } = require('./cleanup');
const { say, step, table } = require('./console');
const { call, makeApiKey, signUp } = require('./planner');

/** Of each kind, after as many to warm up as there are organizations. */
const REQUESTS = 1_000;
const AT_ONCE = 8;
const ORGANIZATIONS = 40;
const TICKS_PER_MS = 0.1;
/** Of each machine of the simulation: its cores, and how busy they may be. */
const CORES = 16;
const BUSY = 0.7;

const WORK = {
  'an event by its id': (origin, { headers, event }) => fetch(`${origin}/api/events/${event.id}`, { headers }),
  'a list of events': (origin, { headers }) => fetch(`${origin}/api/events?limit=20`, { headers }),
  'a new expense': (origin, { headers, event }) =>
    fetch(`${origin}/api/events/${event.id}/expenses`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ category: 'venue', amount: '1.00' }),
    }),
};

async function main() {
  await ensureBuilt();
  const { CitusCluster, whyNoCluster } = require('../test/support/citus-cluster.ts');
  const reason = whyNoCluster();
  if (reason !== null) throw new Error(`No cluster can be started: ${reason}.`);
  const cluster = await step('Starting a cluster', () => CitusCluster.start(true));
  later(() => cluster.close());
  const alone = await step('One machine', () => measure(cluster, 'alone', false));
  const spread = await step('A coordinator and two workers', () => measure(cluster, 'spread', true));
  report(alone, spread);
}

/** The processor time of each request on each machine in ms, by the kind of request; the coordinator's first. */
async function measure(cluster, name, distributed) {
  const { createClusterDatabase, createDistributedDatabase } = require('../test/support/cluster-database.ts');
  const { temporaryFolder } = require('./database');
  const { startProduct } = require('./servers');
  const url = await (distributed ? createDistributedDatabase : createClusterDatabase)(cluster.ports, name);
  const product = await startProduct({ url }, await temporaryFolder());
  try {
    const callers = [];
    for (let n = 0; n < ORGANIZATIONS; n++) callers.push(await newCaller(product.origin, `${name}-${n}`));
    const costs = {};
    for (const [kind, request] of Object.entries(WORK)) {
      await send(request, product.origin, callers, ORGANIZATIONS);
      const before = cluster.ports.map((port) => timeOf(cluster.dataOf(port)));
      await send(request, product.origin, callers, REQUESTS);
      costs[kind] = cluster.ports.map((port, n) => (timeOf(cluster.dataOf(port)) - before[n]) / REQUESTS);
    }
    return costs;
  } finally {
    await product.stop();
  }
}

async function newCaller(origin, name) {
  const headers = { authorization: `Bearer ${await makeApiKey(origin, await signUp(origin, name))}` };
  return { headers, event: await call(`${origin}/api/events`, headers, { name: 'An event' }) };
}

async function send(request, origin, callers, count) {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const response = await request(origin, callers[next++ % callers.length]);
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** The processor time that a PostgreSQL has used so far, in ms: its processes that run, and those that have ended. */
function timeOf(data) {
  const server = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0];
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, parent, ...rest] = statOf(pid);
    if (pid === server) ticks += sum(rest.slice(9, 13));
    else if (parent === server) ticks += sum(rest.slice(9, 11));
  }
  return ticks / TICKS_PER_MS;
}

/** What the kernel says of a process, from its state on; nothing of one that has just ended. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const sum = (values) => values.reduce((total, value) => total + Number(value), 0);

function report(alone, spread) {
  const rows = Object.keys(WORK).map((kind) => {
    const one = sum(alone[kind]);
    const [coordinator, ...others] = spread[kind];
    const workers = sum(others);
    const perSecond = (ms) => Math.round((CORES * BUSY * 1_000) / ms);
    return [
      kind,
      one.toFixed(2),
      coordinator.toFixed(2),
      workers.toFixed(2),
      ((coordinator + workers) / one).toFixed(1),
      perSecond(one),
      perSecond(coordinator),
      Math.max(1, Math.ceil(workers / coordinator)),
    ];
  });
  say(
    `Processor time of PostgreSQL for a request, in ms; and requests a second with ${CORES} cores, ${BUSY * 100} % busy:`,
  );
  const head = ['', 'one machine', 'coordinator', 'workers', 'times', 'one machine /s', 'at most /s', 'from workers'];
  say(table(head, rows));
}

void runCommand(main);
