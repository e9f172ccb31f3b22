import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

/** What came back, unread: a test of thousands of requests looks into few bodies. */
export interface BareResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty for a stream of events. */
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request with as little around it as Node needs, over connections that stay open. It is for tests that send
 * thousands, of which `fetch` would take a good part of the time.
 */
export function sendBare(
  url: string,
  method: string,
  headers: OutgoingHttpHeaders,
  body: string | Buffer = '',
): Promise<BareResponse> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent });
    call.once('error', reject).once('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      // It would not end.
      if (received['content-type']?.startsWith('text/event-stream')) {
        response.destroy();
        return resolve({ status, headers: received, text: '' });
      }
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('error', reject).once('end', () => resolve({ status, headers: received, text }));
    });
    call.end(body);
  });
}
