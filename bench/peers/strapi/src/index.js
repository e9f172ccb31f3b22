'use strict';

/** Prints a full-access token, for the requests of the load. */
async function bootstrap({ strapi }) {
  const tokens = strapi.service('admin::api-token');
  const { accessKey } = await tokens.create({ name: 'bench', type: 'full-access', lifespan: null });
  console.log(`Token ${accessKey}`);
}

module.exports = { bootstrap };
