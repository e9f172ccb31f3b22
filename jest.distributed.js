const base = require('./jest.config');
const { EXCEPTIONS } = require('./test/distributed/exceptions');

process.env.TEST_DISTRIBUTED = 'on';

const leftOut = EXCEPTIONS.filter(({ test }) => test === undefined).map(({ file }) => `<rootDir>/${file}`);

/**
 * What organizations do, on a database that is spread over a cluster: `npm run test:distributed`.
 *
 * @type {import('jest').Config}
 */
module.exports = {
  ...base,
  roots: ['<rootDir>/test'],
  testRegex: [
    '/test/(api|flows|distributed)/.+\\.spec\\.ts$',
    '/test/architecture/(cross-tenant|errors|permission-table|walls)\\.spec\\.ts$',
  ],
  testEnvironment: '<rootDir>/test/support/distributed-environment.js',
  testPathIgnorePatterns: [
    ...base.testPathIgnorePatterns.filter((pattern) => !pattern.includes('/distributed/')),
    ...leftOut,
  ],
  // One at a time: roles belong to the cluster, and their changes in several databases collide.
  maxWorkers: 1,
};
