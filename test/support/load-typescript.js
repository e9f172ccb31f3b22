'use strict';
/** Lets Node load TypeScript: what is required from now on is compiled as it is for Jest. */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
const { swcOptions } = require('./swc-options');

// Deprecated, but the only hook for CommonJS, which the product is compiled to.
require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...swcOptions, filename });
  module._compile(code, filename);
};
