'use strict';
/**
 * Webhooks of one process: how many per second, against the barest queue in the same database, job queues that send the
 * same, and undici alone (for context); and how soon after the commit they arrive, also beside an endpoint that hangs.
 */
const { execFile } = require('node:child_process');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { promisify } = require('node:util');
const { Client } = require('pg');
const { say } = require('./console');
const { median } = require('./load');
const { call, makeApiKey, signUp } = require('./planner');
const { productEnv, PRODUCT, startServer } = require('./processes');
const settings = require('./settings');

const ENDPOINTS = 200;
const PER_ORGANIZATION = 50;
const DELIVERIES = Math.max(2_000, Math.round(20_000 * settings.scale));
const BACKLOG = Math.max(1_000, Math.round(100_000 * settings.scale));
const CHANGES = 300;
const BETWEEN_CHANGES_MS = 10;
/** The delay of the first deliveries, by which all of them must have been made. */
const HEAD_START_SECONDS = 3;
const TIMEOUT_MS = 120_000;
/** The senders that the product is compared with; each gets the database, the receiver and how many to send. */
const OTHERS = {
  alone: 'limits/posts.js',
  bareQueue: 'limits/bare-queue.js',
  pgBoss: 'limits/pg-boss.js',
  graphileWorker: 'limits/graphile-worker.js',
};

/**
 * @typedef {object} WebhookResults
 * @property {number} perSecond median of the rounds
 * @property {Record<keyof OTHERS, number>} othersPerSecond median of the rounds
 * @property {Record<keyof OTHERS, number>} ratios to the others, medians of the rounds' ratios
 * @property {Latency} quiet
 * @property {Latency} besideHanging
 *
 * @typedef {{ p50: number, p99: number }} Latency milliseconds from the response to the change to its receipt
 */

/**
 * @param {{ url: string }} database migrated
 * @param {string} folder
 * @returns {Promise<WebhookResults>}
 */
async function measureWebhooks({ url }, folder) {
  const receiver = await startServer('receiver', folder, [join(__dirname, 'limits/receiver.js')], {});
  const product = await startSender(url, folder);
  const client = new Client({ connectionString: url, options: '-c app.unscoped=bench' });
  await client.connect();
  try {
    const owners = [];
    while (owners.length * PER_ORGANIZATION < ENDPOINTS)
      owners.push(await makeOwner(product.origin, receiver.origin, owners.length));
    // To warm up, as the others do.
    await sendAll(client, owners, receiver.origin, DELIVERIES / 5);
    const rounds = [];
    for (let round = 0; round < settings.rounds; round++)
      rounds.push(await measureRound(client, url, owners, receiver));
    await client.query(`UPDATE webhook_endpoints SET event_types = '{webhook.test}'`);
    const [owner] = owners;
    await register(product.origin, owner, `${receiver.origin}/timed`, ['tour.created']);
    const quiet = await measureLatency(product.origin, receiver.origin, owner);
    say(`  commit to receipt: ${described(quiet)}`);
    const hanging = await register(product.origin, owner, `${receiver.origin}/hang`, ['webhook.test']);
    await pileUp(client, owner.organizationId, [hanging], BACKLOG, 0);
    const besideHanging = await measureLatency(product.origin, receiver.origin, owner);
    say(`  beside one that hangs on ${BACKLOG.toLocaleString('en')}: ${described(besideHanging)}`);
    return {
      perSecond: median(rounds.map(({ perSecond }) => perSecond)),
      othersPerSecond: forOthers((name) => median(rounds.map(({ others }) => others[name]))),
      ratios: forOthers((name) => median(rounds.map(({ perSecond, others }) => perSecond / others[name]))),
      quiet,
      besideHanging,
    };
  } finally {
    await client.end();
    await product.stop();
    await receiver.stop();
  }
}

/** Starts the product as in production, except that receivers need no certificate. */
function startSender(databaseUrl, folder) {
  const { poolSize, rateLimit } = settings;
  const env = productEnv({ databaseUrl, dataDir: join(folder, 'sender'), poolSize, rateLimit });
  return startServer('sender', folder, PRODUCT, { ...env, NODE_ENV: 'development' });
}

async function measureRound(client, url, owners, receiver) {
  const others = {};
  for (const name of Object.keys(OTHERS)) others[name] = await rateOf(name, receiver.origin, DELIVERIES, url);
  const perSecond = await sendAll(client, owners, receiver.origin, DELIVERIES);
  const described = Object.entries(others).map(([name, rate]) => `${name} ${Math.round(rate)}`);
  say(`  ${Math.round(perSecond)} deliveries/s, ${described.join(', ')}`);
  return { perSecond, others };
}

