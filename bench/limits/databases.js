'use strict';
/** The two ways in which the limit servers send their statements. */
const { Client, Pool } = require('pg');
const { atOnce, connection, inOrder } = require('./work');

const POOL_SIZE = Number(process.env.DATABASE_POOL_SIZE);
const PIPELINES = 8;

/**
 * A pool: every statement has a connection to itself and waits for its response. The usual way.
 *
 * @returns {import('./work').Database}
 */
function pooled() {
  const pool = new Pool({ ...connection(), max: POOL_SIZE });
  return { query: (query) => pool.query(query), transaction: (work) => lend(pool, (client) => work(client, inOrder)) };
}

/**
 * A few connections shared by all statements, which are sent without waiting for responses: the least that PostgreSQL's
 * protocol allows.
 *
 * @returns {Promise<import('./work').Database>}
 */
async function pipelined() {
  const config = { ...connection(), pipeline: true };
  const clients = Array.from({ length: PIPELINES }, () => new Client(config));
  await Promise.all(clients.map((client) => client.connect()));
  const pool = new Pool({ ...config, max: POOL_SIZE - PIPELINES });
  let next = 0;
  return {
    query: (query) => clients[next++ % PIPELINES].query(query),
    transaction: (work) => lend(pool, (client) => work(client, atOnce)),
  };
}

/** Lends a connection. After a failure its state is unknown: it is closed instead of being lent again. */
async function lend(pool, work) {
  const client = await pool.connect();
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

module.exports = { pooled, pipelined };
