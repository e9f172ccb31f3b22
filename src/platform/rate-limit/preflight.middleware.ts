import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RateLimit } from './rate-limit';

/**
 * Ends browsers' preflights (Fetch standard, 4.8), behind what puts the CORS headers on their answers. They are not
 * counted by the rate limit: a browser sends them by itself, before the request that is.
 */
export function preflightMiddleware(rateLimit: RateLimit): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next();
    rateLimit.show(request, response).then(() => response.status(204).end(), next);
  };
}
