import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newId } from '../../kernel/ids';
import { runInContext, type RequestContext } from './request-context';

const CALLERS_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** Enough to recognise a browser. */
const MAX_USER_AGENT_LENGTH = 400;

/** Opens the request's context and puts its id into the response. The caller's own id is kept if it is harmless. */
export function contextMiddleware(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const { 'x-request-id': callersId, 'if-match': ifMatch, 'user-agent': userAgent } = request.headers;
    const context: RequestContext = {
      requestId: typeof callersId === 'string' && CALLERS_REQUEST_ID.test(callersId) ? callersId : newId(),
      ip: request.ip ?? null,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      ifMatch: ifMatch ?? null,
      principal: null,
      renewPrincipal: null,
      principalAsOf: 0,
      scope: null,
      transaction: null,
      deferred: null,
    };
    response.setHeader('X-Request-Id', context.requestId);
    runInContext(context, next);
  };
}
