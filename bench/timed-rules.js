'use strict';
/** Loaded into the service by rules.js: says how long each look for rules that are due has taken. */
const { RulesWorker } = require('../dist/src/modules/reach/message-rules/rules-worker');

const { runDue } = RulesWorker.prototype;

RulesWorker.prototype.runDue = async function () {
  const begun = performance.now();
  await runDue.call(this);
  console.log(`Looked for rules in ${(performance.now() - begun).toFixed(2)} ms`);
};
