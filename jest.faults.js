const base = require('./jest.config');

/**
 * What processes and databases do to each other when they are killed, frozen or slow: `npm run test:faults`. Each file
 * has a server, a database and processes of its own, or databases of its own on the server of the run, so that files run
 * side by side like all others, and one more of them: they wait for a third of their time. That of PgBouncer runs after them,
 * alone: beside others the pooler has lost a connection to PostgreSQL once.
 *
 * @type {import('jest').Config}
 */
module.exports = {
  ...base,
  roots: ['<rootDir>/test/faults'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: base.maxWorkers + 1,
};
