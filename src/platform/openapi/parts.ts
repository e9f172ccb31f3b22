import type { Header, Parameter, Reference } from './types';

/** Headers of responses. */
export const HEADERS = {
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
} satisfies Record<string, Header>;

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

/** References to headers of {@link HEADERS}, by their names. */
export function headers(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
