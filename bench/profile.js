'use strict';
/**
 * `node bench/profile.js [workload] [server]`: where a server spends its processor time under one workload.
 * Workloads: one, list, create. Servers: product, base, limit, express. Takes the variables of `npm run bench`.
 */
const { readdir, readFile } = require('node:fs/promises');
const { isAbsolute, join, relative } = require('node:path');
const { fileURLToPath } = require('node:url');
const { ensureBuilt } = require('../scripts/start');
const { runCommand } = require('./cleanup');
const { say, table } = require('./console');
const settings = require('./settings');

const MAX_FUNCTIONS = 45;
const ROOT = join(__dirname, '..');

async function main() {
  const [wanted = 'one', name = 'product'] = process.argv.slice(2);
  await ensureBuilt();
  const { prepareDatabase, temporaryFolder } = require('./database');
  const { measure } = require('./load');
  const { startLimit, startProduct } = require('./servers');
  const { workloads } = require('./workloads');
  const workload = workloads.find((candidate) => candidate.name === wanted);
  if (workload === undefined) throw new Error(`There is no workload "${wanted}".`);

  const folder = await temporaryFolder();
  const database = await prepareDatabase(settings.databaseUrl, folder);
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const server = await (name === 'product'
    ? startProduct(database, folder, flags)
    : startLimit(name, database, folder, flags));
  await measure(server.origin, workload.request, settings.warmUpSeconds);
  const startedAt = microseconds();
  const { perSecond } = await measure(server.origin, workload.request, settings.seconds);
  const endedAt = microseconds();
  await server.stop();

  say(`${workload.title}, ${name}: ${Math.round(perSecond)} requests/s with the profiler on`);
  const [file] = (await readdir(folder)).filter((entry) => entry.endsWith('.cpuprofile'));
  const profile = JSON.parse(await readFile(join(folder, file), 'utf8'));
  const self = selfTimes(profile, startedAt, endedAt);
  const requests = perSecond * settings.seconds;
  console.log(
    summary(
      'by place',
      grouped(self, ({ place }) => place),
      requests,
      30,
    ),
  );
  console.log(
    summary(
      'by function',
      grouped(self, ({ title }) => title),
      requests,
      MAX_FUNCTIONS,
    ),
  );
}

/** The clock that V8 stamps its samples with. */
function microseconds() {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Microseconds spent in each function itself, according to the samples between two moments. */
function selfTimes({ nodes, samples, timeDeltas, startTime }, from, to) {
  const byId = new Map(nodes.map((node) => [node.id, { ...describe(node.callFrame), us: 0 }]));
  let at = startTime;
  samples.forEach((id, index) => {
    at += timeDeltas[index];
    if (at >= from && at <= to) byId.get(id).us += timeDeltas[index];
  });
  return [...byId.values()].filter(({ us }) => us > 0);
}

function describe({ functionName, url, lineNumber }) {
  const file = placeOf(url);
  const name = functionName || '(anonymous)';
  return { title: file === '' ? name : `${name} ${file}:${lineNumber + 1}`, place: packageOf(file) || name };
}

function placeOf(url) {
  if (!url.startsWith('file:')) return isAbsolute(url) ? relative(ROOT, url) : url;
  return relative(ROOT, fileURLToPath(url));
}

/** The package of a file, or its folder if it is the product's own. */
function packageOf(file) {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (name) return name;
  return file.startsWith('node:') ? file : file.split('/').slice(0, 4).join('/');
}

function grouped(self, keyOf) {
  const sums = new Map();
  for (const entry of self) sums.set(keyOf(entry), (sums.get(keyOf(entry)) ?? 0) + entry.us);
  return [...sums].sort((a, b) => b[1] - a[1]);
}

function summary(title, sums, requests, most) {
  const total = sums.reduce((sum, [, us]) => sum + us, 0);
  const rows = sums
    .slice(0, most)
    .map(([key, us]) => [key, `${((100 * us) / total).toFixed(1)}%`, (us / requests).toFixed(1)]);
  return `\n${table([title, 'self', 'us per request'], rows)}`;
}

void runCommand(main);
