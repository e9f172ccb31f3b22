'use strict';
/** Starts a peer on the same server as the product. */
const { later } = require('../cleanup');
const { step } = require('../console');
const { queryOnce } = require('../database');
const { seedExpenses } = require('./seed');

/**
 * Starts a peer in a database of its own, with as many expenses as the product's organizations have.
 *
 * @param {import('../peers').Peer} peer
 * @param {string} databaseUrl
 * @param {string} folder the temporary one
 */
async function startPeer({ start, columns, ...peer }, databaseUrl, folder) {
  const database = `bench_${peer.name}`;
  await queryOnce(databaseUrl, `CREATE DATABASE ${database}`);
  later(() => queryOnce(databaseUrl, `DROP DATABASE ${database} WITH (FORCE)`));
  const url = databaseOf(databaseUrl, database);
  const running = await start(folder, url);
  await step('Seeding the same rows', () => seedExpenses(url, columns));
  return { ...peer, ...running };
}

function databaseOf(url, name) {
  const other = new URL(url);
  other.pathname = `/${name}`;
  // The parameters are for the product's driver; those of the peers have other names.
  other.search = '';
  return other.href;
}

module.exports = { startPeer };
