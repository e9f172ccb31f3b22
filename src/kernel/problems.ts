import { MAX_ERRORS_NAMED, type FieldCode } from './field-codes';
import { type ProblemCode } from './problem-codes';

/** The figures or words of a rule, such as `min` and `max`, for programs that write a message of their own. */
export type ProblemParams = Readonly<Record<string, number | string | readonly string[]>>;

/** One thing wrong with one field of a request; `code` is stable and snake_case, `message` is for people. */
export interface FieldProblem {
  field: string;
  code: FieldCode;
  message: string;
  params?: ProblemParams;
}

const MAX_FIELDS_IN_DETAIL = 20;

interface ProblemOptions {
  headers?: Record<string, string>;
  logged?: string;
  extra?: Record<string, unknown>;
  errors?: readonly FieldProblem[];
  /** How many errors there are, where `errors` are not all of them. */
  errorsTotal?: number;
}

/**
 * What went wrong, thrown as what it means. It becomes an RFC 9457 response in the filter alone, so nothing below the
 * HTTP layer writes a response. `detail` reaches the caller: never a secret, never SQL.
 */
export abstract class Problem extends Error {
  /** HTTP status code (RFC 9110). */
  abstract readonly status: number;
  /** Response headers that the status calls for, such as Retry-After. */
  readonly headers: Record<string, string>;
  /** Further members of the problem document (RFC 9457, section 3.2). */
  readonly extra?: Record<string, unknown>;
  /** The fields that are wrong, where the problem is about fields: the first {@link MAX_ERRORS_NAMED}. */
  readonly errors?: FieldProblem[];
  /** How many errors there are; absent where the problem is not about fields. */
  readonly errorsTotal?: number;
  /** What the request log says instead of the code, where callers must not see the difference. */
  readonly logged?: string;

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    { headers = {}, extra, errors, errorsTotal = errors?.length, logged }: ProblemOptions = {},
  ) {
    super(detail);
    this.name = new.target.name;
    this.headers = headers;
    this.extra = extra;
    if (errors !== undefined) this.errors = errors.slice(0, MAX_ERRORS_NAMED);
    if (errorsTotal !== undefined) this.errorsTotal = errorsTotal;
    this.logged = logged;
  }
}

/** 400: the request is wrong; every field that is, is named (`body` when it can't be read at all). */
export class ValidationFailed extends Problem {
  readonly status = 400;
  declare readonly errors: FieldProblem[];

  constructor(errors: readonly FieldProblem[]) {
    super('validation_failed', `The request is not valid: ${fieldsOf(errors)}.`, { errors });
  }

  /** The short form for a single field. */
  static on(field: string, code: FieldCode, message: string, params?: ProblemParams): ValidationFailed {
    return new ValidationFailed([{ field, code, message, ...(params && { params }) }]);
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

/** The problem of a list that has more entries than another field allows. */
export function tooManyValues(field: string, max: number): FieldProblem {
  return { field, code: 'too_many_values', message: `${field} must have at most ${max} entries.`, params: { max } };
}

/** The same problems of an object within the input. @param parent its field, such as `members.2` */
export function within(parent: string, problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.map(({ field, message, ...rest }) => ({
    ...rest,
    field: `${parent}.${field}`,
    message: message.startsWith(field) ? `${parent}.${message}` : message,
  }));
}

/** The first of the fields; `errors` names all of them. */
function fieldsOf(errors: readonly FieldProblem[]): string {
  const fields = [...new Set(errors.map((error) => error.field))];
  const more = fields.length - MAX_FIELDS_IN_DETAIL;
  return fields.slice(0, MAX_FIELDS_IN_DETAIL).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** 401: no credential, or one that is not valid; names the scheme to use (RFC 6750, section 3). */
export class Unauthenticated extends Problem {
  readonly status = 401;

  constructor(detail = 'A valid API key or session is required.', code: ProblemCode = 'unauthenticated') {
    super(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
}

/** 403: a known caller who may not do this; `code` names the rule, for example `session_required`. */
export class Forbidden extends Problem {
  readonly status = 403;

  /** @param params what the rule names, for programs, such as the scope that is missing */
  constructor(detail: string, code: ProblemCode = 'forbidden', params?: ProblemParams) {
    super(code, detail, params && { extra: { params } });
  }
}

/**
 * 404. It takes no detail on purpose: a malformed id, an unknown one and another organization's must get the same
 * bytes, or the response reveals what exists.
 */
export class NotFound extends Problem {
  readonly status = 404;

  /** @param fields those of the body that refer to what does not exist, such as `tourId` or `guestIds.17` */
  constructor(...fields: string[]) {
    super('not_found', 'There is no such resource.', fields.length > 0 ? { errors: fields.map(missingReference) } : {});
  }
}

function missingReference(field: string): FieldProblem {
  return { field, code: 'not_found', message: `${field} names no record.` };
}

/**
 * What was looked for.
 *
 * @param field of the body that refers to it, if one does
 * @throws NotFound when there is none
 */
export function found<Value extends object | string>(value: Value | null, ...field: string[]): Value {
  if (value === null) throw new NotFound(...field);
  return value;
}

/**
 * Makes sure that each of some ids has a record.
 *
 * @param known the ids of those that exist
 * @param fieldOf the field of the body that names an id, by its position in the list
 * @throws NotFound naming the fields of all others
 */
export function requireKnown(
  ids: readonly string[],
  known: readonly string[],
  fieldOf: (index: number) => string,
): void {
  const exists = new Set(known);
  const missing = ids.flatMap((id, index) => (exists.has(id) ? [] : [fieldOf(index)]));
  if (missing.length > 0) throw new NotFound(...missing);
}

/** @throws NotFound when what was looked for, or was to be locked, does not exist */
export function requireFound(exists: boolean): void {
  if (!exists) throw new NotFound();
}

/**
 * Names the field of the body in the error of a reference, where what looks the record up does not know the field.
 *
 * @throws NotFound naming the field, and any other error as it is
 */
export async function forField<T>(field: string, lookUp: Promise<T>): Promise<T> {
  try {
    return await lookUp;
  } catch (error) {
    throw error instanceof NotFound && error.errors === undefined ? new NotFound(field) : error;
  }
}

/**
 * Like {@link naming}, for several references of one body.
 *
 * @param lookUps by field; null where the body has no such reference
 * @throws NotFound naming every field whose record does not exist, and any other error as it is
 */
export async function forFields(lookUps: Readonly<Record<string, Promise<unknown> | null>>): Promise<void> {
  const results = await Promise.allSettled(
    Object.entries(lookUps).map(async ([field, lookUp]) => lookUp && forField(field, lookUp)),
  );
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  for (const error of errors) if (!(error instanceof NotFound)) throw error;
  const fields = (errors as NotFound[]).flatMap((error) => error.errors ?? []).map(({ field }) => field);
  if (fields.length > 0) throw new NotFound(...fields);
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
    super('not_acceptable', `This resource is available as ${type} only.`);
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

  constructor(detail = 'The resource has changed since it was read.') {
    super('precondition_failed', detail);
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
    { code = 'rate_limited', logged }: { code?: ProblemCode; logged?: string } = {},
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
