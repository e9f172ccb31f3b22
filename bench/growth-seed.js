'use strict';
/** Adds organizations with some years of data to a migrated database, more of them with each call. */
const { Client } = require('pg');
const { step } = require('./console');
const { uuidSql } = require('./names');
const { CATEGORIES, NOW, dropIndexes, seedOrganizations } = require('./seed');

/** Rows of one organization. */
const EACH = { events: 1_000, expenses: 10_000, guests: 1_000, eventGuests: 5_000, vehicles: 20, auditRecords: 2_000 };
/** Large tables, whose indexes are dropped and built again at the end. */
const LARGE = ['events', 'expenses', 'guests', 'event_guests', 'audit_records'];

const id = (kind, number) => uuidSql(kind, 'o', number);
const organization = id('1', '0');
const user = id('2', '0');
const eventOf = (number) => id('5', `(${number} % ${EACH.events} + 1)`);

/** SQL of the rows of one kind; `o` is the organization, `n` the number of the row. */
const KINDS = [
  {
    count: EACH.guests,
    into: 'guests (organization_id, id, name, email, email_key, company, tags, tag_keys, external_id, search, created_at, updated_at)',
    row: `${organization}, ${id('8', 'n')}, 'Guest ' || n, 'guest' || n || '@example.com', 'guest' || n || '@example.com',
      'Company ' || n % 100, '{vip}', '{vip}', 'X' || n, 'guest ' || n || ' company ' || n % 100,
      ${NOW} + n * interval '1 second', ${NOW}`,
  },
  {
    count: EACH.eventGuests,
    into: 'event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)',
    row: `${organization}, ${id('9', 'n')}, ${eventOf('n')}, ${id('8', `((n * 7 + n / ${EACH.events} * 13) % ${EACH.guests} + 1)`)},
      (ARRAY['pending', 'accepted', 'declined', 'tentative'])[n % 4 + 1], 0, ${NOW} + n * interval '1 second', ${NOW}`,
  },
  {
    count: EACH.vehicles,
    into: 'vehicles (organization_id, id, name, capacity, status, search, created_at, updated_at)',
    row: `${organization}, ${id('a', 'n')}, 'Bus ' || n, 50, 'active', 'bus ' || n, ${NOW}, ${NOW}`,
  },
  {
    count: EACH.expenses,
    into: `expenses (organization_id, id, event_id, category, amount, currency, incurred_at, description, created_by,
      created_at, updated_at)`,
    row: `${organization}, ${id('6', 'n')}, ${eventOf('n')},
      (ARRAY['${CATEGORIES.join("','")}'])[n % ${CATEGORIES.length} + 1], (n * 7919 % 100000) / 100.0, 'EUR',
      ${NOW} - n * interval '1 hour', 'Expense ' || n, ${user}, ${NOW} + n * interval '1 second', ${NOW}`,
  },
  {
    count: EACH.auditRecords,
    into: 'audit_records (organization_id, id, action, occurred_at, actor_type, actor_id, target_type, target_id, changes)',
    row: `${organization}, ${id('b', 'n')}, 'expense.created', ${NOW} - n * interval '1 hour', 'user', ${user},
      'expense', ${id('6', 'n')}, '{"amount": {"before": null, "after": "249.90"}}'`,
  },
];

/**
 * Adds the organizations with these numbers, with all of their data.
 *
 * @param {string} url an owner of the database
 * @param {{ from: number, to: number }} range
 */
async function seedGrowth(url, range) {
  const client = new Client({ connectionString: url, options: '-c app.unscoped=bench -c statement_timeout=0' });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const restores = [];
    for (const table of LARGE) restores.push(await dropIndexes(client, table));
    const title = `Seeding organizations ${range.from} to ${range.to}`;
    await step(title, async () => {
      await seedOrganizations(client, { ...range, eventsEach: String(EACH.events) });
      for (const { into, count, row } of KINDS) {
        // Neighbouring rows of a table belong to different organizations, as in production.
        await client.query(
          `INSERT INTO ${into} SELECT ${row} FROM generate_series(1, ${count}) AS n
           CROSS JOIN generate_series(${range.from}, ${range.to}) AS o`,
        );
      }
    });
    await step('Building the indexes', async () => {
      for (const restore of restores) await restore();
    });
    await step('VACUUM ANALYZE', () => client.query('VACUUM (ANALYZE)'));
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

module.exports = { EACH, seedGrowth };
