'use strict';
/**
 * The least that a queue in PostgreSQL costs: one table, with one statement that leases many rows and one that
 * completes many, and no commit waits for the disk. No organizations, endpoints, limits, logs or retries. Takes the
 * receiver, the number of jobs and the database.
 */
const { Pool } = require('pg');
const { sendAll } = require('./queue-sender');
const { BODY, openPool, sayRate } = require('./signed-posts');

const CREATE = `
  DROP TABLE IF EXISTS bare_queue;
  CREATE TABLE bare_queue (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    due_at timestamptz NOT NULL DEFAULT now(),
    body text NOT NULL,
    leased_until timestamptz,
    done_at timestamptz
  ) WITH (fillfactor = 40);
  CREATE INDEX bare_queue_due ON bare_queue (due_at) WHERE leased_until IS NULL`;
const FETCH = {
  name: 'fetch',
  text: `
    UPDATE bare_queue SET leased_until = now() + interval '1 minute'
    WHERE id = ANY (ARRAY(
      SELECT id FROM bare_queue WHERE leased_until IS NULL AND due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING id, body AS text`,
};
const COMPLETE = {
  name: 'complete',
  text: `UPDATE bare_queue SET done_at = now() FROM unnest($1::uuid[]) AS done (id) WHERE bare_queue.id = done.id`,
};

async function main([origin, count, url]) {
  const database = new Pool({ connectionString: url, options: '-c synchronous_commit=off', max: 2 });
  await database.query(CREATE);
  const queue = {
    fetch: async (most) => (await database.query({ ...FETCH, values: [most] })).rows,
    complete: (ids) => database.query({ ...COMPLETE, values: [ids] }),
  };
  const pool = openPool(origin);
  await sayRate(Number(count), async (all) => {
    await database.query('INSERT INTO bare_queue (body) SELECT $1 FROM generate_series(1, $2::int)', [BODY, all]);
    await database.query('ANALYZE bare_queue');
    return sendAll(queue, pool, all);
  });
  await pool.close();
  await database.end();
}

void main(process.argv.slice(2));
