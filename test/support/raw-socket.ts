import { connect } from 'node:net';
import type { Json } from './client';

/** One response among what came over a connection. */
export interface RawResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Json;
}

const TIMEOUT_MS = 30_000;

/**
 * Sends bytes over a connection of their own and reads until the service closes it, or begins a stream without an end.
 *
 * @param isWhole whether the bytes are whole requests, the last of which asks to close. Otherwise the sending side is
 *   closed, which to Node means that nobody waits for a response
 * @returns the responses, in their order; none when it hung up
 * @throws Error when the service neither responds nor hangs up
 */
export function exchange(url: string, bytes: Buffer, isWhole: boolean): Promise<RawResponse[]> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const end = () => {
      socket.destroy();
      resolve(responsesIn(received));
    };
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy();
      reject(new Error(`Neither responded nor hung up after ${TIMEOUT_MS} ms: ${received.slice(0, 200)}`));
    });
    socket.setEncoding('latin1').on('data', (part: string) => {
      received += part;
      if (/^content-type: text\/event-stream/im.test(received)) end();
    });
    // The service may hang up while it is still being sent to.
    socket.on('error', end).on('close', end);
    if (isWhole) socket.write(bytes);
    else socket.end(bytes);
  });
}

function responsesIn(received: string): RawResponse[] {
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part !== '')
    .map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n');
      const type = /^content-type: ([^\r]*)/im.exec(head)?.[1] ?? '';
      const isProblem = type.startsWith('application/problem+json') && body !== '';
      return { status: Number(head.split(' ')[1]), type, body: isProblem ? (JSON.parse(body) as Json) : {} };
    });
}
