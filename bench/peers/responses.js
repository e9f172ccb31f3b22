'use strict';
/** Makes sure that the product and its peers give the same responses. */
const assert = require('node:assert/strict');

const SAMPLES = 20;

/**
 * Sends every server the same requests and compares the fields of expenses that all of them have.
 *
 * @param {import('./workloads').Workload} workload
 * @param {import('./workloads').Server[]} servers
 */
async function requireSameResponses(workload, servers) {
  for (let sample = 0; sample < SAMPLES; sample++) {
    const subject = workload.subject();
    const [first, ...others] = await Promise.all(servers.map((server) => ask(workload, server, subject)));
    for (const other of others) assert.deepEqual(other, first);
  }
}

async function ask({ path, read }, server, subject) {
  const headers = { authorization: `Bearer ${server.tokenOf(subject)}` };
  const response = await fetch(server.origin + path(server, subject), { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${server.name} responded ${response.status}: ${text}`);
  return read(server, JSON.parse(text));
}

module.exports = { requireSameResponses };
