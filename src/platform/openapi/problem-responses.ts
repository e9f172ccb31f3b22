import { titleOf } from '../../kernel/reason-phrases';
import { FIELD_CODES, MAX_ERRORS_NAMED } from '../../kernel/field-codes';
import { PROBLEM_CODES } from '../../kernel/problem-codes';
import { ERRORS_PATH } from '../errors/problem.filter';
import { exampleId } from '../fields/example-id';
import { enumSchema } from '../fields/field-definitions';
import { PARAMS_DESCRIPTION } from '../fields/problem-params';
import { EVERYWHERE, headers, RATE_LIMIT_HEADERS } from './parts';
import { schemaReference, type ResponseObject, type Schema } from './types';

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

interface StandardProblem {
  name: string;
  code: string;
  description: string;
  detail: string;
  headers?: string[];
}

const IN_A_SENTENCE = 'What was refused, in a sentence.';

/** The errors that are the same everywhere. */
const STANDARD_PROBLEMS: Readonly<Record<number, StandardProblem>> = {
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

/** @throws Error for a status without a standard error */
export function standardProblem(status: number): StandardProblem {
  const problem = STANDARD_PROBLEMS[status];
  if (problem === undefined) throw new Error(`There is no standard error for ${status}.`);
  return problem;
}

/** The standard errors as components of the document. */
export function problemResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(STANDARD_PROBLEMS).map(([status, { name }]) => [
      name,
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
