'use strict';
/**
 * The same with pg-boss, as fast as it goes: jobs are fetched and completed many at a time, no commit waits for the disk.
 * Takes the receiver, how many and the database.
 */
const PgBoss = require('pg-boss');
const { AT_ONCE, BODY, openPool, post, sayRate, stopwatch } = require('./signed-posts');

const QUEUE = 'webhooks';
const MOST_FETCHED = 256;
const MOST_INSERTED = 1_000;

async function main([origin, count, url]) {
  const connectionString = `${url}${url.includes('?') ? '&' : '?'}options=-c%20synchronous_commit%3Doff`;
  const boss = new PgBoss({ connectionString, max: 10, supervise: false, schedule: false });
  boss.on('error', (error) => process.stderr.write(`${error.stack}\n`));
  await boss.start();
  await boss.createQueue(QUEUE);
  const pool = openPool(origin);
  await sayRate(Number(count), async (all) => {
    for (let made = 0; made < all; made += MOST_INSERTED) {
      const length = Math.min(MOST_INSERTED, all - made);
      await boss.insert(Array.from({ length }, () => ({ name: QUEUE, data: { body: BODY } })));
    }
    return sendAll(boss, pool, all);
  });
  await pool.close();
  await boss.stop({ graceful: false });
}

/** Fetches, sends and completes at the same time. */
function sendAll(boss, pool, all) {
  const { answered, elapsedMs } = stopwatch(all);
  const ready = [];
  let done = [];
  let left = all;
  let inFlight = 0;
  let fetching = false;
  let completing = false;

  const fetch = async () => {
    if (fetching || left === 0 || ready.length >= AT_ONCE) return;
    fetching = true;
    const jobs = await boss.fetch(QUEUE, { batchSize: MOST_FETCHED, priority: false });
    fetching = false;
    left -= jobs.length;
    ready.push(...jobs);
    sendMore();
  };
  const complete = async () => {
    if (completing || done.length === 0) return;
    completing = true;
    const ids = done;
    done = [];
    await boss.complete(QUEUE, ids);
    completing = false;
    void complete();
  };
  const send = async ({ id, data }) => {
    await post(pool, id, data.body);
    inFlight--;
    answered();
    done.push(id);
    sendMore();
    void complete();
  };
  const sendMore = () => {
    for (; inFlight < AT_ONCE && ready.length > 0; inFlight++) void send(ready.shift());
    void fetch();
  };
  sendMore();
  return elapsedMs;
}

void main(process.argv.slice(2));
