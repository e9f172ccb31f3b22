'use strict';
/**
 * Directus: a table that it created itself, read by a user of each organization with a static token, whose role's
 * policy permits reading all rows. (A policy that filters rows, which would keep tenants apart, needs a licence.) It
 * requires Node 22 or later. Its version is the newest whose packages are all in the registry. isolated-vm is a later
 * version than Directus asks for, because that comes with a binary; nothing that is measured calls it.
 */
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { Client } = require('pg');
const { step } = require('../console');
const { startServer } = require('../processes');
const settings = require('../settings');
const { install, nodeOfDirectus, run } = require('./install');

const ADMIN_EMAIL = 'admin@bench.example.com';
const ADMIN_PASSWORD = 'bench-bench';
const ADMIN_TOKEN = 'bench-token-of-the-administrator';
const USER_TOKEN = 'bench-token-of-user-';

/** @type {import('../peers').Peer} */
module.exports = {
  name: 'directus',
  title: 'Directus 12.4',
  columns: { id: 'id', eventId: '"eventId"', incurredAt: '"incurredAt"', madeAt: ['"createdAt"', '"updatedAt"'] },

  async start(folder, databaseUrl) {
    const node = await nodeOfDirectus(folder);
    const home = await install('directus', folder);
    const env = environment(home, databaseUrl);
    const bootstrap = [join(home, 'node_modules/@directus/api/dist/cli/run.js'), 'bootstrap'];
    return step('Starting Directus', async () => {
      await run(node, bootstrap, { cwd: home, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } });
      const server = await startServer('directus', folder, [join(home, 'start.js')], env, { node, cwd: home });
      await create(server.origin, 'collections', await readFile(join(home, 'collection.json'), 'utf8'));
      await createUsers(server.origin, databaseUrl);
      return { ...server, tokenOf: ({ organization }) => USER_TOKEN + organization };
    });
  },

  one: (id) => `/items/expenses/${id}`,
  /** Signs the administrator in to Directus' own app. */
  async signIn(origin, context) {
    const data = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, mode: 'session' };
    await context.request.post(`${origin}/auth/login`, { data, failOnStatusCode: true });
  },

  list: (eventId) => `/items/expenses?filter[eventId][_eq]=${eventId}&sort=incurredAt&limit=10&meta=filter_count`,
  readOne: ({ data }) => data,
  readList: ({ data, meta }) => ({ data, total: meta.filter_count }),
};

function environment(home, databaseUrl) {
  return {
    NODE_ENV: 'production',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_POOL__MAX: String(settings.poolSize),
    SECRET: 'bench'.repeat(8),
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    ADMIN_TOKEN,
    PUBLIC_URL: 'http://127.0.0.1',
    STORAGE_LOCAL_ROOT: home,
    // JSON lines like the product's, instead of output for a terminal.
    LOG_STYLE: 'raw',
    // Otherwise it would respond to part of the load with 503.
    PRESSURE_LIMITER_ENABLED: 'false',
    // Without a licence it can't be switched off, so it is sent nowhere.
    TELEMETRY: 'false',
    TELEMETRY_URL: 'http://127.0.0.1:9',
  };
}

/** Creates a user of each organization, and one policy that lets all of them read. */
async function createUsers(origin, databaseUrl) {
  const reads = { collection: 'expenses', action: 'read', fields: ['*'] };
  const policy = await create(origin, 'policies', { name: 'Reader', permissions: { create: [reads] } });
  const role = await create(origin, 'roles', { name: 'Reader', policies: { create: [{ policy: policy.id }] } });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO directus_users (id, status, provider, role, token)
     SELECT gen_random_uuid(), 'active', 'default', $1, $2 || o
     FROM generate_series(1, $3::int) AS o`,
    [role.id, USER_TOKEN, settings.organizations],
  );
  await client.end();
}

/** @returns {Promise<any>} the new record */
async function create(origin, path, body) {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${origin}/${path}`, { method: 'POST', headers, body: text });
  if (!response.ok) throw new Error(`Directus responded ${response.status}: ${await response.text()}`);
  return (await response.json()).data;
}
