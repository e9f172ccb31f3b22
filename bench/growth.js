'use strict';
/**
 * `npm run bench:growth`: how much slower each list, search and report gets when there are ten times as many
 * organizations with ten times as many rows. At `BENCH_SCALE=1` these are 1,000 organizations with 1,000,000 events and
 * 10,000,000 expenses: about 12 GB, and ten minutes.
 */
const { mkdir, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { ensureBuilt } = require('../scripts/start');
const { runCommand } = require('./cleanup');
const { say, step, table } = require('./console');
const settings = require('./settings');
const { apiKey, eventId, expenseId, guestId } = require('./names');

const GOAL = 1.3;
const TENFOLD = 10;
/** Measured requests of each kind, one after the other, after those to warm up. */
const REQUESTS = 300;
const WARM_UP = 60;

const random = (most) => 1 + Math.floor(Math.random() * most);
const LONG_AGO = '2020-01-01T00:00:00Z';
const ONE_YEAR = 'from=2025-01-01&to=2025-12-31';

/**
 * The requests, as paths with ids of a given organization.
 *
 * @param {typeof import('./growth-seed').EACH} each
 * @returns {Record<string, (organization: number) => string>}
 */
function questions(each) {
  const anEvent = (organization) => eventId(organization, random(each.events));
  return {
    // If this gets slower, it is because of the machine.
    'readiness, which asks for no rows': () => '/health/ready',
    'one expense': (o) => `/api/expenses/${expenseId(o, random(each.expenses))}`,
    'one event': (o) => `/api/events/${anEvent(o)}`,
    'expenses of an event': (o) => `/api/events/${anEvent(o)}/expenses`,
    events: () => '/api/events',
    'events, page 50': () => '/api/events?page=50&sortBy=name',
    'events of a period': () => '/api/events?from=2027-01-01T00:00:00Z&to=2027-12-31T00:00:00Z&status=confirmed',
    'search for events': () => `/api/events?q=${random(each.events)}`,
    tours: () => '/api/tours',
    guests: () => '/api/guests?sortBy=name',
    'search for guests': () => `/api/guests?q=guest%20${random(each.guests)}`,
    'guests by external id': () => `/api/guests?externalId=X${random(each.guests)}`,
    'guests by e-mail address': () => `/api/guests?email=guest${random(each.guests)}@example.com`,
    'guests with a tag': () => '/api/guests?tag=vip',
    'guests changed since': () => `/api/guests?updatedSince=${LONG_AGO}`,
    'guests of an event': (o) => `/api/events/${anEvent(o)}/guests`,
    'events of a guest': (o) => `/api/guests/${guestId(o, random(each.guests))}/events`,
    'summary of an event': (o) => `/api/events/${anEvent(o)}/summary`,
    'expenses of an event, by amount': (o) => `/api/events/${anEvent(o)}/expenses?sortBy=amount`,
    'expenses of an event changed since': (o) => `/api/events/${anEvent(o)}/expenses?updatedSince=${LONG_AGO}`,
    overview: () => '/api/overview',
    'search in everything': () => `/api/search?q=guest%20${random(each.guests)}`,
    'where changes end': () => '/api/changes?limit=1',
    vehicles: () => '/api/vehicles',
    'audit log': () => '/api/audit-logs',
    'audit log of a record': (o) => `/api/audit-logs?targetId=${expenseId(o, random(each.auditRecords))}`,
    members: () => '/api/organizations/members',
    'report by category': () => '/api/expenses/reports?groupBy=category',
    'report by event': () => '/api/expenses/reports?groupBy=event',
    'report by month, a year': () => `/api/expenses/reports?groupBy=month&${ONE_YEAR}`,
  };
}

async function main() {
  await ensureBuilt();
  // The parts below load what was just built.
  const { caughtUp, openDatabase, queryOnce, readAll, temporaryFolder } = require('./database');
  const { EACH, seedGrowth } = require('./growth-seed');
  const { startProduct } = require('./servers');
  const folder = await temporaryFolder();
  const database = await openDatabase(settings.databaseUrl, folder);
  const sizes = [Math.max(1, Math.round(settings.organizations / TENFOLD)), settings.organizations];
  const measured = [];
  let seeded = 0;
  for (const organizations of sizes) {
    await seedGrowth(database.url, { from: seeded + 1, to: organizations });
    seeded = organizations;
    const [{ bytes }] = await queryOnce(database.url, 'SELECT pg_database_size(current_database())::float8 AS bytes');
    const product = await startProduct(database, folder);
    await step('Adding expenses up by days, sealing audit records', () => caughtUp(database.url));
    // Some machines drop unread data from memory within a minute, and reading the disk would hide the difference in
    // size.
    await step('Reading all of it', () => readAll(database.url));
    say(`Asking, among ${organizations} organizations and ${(bytes / 2 ** 30).toFixed(1)} GiB`);
    measured.push({
      organizations,
      gibibytes: bytes / 2 ** 30,
      medians: await measureAll(product.origin, EACH, organizations),
    });
    await product.stop();
  }
  await print(measured);
}

/** @returns {Promise<Record<string, number>>} median milliseconds by title */
async function measureAll(origin, each, organizations) {
  const { median } = require('./load');
  const durations = new Map();
  for (let request = 0; request < WARM_UP + REQUESTS; request++) {
    // Alternately, so that changes on the machine affect all of them alike.
    for (const [title, path] of Object.entries(questions(each))) {
      const organization = random(organizations);
      const headers = { authorization: `Bearer ${apiKey(organization)}` };
      const startedAt = performance.now();
      const response = await fetch(origin + path(organization), { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${title} responded with ${response.status}: ${text}`);
      if (request < WARM_UP) durations.set(title, []);
      else durations.get(title).push(performance.now() - startedAt);
    }
  }
  return Object.fromEntries([...durations].map(([title, all]) => [title, median(all)]));
}

async function print([small, large]) {
  const rows = Object.entries(small.medians).map(([title, ms]) => {
    const growth = large.medians[title] / ms;
    return [
      title,
      ms.toFixed(2),
      large.medians[title].toFixed(2),
      growth.toFixed(2),
      growth <= GOAL ? 'reached' : 'MISSED',
    ];
  });
  const head = ['', `ms of ${small.organizations}`, `ms of ${large.organizations}`, 'growth', `goal ${GOAL}`];
  console.log(
    `Medians of ${REQUESTS} requests, ${small.organizations} organizations (${small.gibibytes.toFixed(1)} GiB) and ` +
      `${large.organizations} (${large.gibibytes.toFixed(1)} GiB)\n\n${table(head, rows)}`,
  );
  const results = join(__dirname, 'results');
  await mkdir(results, { recursive: true });
  const at = new Date().toISOString();
  await writeFile(
    join(results, `growth-${at.replaceAll(/[:.]/g, '-')}.json`),
    JSON.stringify({ at, measured: [small, large] }, null, 2),
  );
}

void runCommand(main);
