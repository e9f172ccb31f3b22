'use strict';
/**
 * Hashes a password once for all test files that a worker runs. Most tests register somebody with the same one, and a hash
 * is slow on purpose: hashing it each time took a tenth of all tests. What is kept is what argon2 returned for the same
 * arguments, so every hash is a real one and every comparison ends as it would; only the salt is shared.
 */
const argon2 = require('@node-rs/argon2');

function keepResults(of) {
  const results = new Map();
  return (...parameters) => {
    const key = JSON.stringify(parameters);
    if (!results.has(key)) results.set(key, of(...parameters));
    return results.get(key);
  };
}

argon2.hash = keepResults(argon2.hash);
argon2.verify = keepResults(argon2.verify);
