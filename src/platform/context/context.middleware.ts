import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newId } from '../../kernel/ids';
import { addressOf } from './network';
import { runInContext, type RequestContext } from './request-context';

const CALLERS_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** Enough to recognise a browser. */
const MAX_USER_AGENT_LENGTH = 400;

/**
 * Opens the request's context and puts its id into the response. The caller's own id is kept if it is harmless.
 *
 * @param publicOrigin where the service is reached from outside
 */
export function contextMiddleware(publicOrigin: () => string): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const { 'x-request-id': callersId, 'if-match': ifMatch, 'user-agent': userAgent } = request.headers;
    const context: RequestContext = {
      requestId: typeof callersId === 'string' && CALLERS_REQUEST_ID.test(callersId) ? callersId : newId(),
      ip: addressOf(request.ip),
      userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      ifMatch: ifMatch ?? null,
      publicOrigin,
      principal: null,
      renewPrincipal: null,
      principalAsOf: 0,
      bodyProblems: [],
      scope: null,
      transaction: null,
      deferred: null,
    };
    response.setHeader('X-Request-Id', context.requestId);
    runInContext(context, next);
  };
}
