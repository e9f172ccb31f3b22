'use strict';

/** Says a token that opens everything, for the load to come with. */
async function bootstrap({ strapi }) {
  const tokens = strapi.service('admin::api-token');
  const { accessKey } = await tokens.create({ name: 'bench', type: 'full-access', lifespan: null });
  console.log(`Token ${accessKey}`);
}

module.exports = { bootstrap };
