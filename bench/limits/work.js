'use strict';
/**
 * What the limit servers do for a request, apart from how they speak HTTP and how they send their statements: the
 * product's work in plain JavaScript, with every statement prepared under a name.
 *
 * They connect as the product's own role, so row-level security checks their rows as well. But they set what its
 * policies ask for once per session instead of once per request: that is what makes them bare.
 */
const { createHash } = require('node:crypto');
const { v7 } = require('uuid');
const { connectionConfig } = require('../../dist/src/platform/database/connection');
const { hashToken } = require('../../dist/src/kernel/ids');
const { formatAmount } = require('../../dist/src/kernel/money');

const WINDOW_MS = 60_000;

const AUTHENTICATE = {
  name: 'authenticate',
  text: `
    SELECT k.id, k.name, k.organization_id AS "organizationId", u.id AS "userId", u.name AS "userName", m.role, r.permissions
    FROM api_keys k
    JOIN users u ON u.id = k.user_id AND u.status = 'active'
    JOIN organizations o ON o.id = k.organization_id AND o.status = 'active' AND o.deleted_at IS NULL
    JOIN memberships m ON m.organization_id = o.id AND m.user_id = u.id
    LEFT JOIN roles r ON r.organization_id = m.organization_id AND r.name = m.role
    WHERE k.secret_hash = $1 AND (k.expires_at IS NULL OR k.expires_at > now())`,
};

/** In the product's order, which the tag of a record depends on. */
const COLUMNS = `x.id, x.event_id AS "eventId", x.category, x.amount, x.currency, x.incurred_at AS "incurredAt",
  x.description, x.external_id AS "externalId", x.created_by AS "createdBy", x.created_at AS "createdAt",
  x.updated_at AS "updatedAt", e.name AS "eventName", t.name AS "tourName",
  u.name AS "createdByName"`;
const FROM = `expenses x JOIN events e ON e.organization_id = x.organization_id AND e.id = x.event_id
  LEFT JOIN tours t ON t.organization_id = e.organization_id AND t.id = e.tour_id
  LEFT JOIN users u ON u.id = x.created_by`;

const ONE = { name: 'one', text: `SELECT ${COLUMNS} FROM ${FROM} WHERE x.organization_id = $1 AND x.id = $2` };

const LIST = {
  name: 'list',
  text: `
    SELECT ${COLUMNS}, (SELECT count(*)::int FROM expenses WHERE organization_id = $1 AND event_id = $2) AS total
    FROM ${FROM} WHERE x.organization_id = $1 AND x.event_id = $2 ORDER BY x.incurred_at, x.id LIMIT $3 OFFSET $4`,
};

