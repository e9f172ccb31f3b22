import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import {
  Conflict,
  NotFound,
  PayloadTooLarge,
  Problem,
  Unavailable,
  UnsupportedMediaType,
  ValidationFailed,
} from '../../kernel/problems';
import { titleOf } from '../../kernel/reason-phrases';
import { contextOrUndefined } from '../context/request-context';
import { isDatabaseBusy, isDatabaseUnavailable, violatedConstraint } from '../database/failures';
import { logProblem } from '../logging/logged-problem';
import { LOGGER } from '../logging/logger';

/** Where the page is that says what every code means. */
export const ERRORS_PATH = '/api/docs/errors';

/** The problem document's type for a code: an address where it is explained, for as long as there is the code. */
function typeOf(code: string): string {
  const origin = contextOrUndefined()?.publicOrigin() ?? '';
  return `${origin}${ERRORS_PATH}#${code}`;
}

/** 500: a defect of the service. */
class InternalError extends Problem {
  readonly status = 500;
  constructor() {
    super('internal_error', 'Something went wrong on our side. The request id helps us to find out what.');
  }
}

/** Turns everything that is thrown into an RFC 9457 response, and nothing else does. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    // A request that broke off in its handler has its response already. The failure to send a second one is expected;
    // any other error is still logged.
    const isResponded = response.writableEnded;
    if (isResponded && (error as { code?: unknown } | null)?.code === 'ERR_HTTP_HEADERS_SENT') return;
    const problem = this.problemOf(error);
    if (isResponded) return;
    if (response.headersSent) {
      // A stream broke off in the middle: the connection is cut, so that the client notices.
      response.destroy();
      return;
    }
    sendProblem(http.getRequest<Request>(), response, problem);
  }

  private problemOf(error: unknown): Problem {
    if (error instanceof Problem) return error;
    if (error instanceof HttpException) return fromHttpStatus(error.getStatus());
    const requestId = contextOrUndefined()?.requestId;
    if (isDatabaseUnavailable(error)) {
      this.logger.warn({ requestId, err: error }, 'the database is unavailable');
      return new Unavailable();
    }
    if (isDatabaseBusy(error)) {
      this.logger.warn({ requestId, err: error }, 'the database is busy');
      return new Unavailable('The service is busy with other requests. Try again.');
    }
    if (violatedConstraint(error) !== null) {
      // Two requests at once got past the same check; the database let one of them through.
      this.logger.info({ requestId, err: error }, 'constraint violation by a concurrent change');
      return new Conflict('conflict', 'Another request changed this at the same moment.');
    }
    const { status } = error as { status?: unknown };
    if (typeof status === 'number' && status >= 400 && status < 500) return fromHttpStatus(status);
    this.logger.error({ requestId, err: error }, 'unexpected error');
    return new InternalError();
  }
}

/** Writes a problem document (RFC 9457). */
export function sendProblem(request: Request, response: Response, problem: Problem): void {
  const body = JSON.stringify({
    type: typeOf(problem.code),
    title: titleOf(problem.status),
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    requestId: contextOrUndefined()?.requestId,
    ...(problem.errors && { errors: problem.errors, errorsTotal: problem.errorsTotal }),
    ...problem.extra,
  });
  logProblem(response, problem.logged ?? problem.code);
  // They belong to the response that failed.
  response.removeHeader('ETag');
  response.removeHeader('Cache-Control');
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  response.statusCode = problem.status;
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(request.method === 'HEAD' ? undefined : body);
}

function fromHttpStatus(status: number): Problem {
  switch (status) {
    case 404:
      return new NotFound();
    case 413:
      return new PayloadTooLarge();
    case 415:
      return new UnsupportedMediaType('The content type is not supported.');
    case 503:
      return new Unavailable();
    default:
      return status >= 500
        ? new InternalError()
        : ValidationFailed.on('request', 'unreadable', 'The request cannot be understood.');
  }
}
