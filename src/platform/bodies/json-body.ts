import { isUtf8 } from 'node:buffer';
import { ValidationFailed, type FieldProblem } from '../../kernel/problems';
import { isReservedName } from '../fields/reserved-names';
import { unstorable } from '../fields/storable';
import { unknownField } from '../fields/field-errors';

/** Deeper than any shape of the API, far from what could overflow a stack. */
const MAX_NESTING = 32;
/**
 * More than any request of the API needs. Validation costs microseconds per value, so that without these bounds a body
 * of 1 MiB made of nothing but small values would keep the process busy for seconds.
 */
const MAX_MEMBERS = 1000;
const MAX_VALUES = 20_000;
/** Smaller bodies are parsed faster than scanned. */
const SMALL_BYTES = 8_192;

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",[\\]{}');

/**
 * Parses a body. The result is safe to store, within the limits above: UTF-8 without NUL characters or lone surrogates
 * (PostgreSQL takes neither), unless a problem says otherwise. Names that objects have of their own are taken out.
 *
 * @param problems gets one for each such name, and for each text that can't be stored
 * @throws ValidationFailed naming the field that is beyond a limit, or `body`
 */
export function parseJson(bytes: Buffer, problems: FieldProblem[]): unknown {
  if (!isUtf8(bytes)) throw unreadable('The body is not valid UTF-8.');
  if (bytes.length > SMALL_BYTES) rejectUnwieldy(bytes);
  let body: unknown;
  try {
    // A byte order mark is no part of the text (RFC 8259, section 8.1).
    body = JSON.parse(bytes.toString().replace(/^\uFEFF/, ''));
  } catch {
    throw unreadable('The body is not valid JSON.');
  }
  inspect(body, '', 0, { values: MAX_VALUES, problems });
  return body;
}

/** The error of a body that can't be read at all. */
export function unreadable(message: string): ValidationFailed {
  return ValidationFailed.on('body', 'malformed_json', message);
}

/**
 * Scans a text without parsing it: a megabyte of brackets takes a tenth of a second to parse, and a millisecond to
 * scan. Every comma outside of strings separates two values.
 */
function rejectUnwieldy(bytes: Buffer): void {
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) commas++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    if (depth > MAX_NESTING) throw tooDeep('body');
    if (commas >= MAX_VALUES) throw tooManyValues('body');
  }
}

/** Where the string that begins at `start` ends, or the text does. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}

/**
 * @param path the field's path so far, for the error
 * @param left how many more values the body may have, and what was wrong so far
 * @throws ValidationFailed for what is beyond a limit
 */
function inspect(
  value: unknown,
  path: string,
  depth: number,
  left: { values: number; problems: FieldProblem[] },
): void {
  const note = (problem: FieldProblem) => void left.problems.push(problem);
  if (typeof value === 'string') {
    const problem = unstorable(value);
    const field = path || 'body';
    if (problem) note({ field, code: 'invalid_characters', message: `${field} ${problem}` });
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_NESTING) throw tooDeep(path);
    const names = Object.keys(value);
    if (names.length > MAX_MEMBERS && !Array.isArray(value)) {
      throw ValidationFailed.on(
        path || 'body',
        'too_many_fields',
        `An object must not have more than ${MAX_MEMBERS} fields.`,
        { max: MAX_MEMBERS },
      );
    }
    left.values -= names.length;
    if (left.values < 0) throw tooManyValues(path || 'body');
    for (const name of names) {
      const field = path === '' ? name : `${path}.${name}`;
      if (isReservedName(name)) {
        note(unknownField(field));
        Reflect.deleteProperty(value, name);
        continue;
      }
      inspect(name, field, depth + 1, left);
      inspect((value as Record<string, unknown>)[name], field, depth + 1, left);
    }
  }
}

function tooDeep(field: string): ValidationFailed {
  return ValidationFailed.on(field, 'too_deep', `The body must not nest deeper than ${MAX_NESTING} levels.`, {
    max: MAX_NESTING,
  });
}

function tooManyValues(field: string): ValidationFailed {
  return ValidationFailed.on(field, 'too_many_values', `The body must not have more than ${MAX_VALUES} values.`, {
    max: MAX_VALUES,
  });
}
