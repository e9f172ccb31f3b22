'use strict';
/** Fills an empty, migrated database with the rows to measure on. */
const { Client } = require('pg');
const settings = require('./settings');
const { apiKey, uuidSql } = require('./names');
const { hashToken } = require('../dist/src/kernel/ids');
const { step } = require('./console');

const CATEGORIES = ['transport', 'accommodation', 'catering', 'venue', 'crew', 'other'];
const categoryOf = (number) => `(ARRAY['${CATEGORIES.join("','")}'])[${number} % ${CATEGORIES.length} + 1]`;
/** When everything was made: the same in every run. */
const NOW = `'2026-01-15T12:00:00Z'::timestamptz`;

/**
 * @param {string} url an owner of the database
 */
async function seed(url) {
  // The policies require a stated reason, unless the owner of the tables is a superuser.
  const client = new Client({ connectionString: url, options: '-c app.unscoped=bench -c statement_timeout=0' });
  await client.connect();
  try {
    // The references are right by construction, but only superusers may skip the checks.
    await client.query('SET session_replication_role = replica').catch(() => undefined);
    const eventsEach = `CASE o WHEN 0 THEN ${settings.reportEvents} ELSE ${settings.eventsPerOrganization} END`;
    await step(`Seeding ${settings.organizations} organizations`, () =>
      seedOrganizations(client, { from: 0, to: settings.organizations, eventsEach }),
    );
    const rows = settings.organizations * settings.expensesPerOrganization;
    const restore = await dropIndexes(client, 'expenses');
    await step(`Seeding ${rows.toLocaleString('en')} expenses`, () => seedExpenses(client));
    await step(`Seeding ${settings.reportExpenses.toLocaleString('en')} more of one organization`, () =>
      seedReport(client),
    );
    await step('Building their indexes', restore);
    await step('VACUUM ANALYZE', () => client.query('VACUUM (ANALYZE)'));
    await client.query('CHECKPOINT').catch(() => undefined);
  } finally {
    await client.end();
  }
}

/**
 * Organizations with a user, an API key, a tour and its events.
 *
 * @param {Client} client
 * @param {{ from: number, to: number, eventsEach: string }} range
 *   the organizations' numbers; `eventsEach` is SQL, in which `o` is such a number
 */
async function seedOrganizations(client, { from, to, eventsEach }) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const organization = uuidSql('1', 'o', '0');
  const user = uuidSql('2', 'o', '0');
  const all = `generate_series(${from}, ${to}) AS o`;
  await client.query(`
    INSERT INTO organizations (id, name, slug, search, timezone, currency, status, created_at, updated_at)
    SELECT ${organization}, 'Organization ' || o, 'organization-' || o, 'organization ' || o, 'Europe/Berlin', 'EUR', 'active', ${NOW}, ${NOW} FROM ${all}`);
  await client.query(`
    INSERT INTO organization_settings (organization_id, locale, expense_categories, created_at, updated_at)
    SELECT ${organization}, 'en', ARRAY['${CATEGORIES.join("','")}'], ${NOW}, ${NOW} FROM ${all}`);
  await client.query(`
    INSERT INTO users (id, name, email, email_key, search, password_hash, status, super_admin, created_at, updated_at)
    SELECT ${user}, 'User ' || o, 'user-' || o || '@bench.example', 'user-' || o || '@bench.example', 'user ' || o, 'nobody signs in', 'active', false, ${NOW}, ${NOW} FROM ${all}`);
  await client.query(`
    INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
    SELECT ${organization}, ${uuidSql('3', 'o', '0')}, ${user}, 'Admin', ${NOW}, ${NOW}, ${NOW} FROM ${all}`);
  const keys = numbers.map(apiKey);
  await client.query(
    `INSERT INTO api_keys (organization_id, id, user_id, name, prefix, secret_hash, super_admin, created_at, updated_at)
     SELECT ${organization}, ${uuidSql('4', 'o', '0')}, ${user}, 'Bench', prefix, hash, false, ${NOW}, ${NOW}
     FROM unnest($1::int[], $2::text[], $3::bytea[]) AS key (o, prefix, hash)`,
    [numbers, keys.map((key) => key.slice(3, 11)), keys.map(hashToken)],
  );
  await client.query(`
    INSERT INTO tours (organization_id, id, name, search, status, currency, revision, created_at, updated_at)
    SELECT ${organization}, ${uuidSql('7', 'o', '0')}, 'Tour ' || o, 'tour ' || o, 'active', 'EUR', 0, ${NOW}, ${NOW} FROM ${all}`);
  await client.query(`
    INSERT INTO events (organization_id, id, name, search, tour_id, status, starts_at, timezone, created_by, revision,
      created_at, updated_at)
    SELECT ${organization}, ${uuidSql('5', 'o', 'e')}, 'Event ' || e, 'event ' || e, ${uuidSql('7', 'o', '0')}, 'confirmed',
      ${NOW} + e * interval '7 days', 'Europe/Berlin', ${user}, 0, ${NOW}, ${NOW}
    FROM ${all} CROSS JOIN LATERAL generate_series(1, ${eventsEach}) AS e`);
}

