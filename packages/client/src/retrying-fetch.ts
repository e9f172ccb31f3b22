import { ConnectionError, retryAfterMs, TimeoutError } from './errors.js';
import type { Problem } from './generated/types.gen.js';

export interface RetryOptions {
  /** How often a request is sent again after a 429, a 503 or a broken connection. */
  readonly maxRetries: number;
  /** How long to wait for a response before giving up, for each try. */
  readonly timeoutMs: number;
  /** A longer Retry-After than this is not waited for: the error is thrown. */
  readonly maxWaitMs: number;
}

type Fetch = (request: Request) => Promise<Response>;

const FIRST_WAIT_MS = 250;
/** May be sent again although nobody knows whether the first one was processed. */
const IDEMPOTENT_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/**
 * A fetch that waits and tries again where that is safe. Every POST gets an Idempotency-Key, which stays the same over
 * its tries, so that it takes effect once.
 *
 * @throws ConnectionError, TimeoutError, or what the request's own signal was aborted with
 */
export function retryingFetch(fetch: Fetch, options: RetryOptions): Fetch {
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', randomKey());
    for (let retry = 0; ; retry++) {
      const outcome = await attempt(fetch, request, options.timeoutMs);
      const waitMs = await waitBefore(retry, outcome, request, options);
      if (waitMs === null) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      await delay(waitMs, request.signal);
    }
  };
}

/** A key for an `Idempotency-Key`. Not crypto.randomUUID, which browsers lack on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One try: the whole response, so that a body that breaks off or never ends is tried again too. */
async function attempt(fetch: Fetch, request: Request, timeoutMs: number): Promise<Response | ConnectionError> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    return await complete(await fetch(new Request(request.clone(), { signal })));
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    return timeout.signal.aborted ? new TimeoutError(timeoutMs) : new ConnectionError(undefined, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** These have no body, and a response made of an empty one is an error. Chromium gives a 204 a body all the same. */
const WITHOUT_BODY = new Set([204, 205, 304]);

async function complete(response: Response): Promise<Response> {
  if (response.body === null || WITHOUT_BODY.has(response.status)) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** How long to wait before the next try, in milliseconds; null when there is none. */
async function waitBefore(
  retry: number,
  outcome: Response | ConnectionError,
  request: Request,
  { maxRetries, maxWaitMs }: RetryOptions,
): Promise<number | null> {
  if (retry >= maxRetries) return null;
  // Full jitter, so that many clients do not come back at the same moment.
  const backoffMs = FIRST_WAIT_MS * 2 ** retry * (0.5 + Math.random() / 2);
  if (outcome instanceof ConnectionError) {
    const isSafe = IDEMPOTENT_METHODS.has(request.method) || request.method === 'POST';
    return isSafe ? backoffMs : null;
  }
  if (!(await mayPass(outcome, retry))) return null;
  const waitMs = retryAfterMs(outcome) ?? backoffMs;
  return waitMs <= maxWaitMs ? waitMs : null;
}

/** Whether the same request may have another response soon. */
async function mayPass(response: Response, retry: number): Promise<boolean> {
  if (response.status !== 409 || retry === 0) return response.status === 429 || response.status === 503;
  // The try before, whose response did not come, may still be under way.
  const { code } = (await response.clone().json()) as Partial<Problem>;
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
