'use strict';
/**
 * Receives webhooks: counts them, notes when each event came, and responds 200; under /hang it never responds. GET
 * returns what has come since the last GET.
 */
const { createServer } = require('node:http');

let count = 0;
let arrivals = [];

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, arrivals }));
    arrivals = [];
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url.startsWith('/hang')) return;
    count++;
    if (request.url.startsWith('/timed')) {
      const at = performance.timeOrigin + performance.now();
      arrivals.push({ id: JSON.parse(Buffer.concat(chunks).toString()).data.id, at });
    }
    response.end('ok');
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`Listening on http://127.0.0.1:${server.address().port}\n`));