/**
 * @param {keyof OTHERS} name
 * @returns {Promise<number>} how many it sends per second
 */
async function rateOf(name, receiverOrigin, count, databaseUrl = '') {
  const parameters = [join(__dirname, OTHERS[name]), receiverOrigin, String(count), databaseUrl];
  return Number((await promisify(execFile)(process.execPath, parameters)).stdout);
}

/**
 * Makes deliveries and waits until the receiver has them.
 *
 * @returns {Promise<number>} how many arrived per second
 */
async function sendAll(client, owners, receiverOrigin, count) {
  const before = (await received(receiverOrigin)).count;
  for (const { organizationId, webhookIds } of owners)
    await pileUp(client, organizationId, webhookIds, count / owners.length, HEAD_START_SECONDS);
  await client.query('ANALYZE webhook_deliveries, webhook_queue');
  const counted = async (least) => {
    const deadline = performance.now() + TIMEOUT_MS;
    while ((await received(receiverOrigin)).count - before < least) {
      if (performance.now() > deadline) throw new Error('The deliveries did not arrive.');
      await sleep(20);
    }
    return performance.now();
  };
  const startedAt = await counted(1);
  return (count / ((await counted(count)) - startedAt)) * 1000;
}

/** @param {(name: keyof OTHERS) => number} valueOf */
function forOthers(valueOf) {
  return Object.fromEntries(Object.keys(OTHERS).map((name) => [name, valueOf(name)]));
}

/** Makes deliveries directly in the database, each with an event of its own. */
async function pileUp(client, organizationId, webhookIds, count, delaySeconds) {
  await client.query(
    `WITH event AS (
       INSERT INTO outbox_events (organization_id, id, type, body, people, created_at)
       SELECT $1, gen_random_uuid(), 'tour.created', $4, '{}', now() FROM generate_series(1, $3::int) RETURNING id
     ), delivery AS (
       INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, attempts, next_kind, due_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), ($2::uuid[])[1 + row_number() OVER () % cardinality($2::uuid[])], id, 'tour.created', 0,
         'scheduled', now() + make_interval(secs => $5), now(), now() FROM event RETURNING organization_id, webhook_id, due_at, id
     )
     INSERT INTO webhook_queue (organization_id, webhook_id, due_at, delivery_id) SELECT * FROM delivery`,
    [organizationId, webhookIds, count, JSON.stringify({ data: { name: 'x'.repeat(300) } }), delaySeconds],
  );
}

/** Measures the time from the response to a change, which follows its commit, until its webhook arrives. */
async function measureLatency(origin, receiverOrigin, owner) {
  await received(receiverOrigin);
  const committed = new Map();
  for (let change = 0; change < CHANGES; change++) {
    const { id } = await call(`${origin}/api/tours`, owner.headers, { name: 'A tour' });
    committed.set(id, performance.timeOrigin + performance.now());
    await sleep(BETWEEN_CHANGES_MS);
  }
  const arrived = [];
  const deadline = performance.now() + TIMEOUT_MS;
  while (arrived.length < CHANGES && performance.now() < deadline) {
    arrived.push(...(await received(receiverOrigin)).arrivals);
    await sleep(50);
  }
  if (arrived.length < CHANGES) throw new Error(`${CHANGES} changes were made, ${arrived.length} webhooks arrived.`);
  const latencies = arrived.map(({ id, at }) => at - committed.get(id)).sort((a, b) => a - b);
  return { p50: median(latencies), p99: latencies[Math.floor(latencies.length * 0.99)] };
}

async function makeOwner(origin, receiverOrigin, number) {
  const planner = await signUp(origin, `webhooks-${number}`);
  const headers = { authorization: `Bearer ${await makeApiKey(origin, planner)}` };
  const owner = { organizationId: planner.organizationId, headers, webhookIds: [] };
  for (let endpoint = 0; endpoint < PER_ORGANIZATION - 2; endpoint++)
    owner.webhookIds.push(
      await register(origin, owner, `${receiverOrigin}/hook?endpoint=${endpoint}`, ['webhook.test']),
    );
  return owner;
}

async function register(origin, { headers }, url, eventTypes) {
  return (await call(`${origin}/api/webhooks`, headers, { url, eventTypes })).id;
}

async function received(origin) {
  return (await fetch(origin)).json();
}

function described({ p50, p99 }) {
  return `median ${p50.toFixed(1)} ms, 99th percentile ${p99.toFixed(1)} ms`;
}

module.exports = { sendAll, makeOwner, measureWebhooks, rateOf, startSender };
