'use strict';
/** Importing guests from a CSV file: the time, against COPY into the same table, and the memory it takes. */
const { Readable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const { pipeline } = require('node:stream/promises');
const { Client } = require('pg');
const { from: copyFrom, to: copyTo } = require('pg-copy-streams');
const { say } = require('./console');
const { median } = require('./load');
const { signUp } = require('./planner');
const { startProduct } = require('./servers');
const settings = require('./settings');
const { residentMiB } = require('./start-up');

const GUESTS = Math.max(1_000, Math.round(50_000 * settings.scale));
/** Imported before anything is measured. */
const WARM_UP_GUESTS = 5_000;
const BETWEEN_SAMPLES_MS = 20;

/**
 * @typedef {object} ImportResults
 * @property {number} guests
 * @property {number} importMs median of the rounds
 * @property {number} copyMs median of the rounds
 * @property {number} ratio COPY's time as a share of the import's, median of the rounds' ratios
 * @property {number} memoryGrowth the most resident memory during the second half of an import, as a multiple of the most
 *   during the first half, median of the rounds
 */

/**
 * @param {{ url: string, role: string | null }} database migrated
 * @param {string} folder
 * @returns {Promise<ImportResults>}
 */
async function measureImport(database, folder) {
  const product = await startProduct(database, folder);
  const client = new Client({ connectionString: database.url, options: '-c app.unscoped=bench' });
  await client.connect();
  try {
    await importFile(product, await signUp(product.origin, 'warm-up'), fileOf(WARM_UP_GUESTS));
    const rounds = [];
    for (let round = 0; round < settings.rounds; round++) rounds.push(await measureRound(product, client, round));
    return {
      guests: GUESTS,
      importMs: median(rounds.map(({ importMs }) => importMs)),
      copyMs: median(rounds.map(({ copyMs }) => copyMs)),
      ratio: median(rounds.map(({ importMs, copyMs }) => copyMs / importMs)),
      memoryGrowth: median(rounds.map(({ halves: [first, second] }) => second / first)),
    };
  } finally {
    await client.end();
    await product.stop();
  }
}

/** Has one organization import a file, and copies the same rows into another one with COPY. */
async function measureRound(product, client, round) {
  const importer = await signUp(product.origin, `import-${round}`);
  const copier = await signUp(product.origin, `copy-${round}`);
  const { ms: importMs, halves } = await importFile(product, importer, fileOf(GUESTS));
  const copyMs = await copyRows(client, importer.organizationId, copier.organizationId);
  const memory = halves.map((mostMiB) => mostMiB.toFixed(0)).join(' and ');
  say(`  import ${importMs.toFixed(0)} ms, at most ${memory} MiB in its halves; COPY ${copyMs.toFixed(0)} ms`);
  return { importMs, copyMs, halves };
}

/** @returns {Promise<{ ms: number, halves: number[] }>} its time, and the most resident memory, in MiB, in each half of it */
async function importFile({ origin, pid }, { cookie }, file) {
  const samples = [await residentMiB(pid)];
  const sampling = setInterval(() => void residentMiB(pid).then((now) => samples.push(now)), BETWEEN_SAMPLES_MS);
  const startedAt = performance.now();
  try {
    const response = await fetch(`${origin}/api/guests/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', cookie },
      body: file,
    });
    const report = await response.json();
    const ms = performance.now() - startedAt;
    if (report.created + 1 !== file.split('\n').length)
      throw new Error(`The import responded ${JSON.stringify(report)}.`);
    const half = Math.ceil(samples.length / 2);
    const halves = [samples.slice(0, half), samples.slice(-half)].map((some) => Math.max(...some));
    return { ms, halves };
  } finally {
    clearInterval(sampling);
  }
}

/** @returns {Promise<number>} milliseconds that it takes to write them */
async function copyRows(client, fromId, toId) {
  const { rows } = await client.query(
    `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns FROM information_schema.columns
     WHERE table_name = 'guests' AND column_name <> 'organization_id'`,
  );
  const [{ columns }] = rows;
  const selection = `SELECT '${toId}'::uuid, ${columns} FROM guests WHERE organization_id = '${fromId}' ORDER BY id`;
  const copied = await buffer(client.query(copyTo(`COPY (${selection}) TO STDOUT`)));
  const startedAt = performance.now();
  await pipeline(
    Readable.from([copied]),
    client.query(copyFrom(`COPY guests (organization_id, ${columns}) FROM STDIN`)),
  );
  return performance.now() - startedAt;
}

/** A file as other systems export them: most fields are there for most guests. */
function fileOf(guests) {
  const lines = ['name,email,phone,company,tags,dietary,notes,externalId'];
  for (let guest = 0; guest < guests; guest++) {
    const tags = ['', 'vip', 'press|vip', 'speaker'][guest % 4];
    const dietary = guest % 5 === 0 ? 'Vegetarian, no nuts' : '';
    const notes = guest % 3 === 0 ? 'Prefers to sit in front.' : '';
    const phone = `+4366${String(10_000_000 + guest)}`;
    const cells = [`Guest Number ${guest}`, `guest-${guest}@bench.example`, phone, `Company ${guest % 500}`];
    lines.push([...cells, tags, `"${dietary}"`, notes, `crm-${guest}`].join(','));
  }
  return lines.join('\n');
}

module.exports = { measureImport };
