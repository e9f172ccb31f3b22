'use strict';
/** Strapi: one content type, read with a full-access token. */
const { mkdir, readFile } = require('node:fs/promises');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { step } = require('../console');
const { startServer } = require('../processes');
const settings = require('../settings');
const { install } = require('./install');

/** @type {import('../peers').Peer} */
module.exports = {
  name: 'strapi',
  title: 'Strapi 5.54',
  columns: {
    id: 'document_id',
    eventId: 'event_id',
    incurredAt: 'incurred_at',
    madeAt: ['created_at', 'updated_at', 'published_at'],
  },

  async start(folder, databaseUrl) {
    const home = await install('strapi', folder);
    await mkdir(join(home, 'public/uploads'), { recursive: true });
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(settings.poolSize),
      PORT: String(await freePort()),
      STRAPI_TELEMETRY_DISABLED: 'true',
    };
    const server = await step('Starting Strapi', () => startServer('strapi', folder, [join(home, 'start.js')], env));
    const [, token] = /^Token (\S+)$/m.exec(await readFile(join(folder, 'strapi.log'), 'utf8'));
    return { ...server, tokenOf: () => token };
  },

  one: (id) => `/api/expenses/${id}`,
  list: (eventId) => `/api/expenses?filters[eventId][$eq]=${eventId}&sort=incurredAt&pagination[pageSize]=10`,
  readOne: ({ data }) => named(data),
  readList: ({ data, meta }) => ({ data: data.map(named), total: meta.pagination.total }),
};

/** Strapi's own `id` is a number, so `documentId` takes its place. */
const named = ({ documentId, ...expense }) => ({ ...expense, id: documentId });

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
