'use strict';
/** What undici alone can do: signed POSTs, 64 at a time. Takes the address and how many, and says how many in a second. */
const { createHmac } = require('node:crypto');
const { Pool } = require('undici');

const AT_ONCE = 64;
const BODY = Buffer.from(JSON.stringify({ id: 'x'.repeat(36), type: 'tour.created', data: { name: 'x'.repeat(200) } }));

async function main([origin, count]) {
  const pool = new Pool(origin, { connections: AT_ONCE });
  await postAll(pool, Number(count) / 5);
  const startedAt = performance.now();
  await postAll(pool, Number(count));
  process.stdout.write(`${(Number(count) / (performance.now() - startedAt)) * 1000}\n`);
  await pool.close();
}

async function postAll(pool, count) {
  let left = count;
  const lane = async () => {
    while (left-- > 0) {
      const { body } = await pool.request({ path: '/alone', method: 'POST', headers: headers(), body: BODY });
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function headers() {
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', 'whsec_bench').update(`${t}.`).update(BODY).digest('hex');
  return { 'content-type': 'application/json', 'x-te-signature': `t=${t},v1=${v1}` };
}

void main(process.argv.slice(2));
