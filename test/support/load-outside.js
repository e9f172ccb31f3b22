'use strict';
/** Lets a test file use a module of the product, or of a library that both use, as the product loaded it. */
module.exports = {
  process: (_source, filename) => ({ code: `module.exports = loadOutside(${JSON.stringify(filename)});` }),
};
