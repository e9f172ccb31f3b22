import { Abort } from './abort.js';
import { ConnectionError, connectionErrorOf, retryAfterMs, TimeoutError } from './errors.js';
import type { Problem } from './generated/types.gen.js';

export interface RetryOptions {
  /** For how long a request is sent again, in milliseconds from its first try; what Retry-After asks for comes on top. */
  readonly retryForMs: number;
  /** How often a request is sent again at most. */
  readonly maxRetries: number;
  /** How long to wait for a response before giving up, for each try. */
  readonly timeoutMs: number;
  /** No more than this is waited for Retry-After, in all: beyond it the error is thrown. */
  readonly maxWaitMs: number;
}

type Fetch = (request: Request) => Promise<Response>;
type Outcome = Response | ConnectionError;

const FIRST_SPREAD_MS = 250;
const MAX_SPREAD_MS = 5_000;
/** May be sent again although nobody knows whether the first one was processed. */
const REPEATABLE_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'POST']);
/** A limit is reached, or what stands between the caller and the service could not reach it. */
const PASSING_STATUSES = new Set([429, 502, 503, 504]);

/**
 * A fetch that waits and tries again where that is safe. Every POST gets an Idempotency-Key, which stays the same over
 * its tries, so that it takes effect once. A DELETE that finds nothing after a try whose response was lost is done.
 *
 * @param signal of the caller, who has had enough
 * @throws ConnectionError, TimeoutError, or what the signal was aborted with
 */
export function retryingFetch(fetch: Fetch, options: RetryOptions, signal?: AbortSignal): Fetch {
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', randomKey());
    const waits = new Waits(options);
    let mayBeDone = false;
    for (;;) {
      const outcome = await attempt(fetch, request, options.timeoutMs, signal);
      if (mayBeDone && isGone(request, outcome)) return new Response(null, { status: 204 });
      mayBeDone ||= isLost(outcome);
      const waitMs = (await mayPass(request, outcome, mayBeDone)) ? waits.next(outcome) : null;
      if (waitMs === null) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      await delay(waitMs, signal);
    }
  };
}

/** A key for an `Idempotency-Key`. Not crypto.randomUUID, which browsers lack on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How long a request waits between its tries. */
class Waits {
  private readonly startedAt = Date.now();
  private retries = 0;
  private askedMs = 0;
  private isOver = false;

  constructor(private readonly options: RetryOptions) {}

  /** How long to wait before the next try, in milliseconds; null when there is none. */
  next(outcome: Outcome): number | null {
    const { retryForMs, maxRetries, maxWaitMs } = this.options;
    const askedMs = outcome instanceof Response ? (retryAfterMs(outcome) ?? 0) : 0;
    // Spread, so that many calls and many clients do not come back at the same moment.
    const spreadMs = Math.min(FIRST_SPREAD_MS * 2 ** this.retries, MAX_SPREAD_MS) * (0.5 + Math.random() / 2);
    const leftMs = retryForMs - (Date.now() - this.startedAt - this.askedMs);
    this.askedMs += askedMs;
    if (this.isOver || this.retries++ >= maxRetries || leftMs <= 0 || this.askedMs > maxWaitMs) return null;
    // The last try is made when the time is nearly over, not a whole wait earlier.
    this.isOver = spreadMs > leftMs;
    return askedMs + (this.isOver ? leftMs * (1 - Math.random() / 4) : spreadMs);
  }
}

/** One try: the whole response, so that a body that breaks off or never ends is tried again too. */
async function attempt(
  fetch: Fetch,
  request: Request,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  signal?.throwIfAborted();
  const abort = new Abort(signal);
  const timeout = new TimeoutError(timeoutMs);
  const timer = setTimeout(() => abort.now(timeout), timeoutMs);
  try {
    return await complete(await fetch(abort.requestOf(request.clone())));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    return abort.isAborted ? timeout : connectionErrorOf(request.url, error);
  } finally {
    clearTimeout(timer);
    abort.release();
  }
}

/** These have no body, and a response made of an empty one is an error. Chromium gives a 204 a body all the same. */
const WITHOUT_BODY = new Set([204, 205, 304]);

async function complete(response: Response): Promise<Response> {
  if (response.body === null || WITHOUT_BODY.has(response.status)) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** Whether the request may have been processed although nobody said so. */
function isLost(outcome: Outcome): boolean {
  return outcome instanceof ConnectionError || outcome.status === 502 || outcome.status === 504;
}

function isGone({ method }: Request, outcome: Outcome): boolean {
  return method === 'DELETE' && outcome instanceof Response && outcome.status === 404;
}

/**
 * Whether the same request may be sent again, and may have another response soon.
 *
 * @param mayBeDone whether this or an earlier try may have been processed
 */
async function mayPass({ method }: Request, outcome: Outcome, mayBeDone: boolean): Promise<boolean> {
  if (isLost(outcome)) return REPEATABLE_METHODS.has(method);
  if (!(outcome instanceof Response)) return false;
  if (outcome.status !== 409 || !mayBeDone) return PASSING_STATUSES.has(outcome.status);
  // The earlier try, whose response did not come, may still be under way.
  const { code } = (await outcome.clone().json()) as Partial<Problem>;
  return code === 'idempotency_in_progress';
}

/** @throws the signal's reason when it is aborted meanwhile */
export function delay(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
