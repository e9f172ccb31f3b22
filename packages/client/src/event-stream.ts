import { Abort } from './abort.js';
import type { Call, CallOptions, CallParts, Connection } from './connection.js';
import { ApiError, ConnectionError } from './errors.js';
import { delay } from './retrying-fetch.js';

/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** Where to go on from after this message; null when the stream names no ids. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

export interface StreamOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /** When nothing comes for so long, though the service sends a sign of life every 15 seconds, it connects again. */
  readonly idleTimeoutMs?: number;
}

/** Where a reader is in a stream, kept over its connections. */
interface StreamState {
  lastId: string | null;
  retryMs: number;
  failures: number;
}

const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
const IDLE_TIMEOUT_MS = 45_000;

/**
 * Follows a stream for ever: comes back after a broken or silent connection, a restart or a 429, and goes on behind the
 * last message, so that each comes once. It ends when `signal` is aborted, and throws when the service will not have the
 * caller any more.
 *
 * @throws ApiError when coming back can't help: 400, 401, 403, 404, 409, 410
 */
export async function* followStream(
  connection: Connection,
  call: Call,
  parts: CallParts,
  { idleTimeoutMs = IDLE_TIMEOUT_MS, signal, headers }: StreamOptions = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  const state: StreamState = { lastId: null, retryMs: RETRY_MS, failures: 0 };
  while (!signal?.aborted) {
    const watchdog = new Watchdog(idleTimeoutMs, signal);
    let retryAfterMs: number | null = null;
    try {
      const from = { ...headers, ...(state.lastId !== null && { 'Last-Event-ID': state.lastId }) };
      const stream = await connection.stream(call, parts, { headers: from }, watchdog.abort);
      yield* messagesIn(stream, state, watchdog);
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error) && !watchdog.abort.isAborted) throw error;
      if (error instanceof ApiError) retryAfterMs = error.retryAfterMs;
      state.failures++;
    } finally {
      watchdog.stop();
    }
    // Not all at the same moment after a restart of the service.
    const backoffMs = Math.min(state.retryMs * 2 ** state.failures, MAX_RETRY_MS) * (0.5 + Math.random() / 2);
    await delay(retryAfterMs ?? backoffMs, signal).catch(() => undefined);
  }
}

/** Ends a connection on which nothing comes any more, or whose caller has had enough. */
class Watchdog {
  readonly abort: Abort;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly timeoutMs: number,
    signal: AbortSignal | undefined,
  ) {
    this.abort = new Abort(signal);
    this.reset();
  }

  /** Something came. */
  reset(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.abort.now(new ConnectionError('The stream is silent.')), this.timeoutMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.abort.release();
  }
}

/** Whether the next connection may be luckier. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError ? error.isTemporary : error instanceof ConnectionError;
}

/** The messages of a response, as they come (WHATWG HTML, section 9.2.6). */
async function* messagesIn(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  state: StreamState,
  watchdog: Watchdog,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  // Deno does not end a body whose request is aborted.
  watchdog.abort.whenAborted(() => void reader.cancel().catch(() => undefined));
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new ConnectionError(undefined, { cause: error });
      });
      if (done) return;
      watchdog.reset();
      const blocks = (buffer + value).split(/\r\n\r\n|\n\n|\r\r/);
      buffer = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageOf(block, state);
        state.failures = 0;
        if (message !== null) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The message of a block of lines, or null when it has none. Notes the id and the time to wait that it names. */
function messageOf(block: string, state: StreamState): StreamMessage | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'id') state.lastId = value;
    else if (name === 'retry' && /^\d+$/.test(value)) state.retryMs = Number(value);
    else if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id: state.lastId, event, data: data.join('\n') };
}
