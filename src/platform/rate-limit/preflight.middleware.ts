import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RateLimit } from './rate-limit';

/**
 * Responds to browsers' preflights (Fetch standard, 4.8), after the middleware that sets their CORS headers. The rate
 * limit does not count them: a browser sends them automatically, before the request that is counted.
 */
export function preflightMiddleware(rateLimit: RateLimit): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next();
    rateLimit.show(request, response).then(() => response.status(204).end(), next);
  };
}
