'use strict';
const js = require('@eslint/js');
const prettier = require('eslint-config-prettier');
const reactHooks = require('eslint-plugin-react-hooks');
const tseslint = require('typescript-eslint');

/** What would show the first records of a list of the API as if they were all: nobody sees that there are more. */
const SILENT_ENDS = [
  'Property[key.name="limit"] > Literal[value>=100]',
  'JSXOpeningElement[name.name=/^(Select|MultiSelect|Autocomplete|TagsInput)$/] > JSXAttribute[name.name="data"] MemberExpression[property.name="data"]',
].map((selector) => ({
  selector,
  message:
    'A list that ends here ends silently: choices are searched (SearchSelect), tables have pages (RecordTable), and what is shown as a whole is read to its end (readAll).',
}));

/** Rules that need types are in `.oxlintrc.json`. */
module.exports = tseslint.config(
  {
    ignores: [
      'dist/',
      'dashboard/dist/',
      'packages/client/dist/',
      'packages/client/src/generated/',
      'node_modules/',
      'coverage/',
      '.data/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Types only in name: Nest reads a constructor's parameters at run time, so consistent-type-imports must stay off.
      '@typescript-eslint/consistent-type-imports': 'off',
      // A module class of Nest is its decorator.
      '@typescript-eslint/no-extraneous-class': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.spec.ts', '**/test/**/*.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Runs in browsers, and is bundled by Vite.
    files: ['dashboard/**/*.ts', 'dashboard/**/*.tsx'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['dashboard/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SILENT_ENDS] },
  },
  {
    // What a change of the window shows may have to be read first.
    files: ['dashboard/src/**/*.ts', 'dashboard/src/**/*.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@mantine/hooks',
              importNames: ['useMediaQuery'],
              message: 'shared/use-media keeps the screen until it can be shown.',
            },
          ],
        },
      ],
    },
  },
  {
    // People read it in their own language: texts stand in src/locales.
    files: ['dashboard/src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...SILENT_ENDS,
        ...[
          'JSXText[value=/[A-Za-z]{3}/]',
          'JSXAttribute[name.name=/^(label|title|placeholder|description|alt|aria-label|aria-description)$/] > Literal[value=/^(?!https:|en_US$).*[A-Za-z]{2}/]',
          'JSXElement > JSXExpressionContainer > Literal[value=/^(?!https:|en_US$).*[A-Za-z]{2}/]',
          'JSXElement > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=/[A-Za-z]{3}/]',
        ].map((selector) => ({ selector, message: 'A text belongs into src/locales.' })),
      ],
    },
  },
  {
    // Playwright's fixtures are called with `use`, which is no hook, and name what they need by an empty pattern.
    files: ['dashboard/test/**/*.ts'],
    rules: { 'react-hooks/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: Object.fromEntries(
        ['require', 'module', '__dirname', '__filename', 'process', 'console', 'Buffer', 'URL', 'URLSearchParams']
          .concat(['fetch', 'AbortController', 'AbortSignal', 'performance', 'structuredClone', 'queueMicrotask'])
          .concat(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'exports'])
          .concat(['TextEncoder', 'TextDecoder', 'globalThis'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['packages/**/*.mjs', 'examples/**/*.mjs', 'test/clients/*.mjs', 'test/runtimes/*.mjs', 'tools/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'performance',
          'URL',
          'Buffer',
          'AbortController',
          'setTimeout',
          'clearTimeout',
          'setInterval',
        ]
          .concat(['clearInterval', 'structuredClone'])
          .map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-console': 'off' },
  },
  {
    // Runs in browsers.
    files: ['src/platform/{openapi,pages}/assets/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        [
          'document',
          'history',
          'location',
          'navigator',
          'requestAnimationFrame',
          'DOMException',
          'PublicKeyCredential',
          'SwaggerUIBundle',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  prettier,
);
