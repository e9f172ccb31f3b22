'use strict';
/**
 * The order of the test files: the longest first, so that no worker begins with one when the others have nothing left to do.
 * Jest knows how long they took on this machine only where they have run before.
 */
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const seconds = require('../durations.json');

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const known = new Map(tests.map((test) => [test, seconds[relative(test.context.config.rootDir, test.path)]]));
    // One that is not in the list is new: it may be long.
    return [...tests].sort(
      (a, b) => (known.get(b) ?? Infinity) - (known.get(a) ?? Infinity) || (a.path < b.path ? -1 : 1),
    );
  }
};