const EVENT = {
  name: 'event',
  text: `
    SELECT e.name AS "eventName", t.name AS "tourName"
    FROM events e LEFT JOIN tours t ON t.organization_id = e.organization_id AND t.id = e.tour_id
    WHERE e.organization_id = $1 AND e.id = $2`,
};
const CATEGORIES = {
  name: 'categories',
  text: 'SELECT expense_categories AS categories FROM organization_settings WHERE organization_id = $1',
};
const ORGANIZATION = {
  name: 'organization',
  text: 'SELECT currency FROM organizations WHERE id = $1 AND deleted_at IS NULL',
};
const INSERT = {
  name: 'insert',
  text: `
    INSERT INTO expenses (organization_id, id, event_id, category, amount, currency, incurred_at, description, created_by, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
};
const AUDIT = {
  name: 'audit',
  text: `
    WITH written AS (
      INSERT INTO audit_records (id, organization_id, action, occurred_at, actor_type, actor_id, actor_name, target_type, target_id, changes, ip, user_agent, request_id)
      VALUES ($1, $2, 'expense.created', $3, 'apiKey', $4, $5, 'expense', $6, $7, $8, $9, $10) RETURNING id, organization_id)
    INSERT INTO audit_unsealed (organization_id, audit_record_id) SELECT organization_id, id FROM written`,
};
/** Keeps the event if an endpoint asks for it, as the product does. */
const OUTBOX = {
  name: 'outbox',
  text: `
    INSERT INTO outbox_events (organization_id, id, type, body, people, created_at)
    SELECT $1, $2, 'expense.created', $3, '{}', $4 WHERE EXISTS (
      SELECT FROM webhook_endpoints w
      WHERE w.organization_id = $1 AND w.deleted_at IS NULL AND w.event_types && '{expense.created,*}')`,
};

/**
 * How a limit server connects.
 *
 * @returns {import('pg').ClientConfig}
 */
function connection() {
  const { DATABASE_URL, DATABASE_ROLE } = process.env;
  const config = connectionConfig(DATABASE_URL, DATABASE_ROLE || null, 30_000);
  return { ...config, options: `${config.options} -c app.unscoped=bench` };
}

/** @type {Map<string, { count: number, endsAt: number }>} */
const windows = new Map();

/** Counts a request of a key in a fixed window. Returns whether it is within the limit. */
function isWithinLimit(key) {
  const now = performance.now();
  let window = windows.get(key);
  if (window === undefined || window.endsAt <= now) windows.set(key, (window = { count: 0, endsAt: now + WINDOW_MS }));
  return ++window.count <= Number(process.env.RATE_LIMIT);
}

/**
 * @typedef {object} Reply
 * @property {number} status
 * @property {unknown} body
 *
 * @typedef {object} Database
 * @property {(query: import('pg').QueryConfig) => Promise<import('pg').QueryResult>} query one statement of its own
 * @property {<T>(work: (client: import('pg').ClientBase, all: typeof inOrder) => Promise<T>) => Promise<T>} transaction
 *   lends a connection to a transaction; `all` sends several statements the server's own way
 */

const UNAUTHENTICATED = { status: 401, body: { code: 'unauthenticated' } };
const RATE_LIMITED = { status: 429, body: { code: 'rate_limited' } };
const NOT_FOUND = { status: 404, body: { code: 'not_found' } };
const INVALID = { status: 400, body: { code: 'validation_failed' } };

/**
 * Authenticates the key and counts the request, then does the work.
 *
 * @param {Database} database
 * @param {string | undefined} authorization the header
 * @param {(key: Record<string, any>) => Promise<Reply>} work
 * @returns {Promise<Reply>}
 */
async function authenticated(database, authorization, work) {
  if (authorization === undefined || !authorization.startsWith('Bearer ')) return UNAUTHENTICATED;
  const { rows } = await database.query({ ...AUTHENTICATE, values: [hashToken(authorization.slice(7))] });
  if (rows.length === 0) return UNAUTHENTICATED;
  return isWithinLimit(rows[0].id) ? work(rows[0]) : RATE_LIMITED;
}

/** @returns {Promise<Reply>} */
async function getExpense(database, key, id) {
  const { rows } = await database.query({ ...ONE, values: [key.organizationId, id] });
  return rows.length === 0 ? NOT_FOUND : { status: 200, body: toView(rows[0]) };
}

/** @returns {Promise<Reply>} */
async function listExpenses(database, key, eventId, query) {
  const page = Number(query.get('page') ?? 1);
  const limit = Math.min(Number(query.get('limit') ?? 10), 100);
  if (!(page >= 1 && limit >= 1)) return INVALID;
  const values = [key.organizationId, eventId, limit, (page - 1) * limit];
  const { rows } = await database.query({ ...LIST, values });
  if (rows.length === 0) {
    // Rare: only for an empty list must the event's existence be checked.
    const found = await database.query({ ...EVENT, values: [key.organizationId, eventId] });
    if (found.rows.length === 0) return NOT_FOUND;
  }
  const total = rows[0]?.total ?? 0;
  return { status: 200, body: { data: rows.map(toRow), total, page, limit, totalPages: Math.ceil(total / limit) } };
}

/**
 * The product's transaction, statement by statement.
 *
 * @param {{ ip: string, userAgent: string | undefined }} caller
 * @returns {Promise<Reply>}
 */
async function createExpense(database, key, eventId, input, caller) {
  const { organizationId } = key;
  return database.transaction(async (client, all) => {
    const [, event, settings, organization] = await all([
      () => client.query('BEGIN'),
      () => client.query({ ...EVENT, values: [organizationId, eventId] }),
      () => client.query({ ...CATEGORIES, values: [organizationId] }),
      () => client.query({ ...ORGANIZATION, values: [organizationId] }),
    ]);
    if (event.rows.length === 0) return rolledBack(client, NOT_FOUND);
    if (!settings.rows[0].categories.includes(input.category)) return rolledBack(client, INVALID);
    const now = new Date().toISOString();
    const currency = input.currency ?? organization.rows[0].currency;
    const view = {
      id: v7(),
      eventId,
      category: input.category,
      amount: formatAmount(input.amount, currency),
      currency,
      incurredAt: input.incurredAt ?? now,
      description: input.description ?? null,
      externalId: null,
      createdBy: key.userId,
      createdByName: key.userName,
      createdAt: now,
      updatedAt: now,
      ...event.rows[0],
    };
    const outboxId = v7();
    const body = JSON.stringify({ id: outboxId, type: 'expense.created', createdAt: now, data: view });
    await all([
      () => client.query({ ...INSERT, values: rowOf(organizationId, view) }),
      () => client.query({ ...AUDIT, values: auditOf(key, view, now, caller) }),
      () => client.query({ ...OUTBOX, values: [organizationId, outboxId, body, now] }),
      () => client.query('COMMIT'),
    ]);
    return { status: 201, body: view };
  });
}

function rowOf(organizationId, view) {
  const { id, eventId, category, amount, currency, incurredAt, description, createdBy, createdAt } = view;
  return [organizationId, id, eventId, category, amount, currency, incurredAt, description, createdBy, createdAt];
}

const UNAUDITED = new Set(['id', 'createdAt', 'updatedAt', 'eventName', 'tourName', 'createdByName']);

function auditOf(key, view, now, { ip, userAgent }) {
  const changes = {};
  for (const [field, after] of Object.entries(view)) {
    if (!UNAUDITED.has(field)) changes[field] = { before: null, after };
  }
  const context = [ip, userAgent ?? null, v7()];
  return [v7(), key.organizationId, now, key.id, key.name, view.id, JSON.stringify(changes), ...context];
}

async function rolledBack(client, reply) {
  await client.query('ROLLBACK');
  return reply;
}

/**
 * Sends one statement after the other, each after the previous response.
 *
 * @param {(() => Promise<import('pg').QueryResult>)[]} statements
 */
async function inOrder(statements) {
  const results = [];
  for (const statement of statements) results.push(await statement());
  return results;
}

/** Sends all statements at once; PostgreSQL responds in their order. */
function atOnce(statements) {
  return Promise.all(statements.map((statement) => statement()));
}

function toView(row) {
  const record = { ...row, amount: formatAmount(row.amount, row.currency) };
  // The count of a list's rows, which each of them has.
  delete record.total;
  return record;
}

/** A row of a list, with the tag that its record alone would have. */
function toRow(row) {
  const view = toView(row);
  const tagged = { ...view };
  // No tag covers it, see the product's ADR 4.
  delete tagged.createdByName;
  return { ...view, etag: `"${createHash('sha256').update(JSON.stringify(tagged)).digest('base64url').slice(0, 22)}"` };
}

module.exports = { connection, authenticated, getExpense, listExpenses, createExpense, inOrder, atOnce };
