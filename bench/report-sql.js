'use strict';
/**
 * Ways to write the report in SQL; the product is measured against the fastest. `$1` is the organization, `$2` and `$3`
 * the inclusive bounds, `$4` and `$5` the first instants of the months within them and of the months after those.
 */

const MATCHING = 'x.organization_id = $1 AND x.incurred_at >= $2::timestamptz AND x.incurred_at <= $3::timestamptz';
const SUMS = 'sum(x.amount) AS amount, count(*)::int AS count';

const grouped = (key) => `SELECT x.currency, ${key} AS key, ${SUMS} FROM expenses x WHERE ${MATCHING} GROUP BY 1, 2`;

/** @type {Record<string, { name: string, text: string, uses: number[] }[]>} uses: the parameters, by number */
const formulations = {
  category: [{ name: 'hash of currency and category', text: grouped('x.category'), uses: [1, 2, 3] }],
  event: [{ name: 'hash of currency and event', text: grouped('x.event_id'), uses: [1, 2, 3] }],
  month: [
    {
      name: 'width_bucket',
      text: `SELECT x.currency, ($4::timestamptz[])[width_bucket(x.incurred_at, $4::timestamptz[])] AS key, ${SUMS}
        FROM expenses x WHERE ${MATCHING} GROUP BY x.currency, width_bucket(x.incurred_at, $4::timestamptz[])`,
      uses: [1, 2, 3, 4],
    },
    { name: 'date_trunc', text: grouped(`date_trunc('month', x.incurred_at, 'Europe/Berlin')`), uses: [1, 2, 3] },
    {
      name: 'by hour, then date_trunc',
      text: `SELECT currency, date_trunc('month', hour, 'Europe/Berlin') AS key, sum(amount) AS amount, sum(count)::int AS count
        FROM (SELECT x.currency, date_bin('1 hour', x.incurred_at, '2000-01-01T00:00:00Z') AS hour, ${SUMS}
          FROM expenses x WHERE ${MATCHING} GROUP BY 1, 2) AS hours GROUP BY 1, 2`,
      uses: [1, 2, 3],
    },
    {
      name: 'one range per month',
      text: `SELECT part.currency, month.start AS key, part.amount, part.count
        FROM unnest($4::timestamptz[], $5::timestamptz[]) AS month (start, stop) CROSS JOIN LATERAL
        (SELECT x.currency, ${SUMS} FROM expenses x
          WHERE ${MATCHING} AND x.incurred_at >= month.start AND x.incurred_at < month.stop GROUP BY 1) AS part`,
      uses: [1, 2, 3, 4, 5],
    },
  ],
};

module.exports = { formulations };
