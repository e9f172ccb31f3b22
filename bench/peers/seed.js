'use strict';
/** Seeds a peer with the same expenses as the product's organizations have. */
const { Client } = require('pg');
const { uuidSql } = require('../names');
const { NOW, categoryOf } = require('../seed');
const settings = require('../settings');

/**
 * @typedef {object} Columns the names of columns in a peer's table `expenses`
 * @property {string} id
 * @property {string} eventId
 * @property {string} incurredAt
 * @property {string[]} madeAt all columns for the time of creation
 */

/**
 * @param {string} url
 * @param {Columns} columns
 */
async function seedExpenses(url, { id, eventId, incurredAt, madeAt }) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { organizations, eventsPerOrganization, expensesPerOrganization } = settings;
    await client.query(`
      INSERT INTO expenses (${[id, eventId, incurredAt, 'category', 'amount', 'currency', 'description', ...madeAt]})
      SELECT ${uuidSql('6', 'o', 'n')}, ${uuidSql('5', 'o', `(n % ${eventsPerOrganization} + 1)`)},
        ${NOW} - n * interval '1 hour', ${categoryOf('n')}, (n * 7919 % 100000) / 100.0, 'EUR',
        'Expense ' || n || ' of organization ' || o, ${madeAt.map(() => `${NOW} + n * interval '1 second'`)}
      FROM generate_series(1, ${expensesPerOrganization}) AS n CROSS JOIN generate_series(1, ${organizations}) AS o
      ORDER BY n, o`);
    // An index that anybody who queries by event would add.
    await client.query(`CREATE INDEX ON expenses (${eventId})`);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

module.exports = { seedExpenses };
