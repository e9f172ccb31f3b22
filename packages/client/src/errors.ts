import type { FieldProblem, Problem } from './generated/types.gen.js';

/** The stable code of an error response; `unknown` when something in front of the service responded without one. */
export type ProblemCode = Problem['code'] | 'unknown';

/** Everything that a call can fail with, but for an abort by its own signal. */
export class TourEventsError extends Error {
  // Written out in each class: a bundler shortens what classes are called.
  override readonly name: string = 'TourEventsError';
}

/** No response came: the network or the service is away. Whether a change was made is unknown. */
export class ConnectionError extends TourEventsError {
  override readonly name: string = 'ConnectionError';

  constructor(message = 'The connection to the service is broken, or there is none.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** No response came in time. Whether a change was made is unknown. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';

  constructor(readonly timeoutMs: number) {
    super(`There was no response within ${timeoutMs} ms.`);
  }
}

/** An error response: a problem document (RFC 9457). */
export class ApiError extends TourEventsError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode;
  /** The fields that are wrong, when that is the problem. */
  readonly errors: readonly FieldProblem[];
  /** Finds the request in the service's log. */
  readonly requestId: string | null;

  constructor(
    readonly problem: Problem,
    /** How long the service asks to wait before another try, in milliseconds. */
    readonly retryAfterMs: number | null,
  ) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId ?? null;
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** 400: fields are wrong; `errors` names each of them. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}
/** 401: no credential, or one that is not valid. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 403: the caller may not do this. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}
/** 404: an id that is unknown, or another organization's. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 409: the request contradicts the present state; `code` says how. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 410: a link or a cursor that is not valid any more. */
export class GoneError extends ApiError {
  override readonly name = 'GoneError';
}
/** 412: the record has changed since it was read. */
export class PreconditionFailedError extends ApiError {
  override readonly name = 'PreconditionFailedError';
}
/** 429: a limit is reached; `retryAfterMs` says how long. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}
/** 5xx: the service failed, or is unavailable. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: PreconditionFailedError,
  429: RateLimitError,
};

/** Something that is no Tour Events service responded: a proxy's page, or another server's. */
export class UnexpectedResponseError extends TourEventsError {
  override readonly name = 'UnexpectedResponseError';
}

/** The error for a fetch that failed: to which host, and why. */
export function connectionErrorOf(url: string, error: unknown): ConnectionError {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  const reason = cause?.code ?? cause?.message ?? (error as Partial<Error>).message;
  const { host } = new URL(url);
  const message = `The connection to ${host} is broken, or there is none${reason === undefined ? '' : `: ${reason}`}.`;
  return new ConnectionError(message, { cause: error });
}

/**
 * @throws UnexpectedResponseError for a success that is no JSON object, such as a proxy's page, unless the service says
 * that it is one of its own
 */
export function requireApiBody({ headers, status }: Response, body: unknown, baseUrl: string): void {
  if (headers.has('X-TE-Version') || status === 204) return;
  const type = mediaTypeOf(headers);
  if (!/^application\/(.+\+)?json$/.test(type)) throw unexpectedResponse(baseUrl, type);
  // The generated code makes an empty object of an empty body.
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length > 0;
  if (!isRecord) throw unexpectedResponse(baseUrl, 'JSON of another service');
}

/** @throws UnexpectedResponseError for a success that is no stream of events: such a page would be opened again for ever */
export function requireEventStream({ headers }: Response, baseUrl: string): void {
  const type = mediaTypeOf(headers);
  if (type !== 'text/event-stream') throw unexpectedResponse(baseUrl, type);
}

export function unexpectedResponse(baseUrl: string, what: string): UnexpectedResponseError {
  const from = baseUrl === '' ? 'The server of this page' : baseUrl;
  return new UnexpectedResponseError(`${from} responded with ${what || 'no media type'}. Is baseUrl right?`);
}

/** Without its parameters; empty when there is none. */
function mediaTypeOf(headers: Headers): string {
  return headers.get('Content-Type')?.split(';')[0]!.trim().toLowerCase() ?? '';
}

/** The error for a response that is not 2xx. */
export function apiErrorOf(body: unknown, response: Response): ApiError {
  const Class = CLASSES[response.status] ?? (response.status >= 500 ? ServiceError : ApiError);
  return new Class(isProblem(body) ? body : unknownProblem(response), retryAfterMs(response));
}

/** What Retry-After says, in milliseconds; null without one. Both forms of RFC 9110, section 10.2.3. */
export function retryAfterMs({ headers }: Response): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body;
}

/** Of a proxy in front of the service, for example. */
function unknownProblem({ status, statusText, headers }: Response): Problem {
  const requestId = headers.get('X-Request-Id') ?? '';
  const detail = `The request failed with status ${status}.`;
  return { type: 'about:blank', title: statusText, status, detail, code: 'unknown' as Problem['code'], requestId };
}
