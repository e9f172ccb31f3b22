/**
 * Receives webhooks: verifies each, responds at once, skips repetitions, and says what has happened.
 *
 *   WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs
 *
 * It listens at PORT (4000). While the secret is being rotated, give both with a comma between them.
 */
import { createServer } from 'node:http';
import { constructEvent, WebhookVerificationError } from '@tour-events/client';

const secrets = (process.env.WEBHOOK_SECRET ?? '').split(',');
const port = Number(process.env.PORT ?? 4000);
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The deliveries that are done. Yours belong into a database, for a week: a delivery may come twice. */
const done = new Set();

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      const isForged = error instanceof WebhookVerificationError;
      if (!isForged) console.error(error);
      // The sender tries again later after anything but 2xx. The reason is in the delivery's log.
      response.writeHead(isForged ? 400 : 500).end(isForged ? error.reason : 'It was not stored.');
    },
  );
});
server.listen(port, () => console.log(`Waiting for webhooks at http://127.0.0.1:${server.address().port}/`));
process.on('SIGTERM', () => server.close());

async function receive(request) {
  const event = await constructEvent(await bodyOf(request), request.headers, secrets);
  const delivery = request.headers['x-te-delivery'];
  if (done.has(delivery)) return 200;
  // Store it here, and do what takes longer after the response.
  console.log(`${event.createdAt} ${event.type}: ${describe(event)}`);
  done.add(delivery);
  return 204;
}

/** The bytes as they came: JSON that was read and written again has another signature. */
async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** There will be types that are unknown today. */
function describe({ type, data }) {
  switch (type) {
    case 'event.created':
      return data.name;
    case 'guest.rsvp':
      return `${data.guest.name}: ${data.rsvp}`;
    case 'expense.created':
      return `${data.amount} ${data.currency} for ${data.category}`;
    default:
      return JSON.stringify(data).slice(0, 100);
  }
}
