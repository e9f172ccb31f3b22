import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { PayloadTooLarge, Problem, ValidationFailed } from '../../kernel/problems';
import { runInContext, systemContext } from '../context/request-context';
import type { InFlightResponses } from './in-flight-responses';
import { sendProblem } from '../errors/problem.filter';

/** 408: the request did not arrive in time. */
class RequestTimeout extends Problem {
  readonly status = 408;
  constructor() {
    super('request_timeout', 'The request did not arrive in time.');
  }
}

/** 431 (RFC 6585). */
class HeadersTooLarge extends Problem {
  readonly status = 431;
  constructor() {
    super('headers_too_large', 'The request line and the header fields are too large.');
  }
}

/**
 * Responds to what never becomes a request, because Node's parser rejects it or it does not arrive in time. Node's own
 * response would be a bare status line: no request id, no problem document, no line in the log.
 *
 * @param inFlightResponses knows the responses that are not out yet
 * @param handlers what every request passes: its context, its line in the log, the headers of every response
 */
export function respondToBrokenRequests(
  server: Server,
  inFlightResponses: InFlightResponses,
  handlers: readonly RequestHandler[],
): void {
  const broken = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const problem = problemOf(error);
    // The connection is gone.
    if (problem === null) return void socket.destroy();
    // Everything that follows the first mistake is reported as a mistake, too.
    if (broken.has(socket)) return;
    broken.add(socket);
    respondInOrder(socket, problem);
  });

  function respondInOrder(socket: Socket, problem: Problem): void {
    const open = inFlightResponses.respondOn(socket);
    if (!socket.writable) socket.destroy();
    else if (open === undefined) respond(socket, problem);
    else if (open.req.complete) open.once('close', () => respondInOrder(socket, problem));
    else if (open.headersSent) socket.destroy();
    else cutShort(open, problem);
  }

  function respond(socket: Socket, problem: Problem): void {
    const request = Object.assign(new IncomingMessage(socket), {
      method: '(none)',
      ip: socket.remoteAddress,
    }) as Request;
    const response = new ServerResponse(request) as Response;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    const send = handlers.reduceRight<() => void>(
      (next, handler) => () => void handler(request, response, next),
      () => sendProblem(request, response, problem),
    );
    send();
  }
}

/** Responds to a request whose body broke off while its handler runs. */
function cutShort(response: Response, problem: Problem): void {
  response.setHeader('Connection', 'close');
  const requestId = String(response.getHeader('X-Request-Id'));
  runInContext(systemContext(requestId), () => sendProblem(response.req, response, problem));
}

/** @returns null when it is the connection that failed */
function problemOf({ code = '' }: NodeJS.ErrnoException): Problem | null {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge();
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new PayloadTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout();
  if (!code.startsWith('HPE_')) return null;
  return ValidationFailed.on('request', 'unreadable', 'The request is not valid HTTP.');
}
