import { ValidationFailed } from '../../../kernel/problems';
import { Custom, type FieldError } from '../../../platform/fields/fields';

const MAX_HEADERS = 5;
const MAX_NAME = 100;
const MAX_VALUE = 1_000;

/** A name as RFC 9110, section 5.1, has it. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable ASCII without spaces at its ends: whatever else there is, servers read in different ways. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Names of the service's own headers, and of those that frame a request or belong to its connection. */
const RESERVED = [
  /^x-te-/,
  /^webhook-/,
  /^proxy-/,
  /^sec-/,
  /^(accept-encoding|connection|content-(type|length|encoding)|date|expect|forwarded|host|keep-alive|te|trailer)$/,
  /^(transfer-encoding|upgrade|user-agent|via)$/,
];

/** Headers of an endpoint's own, by name; null in place of a value that is not shown, or is to stay as it is. */
export type CustomHeaders = Readonly<Record<string, string | null>>;

/** Where an endpoint's own headers are sent to. */
interface HeadersAt {
  readonly url: string;
  readonly headers: CustomHeaders;
}

/** The field of an endpoint's own headers, in requests and in responses. */
export function CustomHeadersField(presence: 'required' | 'optional'): PropertyDecorator {
  return Custom(
    {
      presence,
      description:
        `Headers of your own for every request to the endpoint, at most ${MAX_HEADERS}, such as \`Authorization\`. Values are ` +
        'stored encrypted and never shown: null stands for each. A list that is sent replaces the one before; null as a value ' +
        'keeps the value that the header has. A URL of another origin (scheme, host, port) needs the values again, or `{}`: ' +
        'without them it is 400 `required` on `headers`.',
      example: { 'X-Api-Key': 'a key of yours' },
    },
    {
      type: 'object',
      additionalProperties: { type: 'string', nullable: true, minLength: 1, maxLength: MAX_VALUE },
      maxProperties: MAX_HEADERS,
    } as never,
    headersError,
  );
}

function headersError(value: unknown): FieldError | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { code: 'wrong_type', message: 'must be an object.' };
  const entries = Object.entries(value as object);
  if (entries.length > MAX_HEADERS)
    return { code: 'out_of_range', message: `must have at most ${MAX_HEADERS} headers.` };
  const names = entries.map(([name]) => name.toLowerCase());
  if (names.some((name) => !NAME.test(name) || name.length > MAX_NAME))
    return { code: 'invalid_format', message: `must have names of 1 to ${MAX_NAME} letters, digits and hyphens.` };
  if (new Set(names).size < names.length) return { code: 'duplicate', message: 'must not name a header twice.' };
  const reserved = entries.find(([name]) => RESERVED.some((pattern) => pattern.test(name.toLowerCase())));
  if (reserved !== undefined)
    return { code: 'not_allowed', message: `must not set ${reserved[0]}, which the service sets itself.` };
  if (entries.some(([, text]) => text !== null && typeof text !== 'string'))
    return { code: 'wrong_type', message: 'must have values that are strings.' };
  if (
    entries.some(([, text]) => text !== null && !(VALUE.test(text as string) && (text as string).length <= MAX_VALUE))
  )
    return {
      code: 'invalid_format',
      message: `must have values of 1 to ${MAX_VALUE} printable ASCII characters, without spaces around them.`,
    };
  return null;
}

/**
 * The headers that an endpoint has after a change.
 *
 * @param current with their values
 * @returns null when a value is to be kept of a header that there is none of
 */
export function mergedHeaders(
  current: Readonly<Record<string, string>>,
  changed: CustomHeaders,
): Record<string, string> | null {
  const kept = new Map(Object.entries(current).map(([name, value]) => [name.toLowerCase(), value]));
  const merged: Record<string, string> = {};
  for (const [name, value] of Object.entries(changed)) {
    const text = value ?? kept.get(name.toLowerCase());
    if (text === undefined) return null;
    merged[name] = text;
  }
  return merged;
}

/**
 * Values of headers are secrets shared with one destination: whoever may change the URL does not get them sent elsewhere.
 *
 * @throws ValidationFailed when the URL moves to another origin (scheme, host and port), and the headers would move along
 */
export function requireHeadersAtNewOrigin(
  before: HeadersAt,
  { url = before.url, headers = before.headers }: Partial<HeadersAt>,
): void {
  if (new URL(url).origin === new URL(before.url).origin || !Object.values(headers).includes(null)) return;
  throw ValidationFailed.on(
    'headers',
    'required',
    'headers must be sent with their values, or empty: the URL is at another origin, which does not get the present ones.',
  );
}
