import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ValidationFailed } from '../../kernel/problems';

/** A path that no route can have. */
const UNMATCHED_PATH = '/api/-';

/**
 * Sends a path with broken percent-escapes where every unknown path goes. The router would give up on it before the
 * guards run, and the answer would lack what every answer has. Refuses what does not say which host it is for, as
 * RFC 9112 (3.2) demands.
 */
export function unreadableTargetMiddleware(): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') return next(withoutHost());
    if (request.url.includes('%') && !isReadable(request.path)) request.url = UNMATCHED_PATH;
    next();
  };
}

function withoutHost(): ValidationFailed {
  return ValidationFailed.on('Host', 'required', 'The header field Host is required.');
}

function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
