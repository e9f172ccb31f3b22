// Jest loads CommonJS, so @swc/jest compiles both the product's TypeScript and the packages that come as ES modules only.
// When Jest says "Must use import to load ES Module", the package it names belongs in this list.
const esModulePackages = [
  '@nestjs',
  '@apidevtools',
  '@borewit',
  '@tokenizer',
  'file-type',
  'strtok3',
  'temporal-polyfill',
  'temporal-utils',
  'token-types',
  'uint8array-extras',
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/packages/client/test'],
  moduleNameMapper: {
    '^@tour-events/client$': '<rootDir>/packages/client/src/index.ts',
    // The client's sources name each other as Node's ES modules must: by what they are compiled to.
    '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1'],
  },
  testRegex: '\\.spec\\.ts$',
  // Processes killed and frozen, waiting for time-outs, several replicas: `npm run test:faults`. Many rows, and what they do
  // to the plans of statements: `npm run test:load`.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/faults/', '<rootDir>/test/load/'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 3,
  // Finished files leave about 30 MB each behind, in modules that register themselves with Node for good, such as the
  // default metrics. A worker that has grown to so much is replaced.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 120_000,
  transform: {
    '\\.[tj]s$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModulePackages.join('|')})/)`],
};
