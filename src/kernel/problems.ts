/** One thing wrong with one field of a request; `code` is stable and snake_case, `message` is for people. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

const MAX_FIELDS_IN_DETAIL = 20;

interface ProblemOptions {
  headers?: Record<string, string>;
  logged?: string;
  extra?: Record<string, unknown>;
}

/**
 * What went wrong, thrown as what it means. It becomes an RFC 9457 response in exactly one place, so nothing below the
 * HTTP layer writes a response. `detail` reaches the caller: never a secret, never SQL.
 */
export abstract class Problem extends Error {
  /** HTTP status code (RFC 9110). */
  abstract readonly status: number;
  /** Response headers that the status calls for, such as Retry-After. */
  readonly headers: Record<string, string>;
  /** Further members of the problem document (RFC 9457, section 3.2). */
  readonly extra?: Record<string, unknown>;
  /** What the request log says instead of the code, where callers must not see the difference. */
  readonly logged?: string;

  constructor(
    readonly code: string,
    readonly detail: string,
    { headers = {}, extra, logged }: ProblemOptions = {},
  ) {
    super(detail);
    this.name = new.target.name;
    this.headers = headers;
    this.extra = extra;
    this.logged = logged;
  }
}

/** 400: the request is wrong; every field that is, is named (`body` when it can't be read at all). */
export class ValidationFailed extends Problem {
  readonly status = 400;

  constructor(readonly errors: FieldProblem[]) {
    super('validation_failed', `The request is not valid: ${fieldsOf(errors)}.`);
  }

  /** The short form for a single field. */
  static on(field: string, code: string, message: string): ValidationFailed {
    return new ValidationFailed([{ field, code, message }]);
  }
}

/**
 * Names all that is wrong with a request at once.
 *
 * @param problems null where a check found none
 * @throws ValidationFailed unless there is none at all
 */
export function requireValid(problems: readonly (FieldProblem | null)[]): void {
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw new ValidationFailed(found);
}

/** The first of the fields; `errors` names all of them. */
function fieldsOf(errors: FieldProblem[]): string {
  const fields = [...new Set(errors.map((error) => error.field))];
  const more = fields.length - MAX_FIELDS_IN_DETAIL;
  return fields.slice(0, MAX_FIELDS_IN_DETAIL).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** 401: no credential, or one that is not valid; names the scheme to use (RFC 6750, section 3). */
export class Unauthenticated extends Problem {
  readonly status = 401;

  constructor(detail = 'A valid API key or session is required.', code = 'unauthenticated') {
    super(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
}

/** 403: a known caller who may not do this; `code` names the rule, for example `session_required`. */
export class Forbidden extends Problem {
  readonly status = 403;

  constructor(detail: string, code = 'forbidden') {
    super(code, detail);
  }
}

/**
 * 404. It takes no detail on purpose: a malformed id, an unknown one and another organization's must get the same
 * bytes, or the response reveals what exists.
 */
export class NotFound extends Problem {
  readonly status = 404;

  constructor() {
    super('not_found', 'There is no such resource.');
  }
}

/** What was looked for. @throws NotFound when there is none */
export function found<Value extends object | string>(value: Value | null): Value {
  if (value === null) throw new NotFound();
  return value;
}

/** @throws NotFound when what was looked for, or was to be locked, does not exist */
export function requireFound(exists: boolean): void {
  if (!exists) throw new NotFound();
}

/** 405: the resource does not know the method; `Allow` lists those it knows (RFC 9110, section 10.2.1). */
export class MethodNotAllowed extends Problem {
  readonly status = 405;

  constructor(allowed: string[]) {
    const list = allowed.join(', ');
    super('method_not_allowed', `This resource allows: ${list}.`, { headers: { Allow: list } });
  }
}

/** 406: the response has one media type only, which the caller does not accept (RFC 9110, section 15.5.7). */
export class NotAcceptable extends Problem {
  readonly status = 406;

  constructor(type: string) {
    super('not_acceptable', `This resource is answered as ${type} only.`);
  }
}

/** 409: the request contradicts the state of things; `code` names the rule, for example `event_full`. */
export class Conflict extends Problem {
  readonly status = 409;
}

/** 410: a token or link that worked once, or never, and does not any more. */
export class Gone extends Problem {
  readonly status = 410;
}

/** 412: the record has changed since the caller read it (If-Match, RFC 9110, section 13.1.1). */
export class PreconditionFailed extends Problem {
  readonly status = 412;

  constructor() {
    super('precondition_failed', 'The resource has changed since it was read.');
  }
}

/** 413: the body is larger than the endpoint reads. */
export class PayloadTooLarge extends Problem {
  readonly status = 413;

  constructor(detail = 'The request body is too large.') {
    super('payload_too_large', detail);
  }

  /** Of whole MiB. */
  static than(limitBytes: number): PayloadTooLarge {
    return new PayloadTooLarge(`The body is larger than ${limitBytes / 1024 / 1024} MiB.`);
  }
}

/** 415: the body has a content type that the endpoint does not read. */
export class UnsupportedMediaType extends Problem {
  readonly status = 415;

  constructor(detail: string) {
    super('unsupported_media_type', detail);
  }
}

/** 422: well formed, but it cannot be acted on, for example `idempotency_mismatch`. */
export class UnprocessableContent extends Problem {
  readonly status = 422;
}

/** 429 (RFC 6585): `retryAfterSeconds` is rounded up, so that a caller who waits that long gets through. */
export class TooManyRequests extends Problem {
  readonly status = 429;

  /**
   * @param code names the limit, where it is not one of requests
   * @param logged see {@link Problem.logged}
   */
  constructor(
    retryAfterSeconds: number,
    detail = 'Too many requests.',
    { code = 'rate_limited', logged }: { code?: string; logged?: string } = {},
  ) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
    super(code, detail, { headers: { 'Retry-After': String(seconds) }, logged });
  }
}

/** 503: a dependency, usually the database, is unavailable at the moment. */
export class Unavailable extends Problem {
  readonly status = 503;

  constructor(detail = 'The service is temporarily unavailable.') {
    super('unavailable', detail, { headers: { 'Retry-After': '5' } });
  }
}

// Node's http.STATUS_CODES still carries the phrases from before RFC 9110 ("Payload Too Large").
const REASON_PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * The reason phrase of RFC 9110 (RFC 6585 for 428, 429 and 431), used as a problem's `title`. An error status without
 * one reads like the x00 of its class, as RFC 9110, section 15, has clients treat it.
 */
export function titleOf(status: number): string {
  return REASON_PHRASES[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error');
}
