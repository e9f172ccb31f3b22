const { swcOptions } = require('./test/support/swc-options');

// Tests and the product must mean the same classes by the names of these.
const sharedPackages = ['@nestjs', 'class-transformer', 'class-validator', 'pg', 'rxjs', '@simplewebauthn', 'typeorm'];
// What supertest needs itself, loaded once instead of for every file. Not supertest and superagent: they compare with the
// classes of the file's scope, such as RegExp.
const supertestPackages = ['debug', 'form-data', 'formidable', 'mime', 'qs'];
// Thousands of names that come as ES modules: compiled by Jest they would take longer than the tests that need them.
const dataPackages = ['@faker-js'];
const outsidePackages = [...sharedPackages, ...supertestPackages, ...dataPackages];
// Jest loads CommonJS, so @swc/jest compiles packages that come as ES modules only and are used by tests themselves.
// When Jest says "Must use import to load ES Module", the package it names belongs in this list.
const esModulePackages = ['@apidevtools', 'jose', 'temporal-polyfill', 'temporal-utils'];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/product-environment.js',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/packages/client/test', '<rootDir>/packages/csv/test'],
  moduleNameMapper: {
    '^@tour-events/client$': '<rootDir>/packages/client/src/index.ts',
    // The client's sources name each other as Node's ES modules must: by what they are compiled to.
    '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1'],
  },
  testRegex: '\\.spec\\.ts$',
  // Processes killed and frozen, waiting for time-outs, several replicas: `npm run test:faults`. Many rows, and what they do
  // to the plans of statements: `npm run test:load`. How fast the service is back, which is for a machine with nothing else
  // to do: `npm run test:failover`. On several database machines: `npm run test:distributed`.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/faults/',
    '<rootDir>/test/load/',
    '<rootDir>/test/failover/',
    '<rootDir>/test/distributed/',
  ],
  // Packages of its own, which no test imports.
  modulePathIgnorePatterns: ['<rootDir>/test/clients/', '<rootDir>/test/runtimes/'],
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  maxWorkers: 3,
  // Finished files leave memory behind. A worker that has grown to so much is replaced.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  testTimeout: 120_000,
  transform: {
    [`${__dirname}/(src|migrations|packages/csv/src)/.+(?<!\\.spec)\\.ts$`]: '<rootDir>/test/support/load-outside.js',
    [`${__dirname}/test/support/(app|shared-app)\\.ts$`]: '<rootDir>/test/support/load-outside.js',
    [`/node_modules/(${outsidePackages.join('|')})/`]: '<rootDir>/test/support/load-outside.js',
    '\\.[tj]s$': ['@swc/jest', swcOptions],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${[...outsidePackages, ...esModulePackages].join('|')})/)`],
};
