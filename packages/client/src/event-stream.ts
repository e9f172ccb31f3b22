import type { CallOptions, Connection } from './connection.js';
import { ApiError, ConnectionError } from './errors.js';
import { delay } from './retrying-fetch.js';

/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** Where to go on from after this message, or null. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

const RECONNECT_MS = 1_000;
const MAX_RECONNECT_MS = 30_000;

/**
 * Follows a stream for ever: comes back after a broken connection, a restart or a 429, and goes on behind the last
 * message. It ends when `signal` is aborted, and throws when the service will not have the caller any more.
 *
 * @param lastEventId where to go on from
 * @throws ApiError when coming back can't help: 400, 401, 403, 404, 410
 */
export async function* follow(
  connection: Connection,
  path: string,
  lastEventId: string | null,
  options: CallOptions = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  let last = lastEventId;
  for (let failures = 0; ;) {
    let waitMs = Math.min(RECONNECT_MS * 2 ** failures, MAX_RECONNECT_MS);
    try {
      const headers = { ...options.headers, ...(last !== null && { 'Last-Event-ID': last }) };
      const response = await connection.open(path, { ...options, headers });
      for await (const message of messagesIn(response)) {
        failures = 0;
        waitMs = RECONNECT_MS;
        last = message.id ?? last;
        yield message;
      }
    } catch (error) {
      if (options.signal?.aborted) return;
      if (error instanceof ApiError && !error.isTemporary) throw error;
      if (error instanceof ApiError) waitMs = error.retryAfterMs ?? waitMs;
      failures++;
    }
    try {
      await delay(waitMs, options.signal ?? null);
    } catch {
      return;
    }
  }
}

/** The messages of a response, as they come (WHATWG HTML, section 9.2.6). */
async function* messagesIn(response: Response): AsyncGenerator<StreamMessage, void, undefined> {
  if (response.body === null) throw new ConnectionError('The stream has no body.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += value;
      const blocks = buffer.split(/\r\n\r\n|\n\n|\r\r/);
      buffer = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageOf(block);
        if (message !== null) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The message of a block of lines; null for comments and mere ids. */
function messageOf(block: string): StreamMessage | null {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    else if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, event, data: data.join('\n') };
}
