'use strict';
/** Importing guests from a CSV file: the time, against COPY into the same table, and the memory it takes. */
const { Readable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const { pipeline } = require('node:stream/promises');
const { Client } = require('pg');
const { from: copyFrom, to: copyTo } = require('pg-copy-streams');
const { say } = require('./console');
const { median } = require('./load');
const { startProduct } = require('./servers');
const settings = require('./settings');
const { residentMiB } = require('./start-up');

const GUESTS = Math.max(1_000, Math.round(50_000 * settings.scale));
/** The size of the small files, of which ten are imported first, to compare the memory that a large file takes. */
const FEW_GUESTS = GUESTS / 10;
const FEW_TIMES = 10;
const BETWEEN_LOOKS_MS = 20;

/**
 * @typedef {object} ImportResults
 * @property {number} guests
 * @property {number} importMs median of the rounds
 * @property {number} copyMs median of the rounds
 * @property {number} ratio COPY's time as a share of the import's, median of the rounds' ratios
 * @property {number} mostMiB the most resident memory of the service during the import
 * @property {number} mostMiBOfFew the same, during the earlier imports of a tenth at a time
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
    const few = [];
    for (let time = 0; time < FEW_TIMES; time++)
      few.push(await importFile(product, await register(product.origin, `few-${time}`), fileOf(FEW_GUESTS)));
    const rounds = [];
    for (let round = 0; round < settings.rounds; round++) rounds.push(await measureRound(product, client, round));
    return {
      guests: GUESTS,
      importMs: median(rounds.map(({ importMs }) => importMs)),
      copyMs: median(rounds.map(({ copyMs }) => copyMs)),
      ratio: median(rounds.map(({ importMs, copyMs }) => copyMs / importMs)),
      mostMiB: Math.max(...rounds.map(({ mostMiB }) => mostMiB)),
      mostMiBOfFew: Math.max(...few.map(({ mostMiB }) => mostMiB)),
    };
  } finally {
    await client.end();
    await product.stop();
  }
}

/** Has one organization import a file, and copies the same rows into another one with COPY. */
async function measureRound(product, client, round) {
  const importer = await register(product.origin, `import-${round}`);
  const copier = await register(product.origin, `copy-${round}`);
  const { ms: importMs, mostMiB } = await importFile(product, importer, fileOf(GUESTS));
  const copyMs = await copyRows(client, importer.organizationId, copier.organizationId);
  say(`  import ${importMs.toFixed(0)} ms, ${mostMiB.toFixed(0)} MiB at most; COPY ${copyMs.toFixed(0)} ms`);
  return { importMs, copyMs, mostMiB };
}

async function importFile({ origin, pid }, { cookie }, file) {
  let most = 0;
  const looking = setInterval(
    () => void residentMiB(pid).then((now) => (most = Math.max(most, now))),
    BETWEEN_LOOKS_MS,
  );
  const startedAt = performance.now();
  try {
    const answer = await fetch(`${origin}/api/guests/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', cookie },
      body: file,
    });
    const report = await answer.json();
    if (report.created + 1 !== file.split('\n').length)
      throw new Error(`The import answered ${JSON.stringify(report)}.`);
    return { ms: performance.now() - startedAt, mostMiB: most };
  } finally {
    clearInterval(looking);
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

async function register(origin, name) {
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      organizationName: name,
      name: 'Bench',
      email: `${name}@bench.example`,
      password: 'a password for the bench',
    }),
  });
  if (!answer.ok) throw new Error(`Registration was answered with ${answer.status}: ${await answer.text()}`);
  const { organization } = await answer.json();
  return { organizationId: organization.id, cookie: answer.headers.get('set-cookie').split(';')[0] };
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
