'use strict';
const { createServer } = require('node:http');
const { constructEvent } = require('@tour-events/client');

/** The type of which nothing can be stored, so that failed deliveries are there to see. */
const REFUSED_TYPE = 'tour.updated';

/** Another system's receiver, on this machine: it verifies what comes, and fails for one type. */
async function startReceiver() {
  let secret = null;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = await constructEvent(Buffer.concat(chunks), request.headers, secret).catch(() => null);
    const status = event === null ? 400 : event.type === REFUSED_TYPE ? 500 : 200;
    response.writeHead(status).end(status === 500 ? 'The table of tours is locked.' : 'Stored.');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hooks/tours`,
    eventTypes: ['tour.created', REFUSED_TYPE, 'event.created', 'invitation.accepted', 'vehicle_assignment.created'],
    expect: (shown) => (secret = shown),
    close: () => server.close(),
  };
}

module.exports = { startReceiver };
