'use strict';
/** Sends the jobs of a queue: fetches, sends and completes concurrently, many at a time. */
const { AT_ONCE, post, stopwatch } = require('./signed-posts');

const MAX_FETCHED = 256;

/**
 * @typedef {object} Queue
 * @property {(most: number) => Promise<{ id: string, text: string }[]>} fetch
 * @property {(ids: string[]) => Promise<unknown>} complete
 */

/**
 * @param {Queue} queue
 * @param {import('undici').Pool} pool
 * @param {number} all how many jobs it holds
 * @returns {Promise<number>} the milliseconds from the first to the last response
 */
async function sendAll(queue, pool, all) {
  const { finished, elapsedMs } = stopwatch(all);
  const ready = [];
  let done = [];
  let left = all;
  let inFlight = 0;
  let fetching = false;
  let completing = null;

  const fetch = async () => {
    if (fetching || left === 0 || ready.length >= AT_ONCE) return;
    fetching = true;
    const jobs = await queue.fetch(MAX_FETCHED);
    fetching = false;
    left -= jobs.length;
    ready.push(...jobs);
    sendMore();
  };
  const complete = async () => {
    while (done.length > 0) {
      const ids = done;
      done = [];
      await queue.complete(ids);
    }
    completing = null;
  };
  const send = async ({ id, text }) => {
    await post(pool, id, text);
    inFlight--;
    finished();
    done.push(id);
    sendMore();
    completing ??= complete();
  };
  const sendMore = () => {
    for (; inFlight < AT_ONCE && ready.length > 0; inFlight++) void send(ready.shift());
    void fetch();
  };
  sendMore();
  const milliseconds = await elapsedMs;
  await completing;
  return milliseconds;
}

module.exports = { sendAll };
