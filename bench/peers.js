'use strict';
/**
 * `npm run bench:peers`: compares the two read paths with the same reads from Directus and Strapi, which one might
 * otherwise build such a service on. They are installed into a temporary folder (700 MB each from the registry) and get
 * the same rows in databases of their own on the same server. Directus, like the product, is asked with a token of a
 * user of each organization; neither peer has tenants or row-level security to keep them apart.
 */
const { mkdir, writeFile } = require('node:fs/promises');
const os = require('node:os');
const { join } = require('node:path');
const { ensureBuilt } = require('../scripts/start');
const { runCommand } = require('./cleanup');
const { say, step, table } = require('./console');
const { judge } = require('./goals');
const { apiKey } = require('./names');
const { requireSameResponses } = require('./peers/responses');
const { workloads } = require('./peers/workloads');
const settings = require('./settings');

const PEERS = ['directus', 'strapi'];

/**
 * @typedef {import('./peers/workloads').Dialect} Dialect
 * @typedef {import('./peers/workloads').Server} Server
 * @typedef {Dialect & { columns: import('./peers/seed').Columns, start: (folder: string, databaseUrl: string) => Promise<import('./processes').Running & { tokenOf: Server['tokenOf'] }> }} Peer
 * @typedef {{ peer: string, title: string, workload: { name: string, title: string }, product: number, perSecond: number, ratio: number, ratios: number[] }} PeerResult
 */

/** @type {Dialect} */
const PRODUCT = {
  name: 'product',
  title: 'product',
  one: (id) => `/api/expenses/${id}`,
  list: (id) => `/api/events/${id}/expenses?limit=10`,
  readOne: (response) => response,
  readList: (response) => response,
};

async function main() {
  const names = chosenPeers();
  const machine = { node: process.version, loadBefore: os.loadavg()[0] };
  await ensureBuilt();
  // The parts below load what was just built.
  const { prepareDatabase, temporaryFolder } = require('./database');
  const { startPeer } = require('./peers/start');
  const { startProduct } = require('./servers');
  const folder = await temporaryFolder();
  const database = await prepareDatabase(settings.databaseUrl, folder);
  const servers = [];
  for (const name of names) servers.push(await startPeer(require(`./peers/${name}`), database.url, folder));
  const product = { ...PRODUCT, ...(await startProduct(database, folder)), tokenOf: (o) => apiKey(o.organization) };
  const results = [];
  for (const workload of workloads) results.push(...(await compare(workload, [product, ...servers])));
  await print(machine, results);
}

function chosenPeers() {
  for (const name of settings.peers)
    if (!PEERS.includes(name)) throw new Error(`BENCH_PEERS is a list of ${PEERS.join(' and ')}, not ${name}`);
  return settings.peers;
}

/**
 * The product's requests per second as a multiple of each peer's: the medians of the rounds, and of their ratios.
 *
 * @param {import('./peers/workloads').Workload} workload
 * @param {Server[]} servers the product first
 * @returns {Promise<PeerResult[]>}
 */
async function compare({ name, title, ...workload }, [product, ...peers]) {
  const { measureInRounds, median } = require('./load');
  await step(`${title}: the same responses`, () => requireSameResponses(workload, [product, ...peers]));
  const request = (server) => {
    const subject = workload.subject();
    const headers = { authorization: `Bearer ${server.tokenOf(subject)}` };
    return { method: 'GET', path: workload.path(server, subject), headers };
  };
  const rounds = await measureInRounds([product, ...peers], request, say);
  const rates = (server) => rounds.get(server.name).map(({ perSecond }) => perSecond);
  return peers.map((peer) => {
    const ratios = rates(product).map((perSecond, round) => perSecond / rates(peer)[round]);
    return {
      peer: peer.name,
      title: peer.title,
      workload: { name, title },
      product: median(rates(product)),
      perSecond: median(rates(peer)),
      ratio: median(ratios),
      ratios,
    };
  });
}

async function print(machine, results) {
  const { connections, rounds, seconds, scale } = settings;
  const rows = results.map(({ title, workload, product, perSecond, ratio, ratios }) => [
    `${workload.title}, ${title}`,
    Math.round(product),
    Math.round(perSecond),
    `${ratio.toFixed(1)}x`,
    `${Math.min(...ratios).toFixed(1)}-${Math.max(...ratios).toFixed(1)}`,
  ]);
  const goals = judge({ peers: results });
  const judged = goals.map(({ title, goal, measured, reached }) => [
    title,
    goal,
    measured,
    reached ? 'reached' : 'MISSED',
  ]);
  const sections = [
    `Requests per second; ${connections} connections, ${rounds} rounds of ${seconds} s, scale ${scale}`,
    table(['', 'product', 'peer', 'ratio', 'rounds'], rows),
  ];
  if (judged.length > 0) sections.push(table(['Goal', 'goal', 'measured', ''], judged));
  if (machine.loadBefore > 0.5)
    sections.push(`The machine was busy before this began (load ${machine.loadBefore.toFixed(1)}).`);
  console.log(`\n${sections.join('\n\n')}`);
  const folder = join(__dirname, 'results');
  await mkdir(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `peers-${at.replaceAll(/[:.]/g, '-')}.json`);
  const settingsOfRun = { connections, rounds, seconds, scale };
  await writeFile(file, `${JSON.stringify({ at, machine, settings: settingsOfRun, results, goals }, null, 2)}\n`);
}

void runCommand(main);
