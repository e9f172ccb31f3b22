'use strict';
/**
 * The same with pg-boss, set up to be as fast as possible: jobs are fetched and completed many at a time, and no commit
 * waits for the disk. Takes the receiver, the number of jobs and the database.
 */
const PgBoss = require('pg-boss');
const { sendAll } = require('./queue-sender');
const { BODY, openPool, sayRate } = require('./signed-posts');

const QUEUE = 'webhooks';
const MAX_INSERTED = 1_000;

async function main([origin, count, url]) {
  const connectionString = `${url}${url.includes('?') ? '&' : '?'}options=-c%20synchronous_commit%3Doff`;
  const boss = new PgBoss({ connectionString, max: 10, supervise: false, schedule: false });
  boss.on('error', (error) => process.stderr.write(`${error.stack}\n`));
  await boss.start();
  await boss.createQueue(QUEUE);
  const queue = {
    fetch: async (most) => {
      const jobs = await boss.fetch(QUEUE, { batchSize: most, priority: false });
      return jobs.map(({ id, data }) => ({ id, text: data.body }));
    },
    complete: (ids) => boss.complete(QUEUE, ids),
  };
  const pool = openPool(origin);
  await sayRate(Number(count), async (all) => {
    for (let made = 0; made < all; made += MAX_INSERTED) {
      const length = Math.min(MAX_INSERTED, all - made);
      await boss.insert(Array.from({ length }, () => ({ name: QUEUE, data: { body: BODY } })));
    }
    return sendAll(queue, pool, all);
  });
  await pool.close();
  await boss.stop({ graceful: false });
}

void main(process.argv.slice(2));
