'use strict';
/**
 * The limits of the machine: Node's own HTTP server and pg, nothing else. `node bare.js pooled` is the base of all
 * ratios, `node bare.js pipelined` the most that is possible.
 */
const { createServer } = require('node:http');
const { pipelined, pooled } = require('./databases');
const { authenticated, createExpense, getExpense, listExpenses } = require('./work');

const ONE = /^\/api\/expenses\/([^/?]+)$/;
const OF_EVENT = /^\/api\/events\/([^/?]+)\/expenses(?:\?(.*))?$/;

async function main() {
  const database = process.argv[2] === 'pipelined' ? await pipelined() : pooled();
  const server = createServer((request, response) => {
    respond(database, request).then(
      ({ status, body }) => send(response, status, body),
      (error) => {
        console.error(error);
        send(response, 500, { code: 'internal_error' });
      },
    );
  });
  server.listen(0, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
}

function respond(database, request) {
  return authenticated(database, request.headers.authorization, async (key) => {
    const one = ONE.exec(request.url);
    if (one !== null && request.method === 'GET') return getExpense(database, key, one[1]);
    const ofEvent = OF_EVENT.exec(request.url);
    if (ofEvent === null) return { status: 404, body: { code: 'not_found' } };
    if (request.method === 'GET') return listExpenses(database, key, ofEvent[1], new URLSearchParams(ofEvent[2]));
    const caller = { ip: request.socket.remoteAddress, userAgent: request.headers['user-agent'] };
    return createExpense(database, key, ofEvent[1], await readJson(request), caller);
  });
}

function readJson(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
    request.on('error', reject);
  });
}

function send(response, status, body) {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(bytes);
}

// Exits normally, so that a profile is written.
process.on('SIGTERM', () => process.exit());
void main();
