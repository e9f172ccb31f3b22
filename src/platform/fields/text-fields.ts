/** Fields of text: free text, e-mail addresses and phone numbers. */
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { firstCodePoint } from '../../kernel/code-points';
import { isCommonPassword } from '../../kernel/common-passwords';
import { isUnmistakable } from '../../kernel/email';
import { toUri } from '../../kernel/uri';
import { enumSchema, field, type FieldOptions, wordsOf, type Words } from './field-definitions';
import { notAllowed, tooLong, tooShort, wrongType, type FieldError } from './field-errors';

/**
 * Characters that show nothing: blanks, controls, formats such as the zero-width space, fillers (Unicode's
 * Default_Ignorable_Code_Point), and the Braille pattern without dots.
 */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Characters that a single line can't have: controls, line breaks included, Unicode's line and paragraph separators,
 * and marks that change the direction of writing (Unicode Standard Annex 9, 2).
 */
const NOT_IN_ONE_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

const ONE_LINE = 'one line, without control characters and without characters that change the direction of writing.';

/**
 * A field of free text, trimmed; lengths count code points (a surrogate pair is one). Where at least one character is
 * required, a text without a visible one counts as empty. It is one line, such as a name, unless `lines` allows
 * several. A `format` is for the reference only: whether the text has it is for the rules to check.
 */
export function Text(options: FieldOptions & TextOptions) {
  return field(options, textKind(options));
}

interface TextOptions {
  min?: number;
  max: number;
  lines?: boolean;
  format?: string;
}

function textKind({ min = 0, max, lines = false, format }: TextOptions): Parameters<typeof field>[1] {
  return {
    schema: { type: 'string', minLength: min, maxLength: max, ...(format && { format }) },
    convert: trim,
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      const length = codePoints(value);
      if (length < min || (min > 0 && INVISIBLE.test(value)))
        return min === 1 ? tooShort(min, 'must not be empty.') : tooShort(min);
      if (length > max) return tooLong(max);
      const [misplaced] = lines ? [] : (NOT_IN_ONE_LINE.exec(value) ?? []);
      if (misplaced === undefined) return null;
      return hiddenOr({ code: 'invalid_characters', message: `must be ${ONE_LINE}` }, misplaced);
    },
  };
}

/** A URI (RFC 3986), trimmed; an IRI becomes one. What it may be is for the rules to check. */
export function Uri(options: FieldOptions & Omit<TextOptions, 'format' | 'lines'>) {
  const text = textKind({ ...options, format: 'uri' });
  return field(options, { ...text, convert: (value) => (typeof value === 'string' ? toUri(value.trim()) : value) });
}

/**
 * The id of a record in another system, trimmed; an empty one is the same as none: null.
 *
 * @param record what it is the id of, such as `tour`
 */
export function ExternalId(record: string, example: string) {
  return field(
    {
      presence: 'nullable',
      description: `The id of this ${record} in another system; no two ${record}s of an organization have the same.`,
      example,
    },
    { ...EXTERNAL_ID, convert: (value) => (trim(value) === '' ? null : trim(value)) },
  );
}

/** The name of the user that a record's `createdBy` refers to. No ETag covers it. */
export function CreatedByName() {
  const description = 'The name of that user; null when they were erased. The ETag stays when it changes.';
  return Text({ max: 120, presence: 'nullable', description, example: 'Ada Lovelace' });
}

/** What {@link ExternalId} takes where there is one. */
export const EXTERNAL_ID = textKind({ min: 1, max: 200 });

/** The error of a password that is guessed first. */
export const TOO_COMMON: FieldError = {
  code: 'too_common',
  message: 'must not be a common password, a repetition, or your own e-mail, name or organization.',
};

/**
 * A secret typed by a person: stored as typed, though blanks around it do not count towards its length; never shown.
 */
export function Password(options: FieldOptions = {}) {
  return field(options, {
    schema: {
      type: 'string',
      format: 'password',
      minLength: 8,
      maxLength: 128,
      description:
        'Kept as it is; blanks around it do not count towards the eight characters. One of the most common passwords, ' +
        "with digits and signs behind it or without, a repetition, and the owner's own e-mail, name or organization are `too_common`.",
      example: 'correct horse battery',
    },
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      if (codePoints(value.trim()) < 8) return tooShort(8);
      if (codePoints(value) > 128) return tooLong(128);
      return isCommonPassword(value) ? TOO_COMMON : null;
    },
  });
}

const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/;

/** Addresses may have letters of any writing, before the @ and after it (RFC 6531). */
export const EMAIL_SCHEMA = { type: 'string', format: 'idn-email', maxLength: 254 } as const;

/**
 * An e-mail address (RFC 5321 lengths; no quoted local parts and no address literals), trimmed. A character that passes
 * for another is not valid: see {@link isUnmistakable}.
 */
