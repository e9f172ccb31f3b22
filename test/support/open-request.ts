import { request } from 'node:http';
import type { Json } from './client';

/** A request of which the service has the head and a part of the body. */
export interface OpenRequest {
  /** Sends the rest of the body. */
  release(): void;
  readonly responded: Promise<{ status: number; connection?: string; body: Json }>;
}

/**
 * Begins a POST and pauses it in the middle of its body.
 *
 * @param key an API key
 */
export async function openRequest(url: string, key: string, content: Record<string, unknown>): Promise<OpenRequest> {
  const body = JSON.stringify(content);
  const call = request(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      // The service says that it has the head, so that the test need not guess when.
      Expect: '100-continue',
    },
  });
  const responded = new Promise<Awaited<OpenRequest['responded']>>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode!,
          connection: response.headers.connection,
          body: JSON.parse(Buffer.concat(chunks).toString()) as Json,
        }),
      );
    });
  });
  const begun = new Promise<void>((resolve) => call.once('continue', resolve));
  call.write(body.slice(0, 5));
  await begun;
  return { release: () => void call.end(body.slice(5)), responded };
}
