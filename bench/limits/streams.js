'use strict';
/** Event streams of Node's own HTTP server, and nothing else: GET opens one, POST writes its body to all. */
const { createServer } = require('node:http');

const streams = new Set();

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('retry: 3000\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const event = Buffer.from(`id: 1\ndata: ${Buffer.concat(chunks).toString()}\n\n`);
    for (const stream of streams) stream.write(event);
    response.writeHead(201);
    response.end('{}');
  });
});
server.listen(0, '127.0.0.1', 4096, () =>
  process.stdout.write(`Listening on http://127.0.0.1:${server.address().port}\n`),
);
process.on('SIGTERM', () => process.exit());