export function Email(options: FieldOptions = {}) {
  return field(options, {
    schema: { ...EMAIL_SCHEMA, example: 'planner@example.com' },
    convert: trim,
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      const [local = ''] = value.split('@');
      const valid =
        value.length <= 254 &&
        local.length <= 64 &&
        !local.startsWith('.') &&
        !local.endsWith('.') &&
        !local.includes('..') &&
        EMAIL.test(value) &&
        isUnmistakable(value);
      return valid ? null : hiddenOr({ code: 'invalid_email', message: 'must be an e-mail address.' }, value);
    },
  });
}

/** With its plus sign. */
const MAX_COUNTRY_CODE_LENGTH = 4;
/** Digits behind the country's code. */
const MIN_NUMBER_LENGTH = 2;
const E164 = /^\+[1-9]\d{1,14}$/;

export const PHONE_SCHEMA = { type: 'string', pattern: E164.source, maxLength: 16 } as const;

/**
 * A telephone number in E.164, trimmed. Its country's code must exist. The length of numbers there is not checked,
 * because countries change it.
 */
export function Phone(options: FieldOptions = {}) {
  return field(options, {
    schema: { ...PHONE_SCHEMA, example: '+4930123456' },
    convert: trim,
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      return E164.test(value) && hasCountry(value)
        ? null
        : hiddenOr({ code: 'invalid_phone', message: 'must be a phone number in E.164, such as +4930123456.' }, value);
    },
  });
}

/** Whether a country exists, by the first digits of its numbers. */
const countries = new Map<string, boolean>();

/** True for a number of any country. The first three digits decide, so that each combination is looked up once. */
function hasCountry(number: string): boolean {
  if (number.length <= MAX_COUNTRY_CODE_LENGTH + MIN_NUMBER_LENGTH)
    return parsePhoneNumberFromString(number) !== undefined;
  const start = number.slice(0, MAX_COUNTRY_CODE_LENGTH);
  let known = countries.get(start);
  if (known === undefined) {
    known = parsePhoneNumberFromString(number) !== undefined;
    countries.set(start, known);
  }
  return known;
}

/** Formats, such as marks of writing direction and the zero-width space, and fillers. */
const HIDDEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The error that says which invisible character makes a value wrong; without one, `otherwise`. */
function hiddenOr(otherwise: FieldError, value: string): FieldError {
  const [hidden] = HIDDEN.exec(value) ?? [];
  if (hidden === undefined) return otherwise;
  const character = `U+${firstCodePoint(hidden).toString(16).toUpperCase().padStart(4, '0')}`;
  return { code: otherwise.code, message: `has an invisible character, ${character}.`, params: { character } };
}

/** A list of texts of one line, each trimmed, without repetition; `without` is a text that none of them may have. */
export function TextList(
  options: FieldOptions & {
    /** By default, as many as there are words. */
    maxEntries?: number;
    max: number;
    minEntries?: number;
    words?: Words;
    without?: string;
  },
) {
  const { max, minEntries = 0, words, without } = options;
  const allowed = () => (words === undefined ? [] : wordsOf(words));
  const maxEntries = () => options.maxEntries ?? allowed().length;
  return field(options, {
    schema: {
      type: 'array',
      items: words === undefined ? { type: 'string', minLength: 1, maxLength: max } : enumSchema(words),
      minItems: minEntries,
      ...(options.maxEntries !== undefined && { maxItems: options.maxEntries }),
      uniqueItems: true,
    },
    convert: (value) => (Array.isArray(value) ? value.map(trim) : value),
    check(value) {
      if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
        return wrongType('a list of strings');
      if (value.length < minEntries)
        return tooShort(minEntries, `must have at least ${minEntries} ${minEntries === 1 ? 'entry' : 'entries'}.`);
      if (value.length > maxEntries()) return tooLong(maxEntries(), `must have at most ${maxEntries()} entries.`);
      if (value.some((item) => INVISIBLE.test(item))) return tooShort(1, 'must not have an empty entry.');
      if (value.some((item) => codePoints(item) > max))
        return tooLong(max, `must have entries of at most ${max} characters.`);
      if (value.some((item) => NOT_IN_ONE_LINE.test(item)))
        return { code: 'invalid_characters', message: `must have entries that are ${ONE_LINE}` };
      if (new Set(value).size < value.length) return { code: 'duplicate', message: 'must not name an entry twice.' };
      if (without !== undefined && value.some((item) => item.includes(without)))
        return { code: 'invalid_format', message: `must not have entries with ${without}.` };
      const isAllowed = words === undefined || value.every((item) => allowed().includes(item));
      return isAllowed ? null : notAllowed('must only have entries of', allowed());
    },
  });
}

function trim(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** The length of a text in code points: a surrogate pair is one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}
