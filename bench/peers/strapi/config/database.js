'use strict';

module.exports = () => ({
  connection: {
    client: 'postgres',
    connection: { connectionString: process.env.DATABASE_URL },
    pool: { min: 2, max: Number(process.env.DATABASE_POOL_SIZE) },
  },
});
