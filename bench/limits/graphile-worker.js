'use strict';
/**
 * The same with Graphile Worker, set up to be as fast as possible: as many jobs at a time as posts, prepared
 * statements, and no commit waits for the disk. Takes the receiver, the number of jobs and the database.
 */
const { Logger, run, runMigrations } = require('graphile-worker');
const { Pool } = require('pg');
const { ANY_ID, AT_ONCE, BODY, openPool, post, sayRate, stopwatch } = require('./signed-posts');

const TASK = 'webhook';
const CONNECTIONS = 20;

async function main([origin, count, url]) {
  const pgPool = new Pool({ connectionString: url, options: '-c synchronous_commit=off', max: CONNECTIONS });
  const logger = new Logger(() => () => {});
  await runMigrations({ pgPool, logger });
  const pool = openPool(origin);
  await sayRate(Number(count), async (all) => {
    await pgPool.query(
      `SELECT count(*) FROM generate_series(1, $1::int) AS n,
         LATERAL graphile_worker.add_job($2, json_build_object('body', $3::text, 'n', n))`,
      [all, TASK, BODY],
    );
    const { finished, elapsedMs } = stopwatch(all);
    const taskList = { [TASK]: (job) => post(pool, ANY_ID, job.body).then(finished) };
    const options = { pgPool, logger, concurrency: AT_ONCE, pollInterval: 100, noHandleSignals: true, taskList };
    const runner = await run(options);
    const ms = await elapsedMs;
    await runner.stop();
    return ms;
  });
  await pool.close();
  await pgPool.end();
}

void main(process.argv.slice(2));
