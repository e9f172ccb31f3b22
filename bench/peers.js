'use strict';
/**
 * `npm run bench:peers`: the two read paths beside the same reads from Strapi, which planners might otherwise build their
 * own service on. It is installed into a temporary folder (700 MB from the registry) and gets the same rows in a database
 * of its own on the same server; it knows no tenants and has no second wall to keep up. Directus needs Node 22.
 */
const { execFile } = require('node:child_process');
const { cp, mkdir, readFile, writeFile } = require('node:fs/promises');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { Client } = require('pg');
const { ensureBuilt } = require('../scripts/start');
const { runCommand } = require('./cleanup');
const { say, step, table } = require('./console');
const { apiKey, eventId, expenseId, uuidSql } = require('./names');
const settings = require('./settings');

const GOAL = 20;
const random = (most) => 1 + Math.floor(Math.random() * most);

/** What is asked of each, as a random request. */
const WORKLOADS = [
  {
    title: 'one expense',
    product: (o) => `/api/expenses/${expenseId(o, random(settings.expensesPerOrganization))}`,
    peer: (o) => `/api/expenses/${expenseId(o, random(settings.expensesPerOrganization))}`,
  },
  {
    title: "an event's expenses",
    product: (o) => `/api/events/${eventId(o, random(settings.eventsPerOrganization))}/expenses?limit=10`,
    peer: (o) =>
      `/api/expenses?filters[eventId][$eq]=${eventId(o, random(settings.eventsPerOrganization))}&pagination[pageSize]=10`,
  },
];

async function main() {
  await ensureBuilt();
  // The parts below load what was just built.
  const { prepareDatabase, queryOnce, temporaryFolder } = require('./database');
  const { startProduct } = require('./servers');
  const folder = await temporaryFolder();
  const database = await prepareDatabase(settings.databaseUrl, folder);
  await queryOnce(database.url, 'CREATE DATABASE peer');
  const peer = await startPeer(folder, databaseOf(database.url, 'peer'));
  await step('Seeding the same rows', () => seedPeer(databaseOf(database.url, 'peer')));
  const product = await startProduct(database, folder);
  const results = [];
  for (const { title, ...paths } of WORKLOADS) {
    const ofProduct = (o) => ({ path: paths.product(o), headers: { authorization: `Bearer ${apiKey(o)}` } });
    const ofPeer = (o) => ({ path: paths.peer(o), headers: { authorization: `Bearer ${peer.token}` } });
    results.push({ title, ...(await compare([product.origin, ofProduct], [peer.origin, ofPeer])) });
  }
  await print(results);
}

/** Medians of rounds in which each is measured in turn. */
async function compare(...servers) {
  const { measure, median } = require('./load');
  const rounds = servers.map(() => []);
  const requestOf = (question) => () => ({ method: 'GET', ...question(random(settings.organizations)) });
  for (const [origin, question] of servers) await measure(origin, requestOf(question), settings.warmUpSeconds);
  for (let round = 0; round < settings.rounds; round++) {
    for (const [index, [origin, question]] of servers.entries()) {
      rounds[index].push(await measure(origin, requestOf(question), settings.seconds));
    }
    say(`  round ${round + 1}: ${rounds.map((own) => Math.round(own.at(-1).perSecond)).join(' and ')} requests/s`);
  }
  const [product, peer] = rounds.map((own) => median(own.map(({ perSecond }) => perSecond)));
  const ratio = median(rounds[0].map(({ perSecond }, round) => perSecond / rounds[1][round].perSecond));
  return { product, peer, ratio };
}

async function startPeer(folder, databaseUrl) {
  const { startServer } = require('./processes');
  const home = join(folder, 'strapi');
  await cp(join(__dirname, 'peers/strapi'), home, { recursive: true });
  await mkdir(join(home, 'public/uploads'), { recursive: true });
  await step('Installing Strapi', () =>
    promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: home,
      maxBuffer: 2 ** 24,
    }),
  );
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(settings.poolSize),
    PORT: String(await freePort()),
    STRAPI_TELEMETRY_DISABLED: 'true',
  };
  const server = await step('Starting Strapi', () => startServer('strapi', folder, [join(home, 'start.js')], env));
  const [, token] = /^Token (\S+)$/m.exec(await readFile(join(folder, 'strapi.log'), 'utf8'));
  return { ...server, token };
}

async function seedPeer(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { organizations, eventsPerOrganization, expensesPerOrganization } = settings;
    await client.query(`
      INSERT INTO expenses (document_id, event_id, category, amount, currency, incurred_at, description, created_at,
        updated_at, published_at)
      SELECT ${uuidSql('6', 'o', 'n')}, ${uuidSql('5', 'o', `(n % ${eventsPerOrganization} + 1)`)}, 'transport',
        (n * 7919 % 100000) / 100.0, 'EUR', now(), 'Expense ' || n || ' of organization ' || o, now(), now(), now()
      FROM generate_series(1, ${expensesPerOrganization}) AS n CROSS JOIN generate_series(1, ${organizations}) AS o`);
    // What somebody who asks by event would add.
    await client.query('CREATE INDEX ON expenses (event_id)');
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

function databaseOf(url, name) {
  const other = new URL(url);
  other.pathname = `/${name}`;
  // What follows is the product's; its own driver reads other words there.
  other.search = '';
  return other.href;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function print(results) {
  const rows = results.map(({ title, product, peer, ratio }) => [
    title,
    Math.round(product),
    Math.round(peer),
    `${ratio.toFixed(1)}x`,
    ratio >= GOAL ? 'reached' : 'MISSED',
  ]);
  console.log(`Requests per second, ${settings.connections} connections\n`);
  console.log(table(['', 'product', 'Strapi 5.54', 'ratio', `goal ${GOAL}x`], rows));
  const folder = join(__dirname, 'results');
  await mkdir(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `peers-${at.replaceAll(/[:.]/g, '-')}.json`);
  await writeFile(file, JSON.stringify({ at, results }, null, 2));
}

void runCommand(main);
