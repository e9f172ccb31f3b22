import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ValidationFailed } from '../../kernel/problems';

/** A path that no route can have. */
const UNMATCHED_PATH = '/api/-';

/**
 * Treats a path with broken percent-escapes as unknown: the router would fail before the guards run, and the response
 * would lack their headers. Also rejects requests without a Host field or with several, as RFC 9112 (3.2) demands.
 */
export function unreadableTargetMiddleware(): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const hosts = countHosts(request.rawHeaders);
    if (hosts === 0 && request.httpVersion === '1.1') return next(withoutHost());
    if (hosts > 1) return next(withSeveralHosts());
    if (request.url.includes('%') && !isReadable(request.path)) request.url = UNMATCHED_PATH;
    next();
  };
}

function withoutHost(): ValidationFailed {
  return ValidationFailed.on('Host', 'required', 'The header field Host is required.');
}

function withSeveralHosts(): ValidationFailed {
  return ValidationFailed.on('Host', 'duplicate', 'The header field Host may be sent only once.');
}

/** How many of these header fields (name, value, name, value, ...) are Host. Node's `headers` show the first one only. */
function countHosts(fields: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
