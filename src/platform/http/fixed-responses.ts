import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { MethodNotAllowed } from '../../kernel/problems';
import { RateLimit } from '../rate-limit/rate-limit';
import { sendProblem } from '../errors/problem.filter';

/** Writes a response that is the same for all callers. */
export type Serve = (response: Response) => void;

/**
 * Serves GET and HEAD on some paths, ahead of the routes. The rate limit does not count such requests; the response
 * shows how many the caller's address has left.
 */
export function serveFixedResponses(app: NestExpressApplication, responses: ReadonlyMap<string, Serve>): void {
  const rateLimit = app.get(RateLimit);
  const respond = async (serve: Serve, request: Request, response: Response): Promise<void> => {
    await rateLimit.show(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendProblem(request, response, new MethodNotAllowed(['GET', 'HEAD']));
    serve(response);
  };
  app.use((request: Request, response: Response, next: NextFunction) => {
    const serve = responses.get(request.path);
    if (serve === undefined) next();
    else respond(serve, request, response).catch(next);
  });
}
