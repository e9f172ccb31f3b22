import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { currentContext } from '../context/request-context';
import type { RequestMetrics } from '../metrics/metrics';
import { loggedProblem } from './logged-problem';

/** Writes one line per request and counts it, when the response is out or the caller has gone. */
export function requestLog(logger: Logger, metrics: RequestMetrics): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    const context = currentContext();
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = routeOf(request);
      metrics.observe(request.method, route, response.statusCode, durationMs / 1000);
      const { principal } = context;
      const problem = loggedProblem(response);
      logger.info(
        {
          requestId: context.requestId,
          method: request.method,
          // Never the query or a path that no route has: both may contain a token.
          route,
          status: response.statusCode,
          ...(problem !== undefined && { problem }),
          durationMs: Math.round(durationMs * 10) / 10,
          ip: context.ip,
          ...(principal !== null && {
            organizationId: principal.organizationId,
            userId: principal.userId,
            credential: principal.kind,
            ...(principal.impersonator !== null && { impersonatorId: principal.impersonator.id }),
          }),
          ...(!response.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}

/** The route's pattern, such as /api/tours/:id. */
function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : '(none)';
}
