'use strict';
/** The database that everything is measured on: an embedded PostgreSQL, or a given one. */
const { chmod, mkdtemp, rm } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: delay } = require('node:timers/promises');
const { Client } = require('pg');
const { startEmbeddedPostgres } = require('../dist/src/platform/embedded-postgres/embedded-postgres');
const { APPEND_ONLY_TABLES } = require('../dist/src/platform/audit/audit-tables');
const { prepareApplicationRole } = require('../dist/src/platform/database/application-role');
const { migrate } = require('../dist/src/platform/database/migrate');
const { later } = require('./cleanup');
const { step } = require('./console');
const { seed } = require('./seed');

/**
 * A folder that is removed at the end.
 *
 * @returns {Promise<string>}
 */
async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'tour-events-bench-'));
  // PostgreSQL refuses to run as root. Started by root it runs as "nobody", who must be able to enter the folder.
  await chmod(folder, 0o755);
  later(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/**
 * An empty database with the product's schema.
 *
 * @param {string | null} givenUrl
 * @param {string} folder for the embedded one
 * @returns {Promise<{ url: string, role: string | null, version: string }>} role: see application-role.ts
 */
async function openDatabase(givenUrl, folder) {
  const url = givenUrl ?? (await step('Starting PostgreSQL', () => startEmbedded(folder)));
  await step('Migrating', () => migrate(url));
  await refuseUsedDatabase(url);
  return { url, role: await prepareApplicationRole(url, APPEND_ONLY_TABLES), version: await versionOf(url) };
}

/** Like {@link openDatabase}, with the rows for the loads and reports. */
async function prepareDatabase(givenUrl, folder) {
  const database = await openDatabase(givenUrl, folder);
  await seed(database.url);
  return database;
}

/** Refuses a database with rows of its own: results need known rows, and nobody's data should be mixed with them. */
async function refuseUsedDatabase(url) {
  const [{ used }] = await queryOnce(url, 'SELECT EXISTS (SELECT FROM organizations) AS used');
  if (used) throw new Error('The database of BENCH_DATABASE_URL is not empty.');
}

async function startEmbedded(folder) {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'));
  later(async () => {
    await postgres.stop();
    // It lies outside the temporary folder if PostgreSQL's account can't reach that.
    await rm(postgres.directory, { recursive: true, force: true, maxRetries: 3 });
  });
  return postgres.url;
}

async function versionOf(url) {
  const [{ server_version: version }] = await queryOnce(url, 'SHOW server_version');
  return version;
}

/**
 * Waits until the product's background jobs are done: all expenses are summed up by days, all audit records are sealed.
 *
 * @param {string} url
 */
async function caughtUp(url) {
  const anyLeft = `SELECT EXISTS (SELECT FROM expense_day_changes) OR EXISTS (SELECT FROM audit_unsealed) AS "anyLeft"`;
  while ((await queryOnce(url, anyLeft))[0].anyLeft) await delay(500);
  // Normally autovacuum does this.
  await queryOnce(url, 'VACUUM (ANALYZE) expense_days, expense_day_changes, audit_unsealed, audit_seals');
}

/**
 * Reads all tables and indexes into the operating system's cache, so that the next queries are served from memory.
 * Uses an extension that PostgreSQL ships with.
 *
 * @param {string} url a superuser's
 */
async function readAll(url) {
  await queryOnce(url, 'CREATE EXTENSION IF NOT EXISTS pg_prewarm');
  await queryOnce(
    url,
    `SELECT sum(pg_prewarm(oid, 'read')) FROM pg_class WHERE relkind IN ('r', 'i', 't') AND relpersistence = 'p'`,
  );
}

/**
 * @param {string} url
 * @param {string} text
 */
async function queryOnce(url, text) {
  const client = new Client({ connectionString: url, options: '-c app.unscoped=bench' });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

module.exports = { caughtUp, openDatabase, prepareDatabase, queryOnce, readAll, temporaryFolder };
