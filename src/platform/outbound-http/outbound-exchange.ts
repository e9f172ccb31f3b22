import type { Connection } from './connections';

/** One request to an address that a customer named. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** From the moment that the host's name is resolved. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** The response to it. */
export interface OutboundExchange {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Sends a request over a connection that is its alone. @throws Error without a complete response */
export async function exchangeOver(
  connection: Connection,
  path: string,
  { method, headers, body, timeoutMs, maxBytes }: OutboundRequest,
): Promise<OutboundExchange> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await connection.client.request({ path, method, headers, body, signal });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`The response is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return { status: response.statusCode, headers: plain(response.headers), body: Buffer.concat(chunks) };
}

function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
