import type { Request } from 'express';
import { Problem, TooManyRequests, Unauthenticated } from '../../kernel/problems';
import { currentContext } from '../context/request-context';

declare module 'express-serve-static-core' {
  interface Request {
    /** Why a guard does not let a keyed request in; thrown by the idempotency interceptor, once it is kept. */
    deferredRejection?: Problem;
  }
}

/**
 * Whether the answer to a request is kept under its Idempotency-Key: a POST of a known caller. A request that broke off
 * half-way does not count: its sender got no answer, and sends all of it again under the same key.
 */
export function isKeyed(request: Request): boolean {
  return (
    request.method === 'POST' &&
    request.headers['idempotency-key'] !== undefined &&
    // With a credential that does not hold the caller is unknown.
    request.authenticationError === undefined &&
    !(request.destroyed && !request.complete) &&
    currentContext().principal !== null
  );
}

/** Whether an error is an answer to keep: a refusal for what the request is, not for when it came. */
export function isKept(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    error.status < 500 &&
    !(error instanceof TooManyRequests) &&
    !(error instanceof Unauthenticated)
  );
}
