import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request: it passes, its response is lost, nothing ever comes back, or it is not passed on. */
type Reply = 'pass' | 'cut' | 'hang' | { status: number; retryAfter: string };

export interface Proxy {
  url: string;
  /** The Idempotency-Keys of all requests so far. */
  keys: (string | undefined)[];
  /** Cuts all connections that are open, such as those of streams. */
  cut: () => void;
  close: () => void;
}

/** Stands in front of a service and decides what becomes of each request, counted from 1. */
export async function startProxy(target: string, replyTo: (count: number) => Reply): Promise<Proxy> {
  const keys: (string | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    keys.push(incoming.headers['idempotency-key'] as string | undefined);
    const reply = replyTo(keys.length);
    if (reply === 'hang') return;
    if (typeof reply === 'object') {
      outgoing.writeHead(reply.status, { 'Retry-After': reply.retryAfter }).end();
      return;
    }
    const { method, url, headers } = incoming;
    const passed = httpRequest(target + url, { method, headers: { ...headers, host: new URL(target).host } });
    passed.on('response', (response) => {
      // The service has done its work by now; only the caller does not learn of it.
      if (reply === 'cut') incoming.socket.destroy();
      else response.pipe(outgoing.writeHead(response.statusCode!, response.headers));
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => server.closeAllConnections();
  return { url, keys, cut, close: () => (cut(), server.close()) };
}
