import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks, on this machine, that responds with a status that the test can change. */
export async function startReceiver() {
  const receiver = { status: 204, body: '', url: '', received: [] as string[], close: async () => undefined as void };
  const server = createServer((request, response) => {
    receiver.received.push(String(request.headers['x-te-event']));
    request.resume().on('end', () => response.writeHead(receiver.status).end(receiver.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/tours`;
  receiver.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return receiver;
}
