'use strict';
/** The signed POST, with all its headers, that everything sends that is compared with the product's webhooks. */
const { createHmac } = require('node:crypto');
const { Pool } = require('undici');

const AT_ONCE = 64;
/** For senders without UUIDs, since generating some is not part of sending. */
const ANY_ID = '00000000-0000-0000-0000-000000000000';
const BODY = JSON.stringify({ data: { name: 'x'.repeat(300) } });

/** @param {string} origin of the receiver */
const openPool = (origin) => new Pool(origin, { connections: AT_ONCE });

/**
 * Sends one and reads the response.
 *
 * @param {Pool} pool
 * @param {string} id of the delivery
 * @param {string} text
 */
async function post(pool, id, text) {
  const body = Buffer.from(text);
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', 'whsec_bench').update(`${t}.`).update(body).digest('hex');
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'TourEvents-Webhooks/1.0',
    'X-TE-Event': 'tour.created',
    'X-TE-Delivery': id,
    'X-TE-Signature': `t=${t},v1=${v1}`,
  };
  const response = await pool.request({ path: '/hook', method: 'POST', headers, body });
  await response.body.dump();
}

/**
 * Has a sender send a few to warm up, then all, and prints how many it sent per second.
 *
 * @param {number} count
 * @param {(count: number) => Promise<number>} sendAll gives the milliseconds from the first to the last response
 */
async function sayRate(count, sendAll) {
  await sendAll(Math.ceil(count / 5));
  process.stdout.write(`${(count / (await sendAll(count))) * 1000}\n`);
}

/** Measures the time from the first of `count` calls to the last. */
function stopwatch(count) {
  let startedAt;
  let left = count;
  let resolve;
  const elapsedMs = new Promise((done) => (resolve = done));
  const finished = () => {
    startedAt ??= performance.now();
    if (--left === 0) resolve(performance.now() - startedAt);
  };
  return { finished, elapsedMs };
}

module.exports = { ANY_ID, AT_ONCE, BODY, openPool, post, sayRate, stopwatch };
