'use strict';
/** The performance goals (docs/performance.md) as numbers to compare with. */

/**
 * @typedef {object} Goal
 * @property {string} title
 * @property {string} unit
 * @property {'least' | 'most'} kind
 * @property {number} goal
 *
 * @typedef {object} Judgement
 * @property {string} title
 * @property {string} goal
 * @property {string} measured
 * @property {boolean} reached
 */

/**
 * Goals for throughput, as a share of the base's, with the lower bound that no change may go below; and for the 99th
 * percentile, as a multiple of the base's.
 */
const UNDER_LOAD = {
  one: { throughput: 1.3, lowerBound: 1.0, p99: 1.2 },
  list: { throughput: 1.2, lowerBound: 0.9, p99: 1.2 },
  create: { throughput: 0.75, lowerBound: 0.6, p99: null },
};
const REPORT_RATIO = 1.3;
const REPORT_YEAR_MS = 10;
const WEBHOOKS = { ofBareQueue: 0.6, ofQueues: 1.2, p50Ms: 50, p99Ms: 500, besideHanging: 1.5 };
const IMPORT_OF_COPY = 0.3;
const STREAMS = { kibPerStream: 20, ratio: 1.5 };
/** By peer and workload: how many times the peer's requests per second the product must reach. */
const PEERS = { directus: { one: 30 } };
/** The most by which time or memory may grow with ten times the rows. */
const GROWTH = 1.3;
const START = { firstMs: 6_000, secondMs: 2_000, idleMiB: 180 };

/**
 * Compares results with the goals.
 *
 * @param {{ load?: object[], reports?: import('./reports').ReportResult[], webhooks?: import('./webhooks').WebhookResults, import?: import('./import').ImportResults, webhookGrowth?: import('./webhooks-growth').GrowthResult[], streams?: import('./streams').StreamResults, start?: Record<string, number>, peers?: import('./peers').PeerResult[] }} results
 * @returns {Judgement[]}
 */
function judge({
  load = [],
  reports = [],
  webhooks,
  webhookGrowth = [],
  import: imported,
  streams,
  start,
  peers = [],
}) {
  const judgements = [];
  for (const { name, title, servers } of load) {
    const product = servers.find((server) => server.name === 'product');
    const { throughput, lowerBound, p99 } = UNDER_LOAD[name];
    judgements.push(
      atLeast(`${title}: of the base's throughput`, throughput, product.ratio, 'x'),
      atLeast(`${title}: of the base's throughput, lower bound`, lowerBound, product.ratio, 'x'),
    );
    if (p99 !== null) judgements.push(atMost(`${title}: of the base's 99th percentile`, p99, product.p99Ratio, 'x'));
  }
  for (const { period, groupBy, productMs, sqlMs } of reports) {
    judgements.push(
      atMost(`Report by ${groupBy}, ${period}: of the best SQL's time`, REPORT_RATIO, productMs / sqlMs, 'x'),
    );
    if (period === 'one year')
      judgements.push(atMost(`Report by ${groupBy}, ${period}`, REPORT_YEAR_MS, productMs, ' ms'));
  }
  if (webhooks !== undefined) {
    const { ratios, quiet, besideHanging } = webhooks;
    judgements.push(
      atLeast('Webhooks of one process: of what the barest queue sends', WEBHOOKS.ofBareQueue, ratios.bareQueue, 'x'),
      atLeast('Webhooks of one process: of what pg-boss sends', WEBHOOKS.ofQueues, ratios.pgBoss, 'x'),
      atLeast('Webhooks of one process: of what Graphile Worker sends', WEBHOOKS.ofQueues, ratios.graphileWorker, 'x'),
      atMost('Webhooks: commit to receipt, median', WEBHOOKS.p50Ms, quiet.p50, ' ms'),
      atMost('Webhooks: commit to receipt, 99th percentile', WEBHOOKS.p99Ms, quiet.p99, ' ms'),
      atMost(
        'Webhooks beside one that hangs: of the median',
        WEBHOOKS.besideHanging,
        besideHanging.p50 / quiet.p50,
        'x',
      ),
    );
  }
  if (imported !== undefined) {
    const { guests, ratio, memoryGrowth } = imported;
    judgements.push(
      atLeast(`Import of ${guests} guests: of the speed of COPY`, IMPORT_OF_COPY, ratio, 'x'),
      atMost(`Import of ${guests} guests: memory in its second half, of the first`, GROWTH, memoryGrowth, 'x'),
    );
  }
  if (streams !== undefined) {
    const { streams: count, product, ratio } = streams;
    judgements.push(
      atMost(`${count} event streams: memory of each`, STREAMS.kibPerStream, product.kibPerStream, ' KiB'),
      atMost(`${count} event streams: of the bare time to reach all`, STREAMS.ratio, ratio, 'x'),
    );
  }
  for (const { title, ratio } of webhookGrowth)
    judgements.push(atMost(`${title} beside old deliveries`, GROWTH, ratio, 'x'));
  if (start !== undefined) {
    judgements.push(
      atMost('First start, with a new embedded database', START.firstMs / 1000, start.firstMs / 1000, ' s'),
    );
    judgements.push(atMost('Later start', START.secondMs / 1000, start.secondMs / 1000, ' s'));
    judgements.push(atMost('Idle memory without the database', START.idleMiB, start.idleMiB, ' MiB'));
  }
  for (const { peer, title, workload, ratio } of peers) {
    const goal = PEERS[peer]?.[workload.name];
    if (goal !== undefined) judgements.push(atLeast(`${workload.title}: of what ${title} serves`, goal, ratio, 'x'));
  }
  return judgements;
}

function atLeast(title, goal, measured, unit) {
  return { title, goal: `>= ${goal}${unit}`, measured: `${measured.toFixed(2)}${unit}`, reached: measured >= goal };
}

function atMost(title, goal, measured, unit) {
  return { title, goal: `<= ${goal}${unit}`, measured: `${measured.toFixed(2)}${unit}`, reached: measured <= goal };
}

module.exports = { judge };