/** Seeds expenses interleaved as in production: neighbouring rows belong to different organizations. */
async function seedExpenses(client) {
  await client.query(`
    INSERT INTO expenses (organization_id, id, event_id, category, amount, currency, incurred_at, description, created_by, created_at, updated_at)
    SELECT ${uuidSql('1', 'o', '0')}, ${uuidSql('6', 'o', 'n')}, ${uuidSql('5', 'o', `(n % ${settings.eventsPerOrganization} + 1)`)},
      ${categoryOf('n')}, (n * 7919 % 100000) / 100.0, 'EUR', ${NOW} - n * interval '1 hour', 'Expense ' || n || ' of organization ' || o,
      ${uuidSql('2', 'o', '0')}, ${NOW} + n * interval '1 second', ${NOW} + n * interval '1 second'
    FROM generate_series(1, ${settings.expensesPerOrganization}) AS n CROSS JOIN generate_series(1, ${settings.organizations}) AS o
    ORDER BY n, o`);
}

/** Seeds the report's expenses: three currencies and ten years, in order of time within an hour or so. */
async function seedReport(client) {
  const { reportExpenses: count, reportEvents, reportFirstYear } = settings;
  await client.query(`
    INSERT INTO expenses (organization_id, id, event_id, category, amount, currency, incurred_at, description, created_by, created_at, updated_at)
    SELECT ${uuidSql('1', '0', '0')}, ${uuidSql('6', '0', 'n')},
      ${uuidSql('5', '0', `((n - 1) * ${reportEvents}::bigint / ${count} + 1)`)}, ${categoryOf('(n / 7)')},
      (n::bigint * 7919 % 1000000) / 100.0, (ARRAY['EUR', 'EUR', 'EUR', 'USD', 'CHF'])[n % 5 + 1],
      '${reportFirstYear}-01-01T12:00:00Z'::timestamptz + (n::float8 / ${count}) * interval '3651 days' + (n::bigint * 7919 % 3600) * interval '1 second',
      'Expense ' || n, ${uuidSql('2', '0', '0')}, ${NOW}, ${NOW}
    FROM generate_series(1, ${count}) AS n`);
}

/**
 * Building an index at the end is several times faster than keeping it up to date, and leaves it as dense as it gets.
 *
 * @returns {Promise<() => Promise<void>>} builds them again
 */
async function dropIndexes(client, table) {
  const { rows } = await client.query(
    `SELECT i.indexrelid::regclass AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return async () => {
    await client.query(`SET maintenance_work_mem = '256MB'`);
    // For a partitioned table the definition says ONLY, which would leave the partitions without the index.
    for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '));
  };
}

module.exports = { CATEGORIES, NOW, categoryOf, dropIndexes, seed, seedOrganizations };
