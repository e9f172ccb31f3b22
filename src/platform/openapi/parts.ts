import { titleOf } from '../../kernel/problems';
import { FIELD_CODES, MAX_ERRORS_NAMED, PROBLEM_CODES } from '../../kernel/problem-codes';
import { ERRORS_PATH } from '../errors/problem.filter';
import { exampleId } from '../fields/example-id';
import { enumSchema } from '../fields/field-definitions';
import { PARAMS_DESCRIPTION } from '../fields/problem-params';
import type { ResponseObject, Header, Parameter, Reference, Schema } from './types';
import { schemaReference } from './types';

const REQUEST_ID = exampleId('request');

const typeOf = (code: string): string => `https://tours.example.com${ERRORS_PATH}#${code}`;

const PARAM: Schema = {
  oneOf: [{ type: 'number' }, { type: 'string' }, { type: 'array', items: { type: 'string' } }],
};

/** The shape of every error (RFC 9457). */
export const PROBLEM_SCHEMAS: Record<string, Schema> = {
  Problem: {
    type: 'object',
    description: 'A problem document (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: 'The address of the page that explains the code.',
        example: typeOf('not_found'),
      },
      title: { type: 'string', description: 'The standard phrase for the status.', example: 'Not Found' },
      status: { type: 'integer', example: 404 },
      detail: { type: 'string', description: 'For people; may change.', example: 'There is no such resource.' },
      code: {
        ...enumSchema(PROBLEM_CODES),
        description: 'For programs; stable. Codes are added: go by the status where one is not known.',
        example: 'not_found',
      },
      requestId: {
        type: 'string',
        description: 'Finds the request in the logs; also in X-Request-Id.',
        example: REQUEST_ID,
      },
      errors: {
        type: 'array',
        description: 'The fields that are wrong, if that is the problem, or that refer to what does not exist.',
        items: schemaReference('FieldProblem'),
      },
      errorsTotal: {
        type: 'integer',
        description: `How many errors there are: \`errors\` names the first ${MAX_ERRORS_NAMED}. It is there where \`errors\` is.`,
        example: 1,
      },
      params: {
        type: 'object',
        description:
          'What the rule names, for programs, where `code` alone does not say it: of `out_of_scope` the `scope` that is missing.',
        additionalProperties: PARAM,
      },
      challenge: {
        type: 'string',
        description: 'With `connect_required`: for `POST /api/auth/login/factor`, within five minutes.',
      },
      methods: {
        type: 'array',
        description: 'With `connect_required`: what can be shown there.',
        items: { type: 'string' },
      },
    },
  },
  FieldProblem: {
    type: 'object',
    required: ['field', 'code', 'message'],
    properties: {
      field: {
        type: 'string',
        description: 'The field; a nested one is a path with dots, an entry of a list has its number from 0.',
        example: 'name',
      },
      code: { ...enumSchema(FIELD_CODES), description: 'For programs; stable. Codes are added.', example: 'required' },
      message: { type: 'string', description: 'For people; may change.', example: 'name is required.' },
      params: {
        type: 'object',
        description: PARAMS_DESCRIPTION,
        additionalProperties: PARAM,
      },
    },
  },
};

