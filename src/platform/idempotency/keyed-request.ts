import type { Request } from 'express';
import { Problem, TooManyRequests, Unauthenticated } from '../../kernel/problems';
import { currentContext } from '../context/request-context';

declare module 'express-serve-static-core' {
  interface Request {
    /** Why a guard rejects a keyed request; the idempotency interceptor stores and then throws it. */
    deferredRejection?: Problem;
  }
}

/**
 * True when the response is stored under the request's Idempotency-Key: for a POST of a known caller. An incomplete
 * request does not count: its sender got no response, and repeats it under the same key.
 */
export function isKeyed(request: Request): boolean {
  return (
    request.method === 'POST' &&
    request.headers['idempotency-key'] !== undefined &&
    // With a credential that is not valid the caller is unknown.
    request.authenticationError === undefined &&
    !(request.destroyed && !request.complete) &&
    currentContext().principal !== null
  );
}

/** True for an error to store: one that depends on the request, not on the moment. */
export function isKept(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    error.status < 500 &&
    !(error instanceof TooManyRequests) &&
    !(error instanceof Unauthenticated)
  );
}
