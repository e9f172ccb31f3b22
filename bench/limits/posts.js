'use strict';
/**
 * The limit of undici alone: sends signed POSTs. Takes the receiver and their number, and prints the rate per second.
 */
const { ANY_ID, AT_ONCE, BODY, openPool, post, sayRate, stopwatch } = require('./signed-posts');

async function main([origin, count]) {
  const pool = openPool(origin);
  await sayRate(Number(count), async (all) => {
    const { finished, elapsedMs } = stopwatch(all);
    let left = all;
    const lane = async () => {
      while (left-- > 0) {
        await post(pool, ANY_ID, BODY);
        finished();
      }
    };
    for (let number = 0; number < AT_ONCE; number++) void lane();
    return elapsedMs;
  });
  await pool.close();
}

void main(process.argv.slice(2));