/** Headers of responses. */
export const HEADERS: Record<string, Header> = {
  'X-Request-Id': {
    description: "The request's id: the caller's own if it was 1 to 64 of `A-Za-z0-9._-`.",
    schema: { type: 'string' },
  },
  'X-TE-Version': {
    description: 'The release of the service that responded.',
    schema: { type: 'string', examples: ['1.0.0'] },
  },
  Deprecation: {
    description: 'Only of an operation that will go: since when it should not be used any more (RFC 9745).',
    schema: { type: 'string', examples: ['@1798761600'] },
  },
  Sunset: {
    description: 'Only of an operation that will go: when it will stop responding (RFC 8594).',
    schema: { type: 'string', examples: ['Sat, 31 Dec 2033 23:59:59 GMT'] },
  },
  'Set-Cookie': {
    description:
      'The session: `te_session=…; HttpOnly; SameSite=Lax; Path=/`, in production `__Host-te_session` with `Secure`; empty and expired ' +
      'when it ends. A replayed response (`Idempotent-Replayed`) does not have it.',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description: 'The name of the file, if the response is one.',
    schema: { type: 'string', examples: ['attachment; filename="guests.csv"'] },
  },
  ETag: { description: 'The version of the record, for If-Match and If-None-Match.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description: 'Requests (q) per window in seconds (w).',
    schema: { type: 'string', examples: ['"default";q=100;w=60'] },
  },
  RateLimit: {
    description: 'Requests left (r) until the window ends in t seconds.',
    schema: { type: 'string', examples: ['"default";r=99;t=60'] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'The scheme to use.', schema: { type: 'string', examples: ['Bearer'] } },
  'Idempotent-Replayed': {
    description: '`true` when the response repeats an earlier one.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** Sent with every response. */
export const EVERYWHERE = ['X-Request-Id', 'X-TE-Version'];

/** Sent with every response to a request that the rate limit counts. */
export const RATE_LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'];

/** Header parameters that many routes take. */
export const PARAMETERS: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat: for 24 hours, the same key with the same body gets the first response again. ' +
      'The stored responses of an organization take at most 64 MiB; beyond that the oldest are forgotten. A key counts for one caller, one path and the organization that they are in; where only Super Admins have ' +
      'access, for all organizations. For example `order-2027-05-14-0001`.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  ExpectedOrganization: {
    name: 'X-TE-Organization',
    in: 'header',
    description:
      'The id of the organization that the request is meant for. When the credential is in another one, as after a ' +
      'switch in another tab, the response is 409 `organization_changed` and nothing is done.',
    schema: { type: 'string', format: 'uuid' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the version that the change is meant for; 412 when the record has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of a version at hand; 304 when it is the current one.',
    schema: { type: 'string' },
  },
};

interface StandardProblem {
  name: string;
  code: string;
  description: string;
  detail: string;
  headers?: string[];
}

const IN_A_SENTENCE = 'What was refused, in a sentence.';

/** The errors that are the same everywhere. */
export const STANDARD_PROBLEMS: Readonly<Record<number, StandardProblem>> = {
  400: {
    name: 'BadRequest',
    code: 'validation_failed',
    description:
      '`validation_failed`: fields are wrong, missing or unknown, and each is named; a body that is not JSON is named ' +
      '`body`.',
    detail: 'The request is not valid: name.',
  },
  401: {
    name: 'Unauthenticated',
    code: 'unauthenticated',
    description: '`unauthenticated`: no credential, or one that is not valid.',
    detail: 'A valid API key or session is required.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    code: 'forbidden',
    description:
      '`forbidden`: the role or a permission is missing. `session_required`: an API key where only a session is accepted, or one of the organization where a user is needed. `out_of_scope`: a key with scopes that do not include this. `cross_site`: a session used from another site. `organization_suspended`: the organization is suspended.',
    detail: 'The caller may not do this.',
  },
  404: {
    name: 'NotFound',
    code: 'not_found',
    description: "`not_found`: an id that is malformed, unknown or another organization's.",
    detail: 'There is no such resource.',
  },
  409: {
    name: 'Conflict',
    code: 'conflict',
    description:
      '`conflict`: the request contradicts the current state. `organization_changed`: the credential is in another ' +
      'organization than X-TE-Organization names.',
    detail: 'The request conflicts with the current state of the resource.',
  },
  412: {
    name: 'PreconditionFailed',
    code: 'precondition_failed',
    description: '`precondition_failed`: the record is no longer the version that If-Match names, or its tag is weak.',
    detail: 'The resource has changed since it was read.',
  },
  413: {
    name: 'ContentTooLarge',
    code: 'payload_too_large',
    description: '`payload_too_large`: the body is larger than 1 MiB.',
    detail: 'The body is larger than 1 MiB.',
  },
  415: {
    name: 'UnsupportedMediaType',
    code: 'unsupported_media_type',
    description: '`unsupported_media_type`: the content type of the body is not the expected one.',
    detail: 'The body must be application/json.',
  },
  422: {
    name: 'IdempotencyMismatch',
    code: 'idempotency_mismatch',
    description: '`idempotency_mismatch`: the Idempotency-Key was used with another request.',
    detail: 'This Idempotency-Key was used with another request.',
  },
  429: {
    name: 'TooManyRequests',
    code: 'rate_limited',
    description: '`rate_limited`: wait as long as Retry-After says.',
    detail: 'The rate limit is exhausted.',
    headers: ['Retry-After'],
  },
  503: {
    name: 'Unavailable',
    code: 'unavailable',
    description:
      '`unavailable`: the database is unavailable or too busy at the moment, or too much else is being sent.',
    detail: 'The service is temporarily unavailable.',
    headers: ['Retry-After'],
  },
};

/** The standard errors as components of the document. */
export function problemResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.keys(STANDARD_PROBLEMS).map((status) => [
      STANDARD_PROBLEMS[Number(status)]!.name,
      problemResponse(Number(status), { counted: true }),
    ]),
  );
}

/**
 * An error response.
 * @param counted whether the rate limit counts the request, so that its headers are sent
 * @param description of the route's own errors. The example shows the first code that stands in backticks before a
 *   colon, or, if the text begins with "On `field`:", a problem of that field with that code. A text that explains the
 *   standard code replaces the standard text
 * @param detail of the example, if not the usual one
 * @returns the response for the document
 */
export function problemResponse(
  status: number,
  { counted, description, detail }: { counted: boolean; description?: string; detail?: string },
): ResponseObject {
  const standard = STANDARD_PROBLEMS[status];
  const [, field, fieldCode] = /^On `([\w-]+)`: `([a-z_]+)`/.exec(description ?? '') ?? [];
  const ownCode = field === undefined ? /`([a-z_]+)`:/.exec(description ?? '')?.[1] : undefined;
  const code = ownCode ?? standard?.code ?? 'refused';
  const usual = detail ?? (standard?.code === code ? standard.detail : IN_A_SENTENCE);
  const example = {
    type: typeOf(code),
    title: titleOf(status),
    status,
    detail: field === undefined ? usual : `The request is not valid: ${field}.`,
    code,
    requestId: REQUEST_ID,
    ...(code === 'validation_failed' && {
      errors: [
        field === undefined
          ? { field: 'name', code: 'required', message: 'name is required.' }
          : { field, code: fieldCode, message: IN_A_SENTENCE },
      ],
    }),
  };
  const explained = standard !== undefined && description?.includes(`\`${standard.code}\`:`);
  return {
    description: [description, explained ? undefined : standard?.description].filter((part) => part).join(' '),
    headers: headers(...EVERYWHERE, ...(counted ? RATE_LIMIT_HEADERS : []), ...(standard?.headers ?? [])),
    content: { 'application/problem+json': { schema: schemaReference('Problem'), example } },
  };
}

/** References to headers of {@link HEADERS}, by their names. */
export function headers(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
