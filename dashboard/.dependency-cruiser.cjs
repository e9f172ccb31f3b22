'use strict';
/** Which folder of the dashboard may import which: shared ← features ← app. Checked by `npm run architecture`. */

/** What another feature may import of a feature: its `index.ts` says what that is. */
const FACE = '^src/features/[^/]+/index\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that import each other are one thing cut in the wrong place.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-knows-no-domain',
      comment: 'What is shared works for any record: what it needs of one is given to it.',
      severity: 'error',
      from: { path: '^src/(shared|locales)/' },
      to: { path: '^src/', pathNot: '^src/(shared|locales)/' },
    },
    {
      name: 'features-do-not-know-the-app',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/', pathNot: '^src/(features|shared|locales)/' },
    },
    {
      name: 'only-the-face-of-a-feature',
      comment: "Another feature's index.ts says what may be imported of it; the rest is private.",
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', FACE] },
    },
    {
      name: 'session-is-common',
      comment: 'All features use the session, so it uses none of them.',
      severity: 'error',
      from: { path: '^src/features/session/' },
      to: { path: '^src/features/', pathNot: '^src/features/session/' },
    },
    {
      name: 'only-the-client-knows-the-api',
      comment: 'The dashboard uses the service as its partners do: by the typed client, and nothing of its sources.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^\\.\\./', pathNot: ['^\\.\\./packages/(client|csv)/src/index\\.ts$', '^\\.\\./node_modules/'] },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^\\.\\./packages/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'browser', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
