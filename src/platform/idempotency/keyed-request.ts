import type { Request } from 'express';
import { Problem, TooManyRequests, Unauthenticated } from '../../kernel/problems';
import { currentContext } from '../context/request-context';

declare module 'express-serve-static-core' {
  interface Request {
    /** Why a guard does not let a keyed request in; thrown by the idempotency interceptor, once it is kept. */
    refusal?: Problem;
  }
}

/**
 * Whether the answer to a request is kept under its Idempotency-Key: a POST of a caller who is known. One that is lost half-way
 * is none: whoever sent it heard nothing, and sends all of it under the same key.
 */
export function isKeyed(request: Request): boolean {
  return (
    request.method === 'POST' &&
    request.headers['idempotency-key'] !== undefined &&
    // A credential that does not hold here is nobody's.
    request.refused === undefined &&
    !(request.destroyed && !request.complete) &&
    currentContext().principal !== null
  );
}

/** Whether an error is an answer to keep: a refusal that says something of the request, not of the moment. */
export function isKept(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    error.status < 500 &&
    !(error instanceof TooManyRequests) &&
    !(error instanceof Unauthenticated)
  );
}
