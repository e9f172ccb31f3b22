'use strict';
/** How much old deliveries of other organizations slow down sending and listing new ones. */
const { join } = require('node:path');
const { Client } = require('pg');
const { say, step } = require('./console');
const { median } = require('./load');
const { startServer } = require('./processes');
const settings = require('./settings');
const { sendAll, makeOwner, rateOf, startSender } = require('./webhooks');

const OLD = Math.max(10_000, Math.round(1_000_000 * settings.scale));
const ORGANIZATIONS = 20;
const ENDPOINTS_EACH = 50;
const BATCH = 100_000;
const DELIVERIES = 5_000;
const REQUESTS = 300;

/**
 * @typedef {object} GrowthResult
 * @property {string} title
 * @property {number} ratio how much slower it is with the old deliveries
 *
 * @param {{ url: string }} database migrated
 * @param {string} folder
 * @returns {Promise<GrowthResult[]>}
 */
async function measureWebhookGrowth({ url }, folder) {
  const receiver = await startServer('receiver', folder, [join(__dirname, 'limits/receiver.js')], {});
  const product = await startSender(url, folder);
  const client = new Client({ connectionString: url, options: '-c app.unscoped=bench -c statement_timeout=0' });
  await client.connect();
  try {
    const owner = await makeOwner(product.origin, receiver.origin, 'growth');
    await sendAll(client, [owner], receiver.origin, DELIVERIES);
    const before = await measure(client, product.origin, receiver.origin, owner);
    await step(`${OLD.toLocaleString('en')} old deliveries`, () => seedOld(client));
    const after = await measure(client, product.origin, receiver.origin, owner);
    return Object.keys(before).map((title) => {
      say(`  ${title}: ${before[title].toFixed(2)}, with the old ones ${after[title].toFixed(2)}`);
      return { title, ratio: after[title] / before[title] };
    });
  } finally {
    await client.end();
    await product.stop();
    await receiver.stop();
  }
}

/**
 * Durations as multiples of one that old deliveries can't affect, measured alternately, since the machine's speed varies.
 *
 * @returns {Promise<Record<string, number>>}
 */
async function measure(client, origin, receiverOrigin, owner) {
  const endpoint = `${origin}/api/webhooks/${owner.webhookIds[0]}`;
  const sending = [];
  for (let round = 0; round < settings.rounds; round++) {
    const alone = await rateOf('alone', receiverOrigin, DELIVERIES);
    sending.push(alone / (await sendAll(client, [owner], receiverOrigin, DELIVERIES)));
  }
  return {
    'A list of deliveries': await compare(`${endpoint}/deliveries`, endpoint, owner.headers),
    'A list of failed deliveries': await compare(`${endpoint}/deliveries?status=failed`, endpoint, owner.headers),
    'Claiming and sending': median(sending),
  };
}

async function compare(url, reference, headers) {
  const ratios = [];
  for (let request = 0; request < REQUESTS; request++)
    ratios.push((await timeOf(url, headers)) / (await timeOf(reference, headers)));
  return median(ratios);
}

async function timeOf(url, headers) {
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

/** Seeds deliveries of the last 30 days to endpoints of other organizations: four per event, nine of ten delivered. */
async function seedOld(client) {
  // The references are right by construction.
  await client.query('SET session_replication_role = replica');
  const { rows } = await client.query(
    `INSERT INTO organizations (id, name, slug, search, timezone, currency, status, created_at, updated_at)
     SELECT gen_random_uuid(), 'Old ' || n, 'old-' || n, 'old ' || n, 'UTC', 'EUR', 'active', now(), now()
     FROM generate_series(1, $1::int) AS n RETURNING id`,
    [ORGANIZATIONS],
  );
  const organizationIds = rows.map(({ id }) => id);
  await client.query(
    `INSERT INTO webhook_endpoints (organization_id, id, url, event_types, maker_permissions, status, secret, secret_prefix,
       created_at, updated_at)
     SELECT o, gen_random_uuid(), 'http://127.0.0.1:1/', '{webhook.test}', '{}', 'enabled', '\\x00', '', now(), now()
     FROM unnest($1::uuid[]) AS o, generate_series(1, $2::int)`,
    [organizationIds, ENDPOINTS_EACH],
  );
  const log = {
    number: 1,
    kind: 'scheduled',
    startedAt: new Date().toISOString(),
    durationMs: 20,
    responseStatus: 200,
  };
  const body = JSON.stringify({ data: { name: 'x'.repeat(300) } });
  for (let made = 0; made < OLD; made += BATCH) {
    await client.query(
      `WITH endpoint AS (
         SELECT array_agg(id) AS ids, array_agg(organization_id) AS organizations FROM webhook_endpoints WHERE organization_id = ANY ($1)
       ), event AS MATERIALIZED (
         SELECT gen_random_uuid() AS id, 1 + (n * 7919) % cardinality(ids) AS e, ids, organizations,
           now() - ((n + $2::int / 4)::float8 / $3 * 4) * interval '29 days' AS at
         FROM endpoint, generate_series(1, $4::int / 4) AS n
       ), written AS (
         INSERT INTO outbox_events (organization_id, id, type, body, people, created_at)
         SELECT organizations[e], id, 'tour.created', $5, '{}', at FROM event
       )
       INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, attempts, next_kind,
         created_at, updated_at, delivered_at, failed_at, attempt_log)
       SELECT organizations[e], gen_random_uuid(), ids[e], id, 'tour.created',
         1, 'scheduled', at, at, CASE WHEN n < 10 THEN at END, CASE WHEN n = 10 THEN at END, ARRAY[$6::json]
       FROM (SELECT event.*, 1 + floor(random() * 10) AS n FROM event, generate_series(1, 4)) AS event`,
      [organizationIds, made, OLD, BATCH, body, JSON.stringify({ ...log, error: null, responseBody: 'ok' })],
    );
  }
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM (ANALYZE) webhook_deliveries, outbox_events');
  await client.query('CHECKPOINT');
}

module.exports = { measureWebhookGrowth };
