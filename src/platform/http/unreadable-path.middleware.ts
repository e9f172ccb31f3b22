import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** A path that no route can have. */
const NOWHERE = '/api/-';

/**
 * Sends a path with broken percent-escapes where every unknown path goes. The router would give up on it before the
 * guards run, and the answer would lack what every answer has.
 */
export function unreadablePathMiddleware(): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    if (request.url.includes('%') && !isReadable(request.path)) request.url = NOWHERE;
    next();
  };
}

function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
