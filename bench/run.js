'use strict';
/**
 * `npm run bench`: measures the product against the limits of the machine it runs on, in one run, and compares the
 * ratios with the goals. docs/performance.md says what is measured and how to read it.
 */
const { mkdir, writeFile } = require('node:fs/promises');
const os = require('node:os');
const { join } = require('node:path');
const { ensureBuilt } = require('../scripts/start');
const { runCommand } = require('./cleanup');
const { say, step, table } = require('./console');
const settings = require('./settings');

const RESULTS = join(__dirname, 'results');

async function main() {
  await ensureBuilt();
  // The parts below load what was just built.
  const { openDatabase, prepareDatabase, temporaryFolder } = require('./database');
  const folder = await temporaryFolder();

  const results = { at: new Date().toISOString(), machine: machine(), settings: describedSettings() };
  if (settings.parts.has('start')) {
    const { measureStart } = require('./start-up');
    results.start = await step('Starting the product twice', () => measureStart(folder));
  }
  const seeded = ['load', 'report', 'streams'].some((part) => settings.parts.has(part));
  if (seeded || ['webhooks', 'webhooks-growth', 'import'].some((part) => settings.parts.has(part))) {
    const database = await (seeded ? prepareDatabase : openDatabase)(settings.databaseUrl, folder);
    results.machine.postgres = database.version;
    await measureServers(database, folder, results);
  }
  results.goals = require('./goals').judge(results);
  await print(results);
}

async function measureServers(database, folder, results) {
  const { caughtUp } = require('./database');
  const { measureLoad, startProduct } = require('./servers');
  const product = await startProduct(database, folder);
  const catchUp = () => step('Adding expenses up by days, sealing audit records', () => caughtUp(database.url));
  await catchUp();
  // Before the loads, which make the tables grow.
  if (settings.parts.has('report')) {
    say('Reports');
    results.reports = await require('./reports').measureReports(product.origin, database.url);
  }
  if (settings.parts.has('load')) {
    results.load = await measureLoad(database, product, folder);
    // Otherwise background work left by the loads would disturb the next measurement.
    await catchUp();
  }
  // The webhooks are sent by a process of their own.
  await product.stop();
  if (settings.parts.has('webhooks')) {
    say('Webhooks');
    results.webhooks = await require('./webhooks').measureWebhooks(database, folder);
  }
  if (settings.parts.has('webhooks-growth')) {
    say('Webhooks beside old deliveries');
    results.webhookGrowth = await require('./webhooks-growth').measureWebhookGrowth(database, folder);
  }
  if (settings.parts.has('import')) {
    say('Import of guests');
    results.import = await require('./import').measureImport(database, folder);
  }
  if (settings.parts.has('streams')) {
    say('Event streams');
    results.streams = await require('./streams').measureStreams(database, folder);
  }
}

function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    loadBefore: os.loadavg()[0],
  };
}

function describedSettings() {
  return { ...settings, databaseUrl: settings.databaseUrl === null ? 'embedded' : 'given', parts: [...settings.parts] };
}

async function print(results) {
  const { machine: on, load = [], reports, start, goals } = results;
  const sections = [
    `${on.cpu}, ${on.cores} cores, ${on.memoryGiB} GiB; Node ${on.node}, PostgreSQL ${on.postgres ?? '-'}; ` +
      `${settings.connections} connections, ${settings.rounds} rounds of ${settings.seconds} s, scale ${settings.scale}`,
    ...load.map(loadTable),
  ];
  if (reports) sections.push(reportTable(reports));
  if (start) {
    const { firstMs, secondMs, idleMiB } = start;
    sections.push(
      `Start: first ${(firstMs / 1000).toFixed(2)} s, later ${(secondMs / 1000).toFixed(2)} s, idle ${Math.round(idleMiB)} MiB`,
    );
  }
  const judged = goals.map(({ title, goal, measured, reached }) => [
    title,
    goal,
    measured,
    reached ? 'reached' : 'MISSED',
  ]);
  sections.push(table(['Goal', 'goal', 'measured', ''], judged));
  if (on.loadBefore > 0.5) {
    sections.push(
      `The machine was busy before this began (load ${on.loadBefore.toFixed(1)}): take none of it at its word.`,
    );
  }
  process.stdout.write(`\n${sections.join('\n\n')}\n`);

  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${results.at.replace(/[:.]/g, '-')}.json`);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`\nWritten to ${file}\n`);
}

function loadTable({ title, servers }) {
  const rows = servers.map(({ name, perSecond, ratio, lowest, highest, p50, p99, p99Ratio }) => [
    name,
    Math.round(perSecond),
    ratio.toFixed(2),
    `${lowest.toFixed(2)}-${highest.toFixed(2)}`,
    p50.toFixed(1),
    p99.toFixed(1),
    p99Ratio.toFixed(2),
  ]);
  return `${title}\n${table(['', 'requests/s', 'ratio', 'rounds', 'p50 ms', 'p99 ms', 'p99 ratio'], rows)}`;
}

function reportTable(reports) {
  const rows = reports.map(({ groupBy, period, rows: count, productMs, sqlMs, formulation }) => [
    `by ${groupBy}, ${period} (${count.toLocaleString('en')} rows)`,
    productMs.toFixed(1),
    sqlMs.toFixed(1),
    (productMs / sqlMs).toFixed(2),
    formulation,
  ]);
  return `GET /api/expenses/reports\n${table(['', 'product ms', 'best SQL ms', 'ratio', 'the best SQL'], rows)}`;
}

void runCommand(main);
