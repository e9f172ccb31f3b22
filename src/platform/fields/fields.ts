/**
 * The decorators of the API's shapes: one per kind of field states its rule, its error and its schema in the OpenAPI
 * document.
 */
import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { codeKey, MAX_CODE_LENGTH, MIN_CODE_LENGTH } from '../../kernel/codes';
import { isAmount, isCurrency, MAX_INTEGER_DIGITS } from '../../kernel/money';
import { exampleId } from './example-id';
import { enumSchema, field, type FieldOptions, type Words, wordsOf } from './field-definitions';
import { notAllowed, outOfRange, tooLong, tooShort, wrongType, type FieldError } from './field-errors';

export { PatchOf, withNulls, type FieldOptions } from './field-definitions';
export { notAllowed, outOfRange, tooLong, tooShort, wrongType, type FieldError } from './field-errors';
export { ExternalIdFilter, IdsFilter } from './filters';
export {
  codePoints,
  CreatedByName,
  Email,
  EMAIL_SCHEMA,
  ExternalId,
  Password,
  Phone,
  PHONE_SCHEMA,
  Text,
  TextList,
  Uri,
} from './text-fields';
export { CalendarDate, PERIOD_BOUND, Timestamp, TimestampOrDate, TimeZone } from './time-fields';

/** What an id is of, such as `user`, where its name does not say so; see {@link kindOf}. */
interface IdOptions extends FieldOptions {
  of?: string;
}

/** An id of a record. A malformed one passes here and is 404 like any unknown one. */
export function Id({ of, ...options }: IdOptions = {}): PropertyDecorator {
  return (shape, name) =>
    field(options, {
      schema: { type: 'string', format: 'uuid', example: exampleId(of ?? kindOf(shape, name)) },
      check: (value) => (typeof value === 'string' ? null : wrongType('a string')),
    })(shape, name);
}

/** Ids of records, each once. As with {@link Id}, a malformed one passes here and counts as unknown. */
export function IdList(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  const check = (value: unknown): FieldError | null => {
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
      return wrongType('a list of strings');
    if (value.length < min || value.length > max) return outOfRange(min, max, `must have ${min} to ${max} entries.`);
    return new Set(value).size < value.length ? { code: 'duplicate', message: 'must not name an id twice.' } : null;
  };
  return (shape, name) => {
    const kind = kindOf(shape, name);
    const items = { type: 'string', format: 'uuid', example: exampleId(kind) };
    const several = Array.from({ length: min }, (_, index) => exampleId(index === 0 ? kind : `${kind} ${index + 1}`));
    const schema = { type: 'array', items, minItems: min, maxItems: max, uniqueItems: true } as const;
    field(options, { schema: { ...schema, ...(min > 1 && { example: several }) }, check })(shape, name);
  };
}

/** What an id is of: `tourId` and `tourIds` of a tour; the `id` of TourView too. */
function kindOf(shape: object, name: string | symbol): string {
  return name === 'id' ? shape.constructor.name.replace(/View$/, '') : String(name).replace(/Ids?$/, '');
}

/** One of a list of words. */
export function OneOf(words: Words, options: FieldOptions = {}) {
  return field(options, {
    schema: { ...enumSchema(words), ...('words' in words ? {} : { example: words[0] }) },
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      return wordsOf(words).includes(value) ? null : notAllowed('must be one of', wordsOf(words));
    },
  });
}

/** Several words of a list in a query string, with commas between them. Rules receive a list. */
export function SomeOf(words: Words, options: FieldOptions = {}) {
  const several = { description: ['Several with commas between them.', options.description].filter(Boolean).join(' ') };
  return field(
    { presence: 'optional', ...options, ...several },
    {
      schema: { type: 'array', items: enumSchema(words), ...('words' in words ? {} : { example: [words[0]] }) },
      convert: (value) => (typeof value === 'string' ? [...new Set(value.split(','))] : value),
      check(value) {
        if (!Array.isArray(value)) return wrongType('a list of words with commas between them');
        const isKnown = value.every((word) => wordsOf(words).includes(word as string));
        return isKnown ? null : notAllowed('must be of', wordsOf(words));
      },
    },
  );
}

/** A JSON integer. */
export function Integer(options: FieldOptions & { min: number; max: number }) {
  const { min, max } = options;
  return field(options, {
    schema: { type: 'integer', minimum: min, maximum: max },
    check(value) {
      if (typeof value !== 'number' || !Number.isInteger(value)) return wrongType('an integer');
      return value < min || value > max ? outOfRange(min, max) : null;
    },
  });
}

/** A JSON number with a fraction, such as a latitude. */
export function Decimal(options: FieldOptions & { min: number; max: number }) {
  const { min, max } = options;
  return field(options, {
    schema: { type: 'number', minimum: min, maximum: max },
    check(value) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType('a number');
      return value < min || value > max ? outOfRange(min, max) : null;
    },
  });
}

/** A JSON boolean. */
export function Flag(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'boolean', example: true },
    check: (value) => (typeof value === 'boolean' ? null : wrongType('a boolean')),
  });
}

/** A boolean in a query string: `true` or `false`. Rules receive a boolean. */
export function QueryFlag(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'boolean', example: true },
    convert: (value) => (value === 'true' ? true : value === 'false' ? false : value),
    check: (value) => (typeof value === 'boolean' ? null : wrongType('true or false')),
  });
}

/** A code that one person chooses and others type in, trimmed. */
export function Code(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', minLength: MIN_CODE_LENGTH, maxLength: MAX_CODE_LENGTH, pattern: '^[A-Za-z0-9_-]+$' },
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      const { length } = [...value];
      if (length < MIN_CODE_LENGTH) return tooShort(MIN_CODE_LENGTH);
      if (length > MAX_CODE_LENGTH) return tooLong(MAX_CODE_LENGTH);
      return codeKey(value) === null
        ? { code: 'invalid_format', message: 'must be made of letters A to Z, digits, _ and - only.' }
        : null;
    },
    convert: (value) => (typeof value === 'string' ? value.trim() : value),
  });
}

/** An amount of money in major units, as decimal text. That its decimals fit the currency is for the rules to check. */
export function Amount(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', pattern: `^\\d{1,${MAX_INTEGER_DIGITS}}(\\.\\d+)?$`, example: '249.90' },
    check: (value) =>
      isAmount(value)
        ? null
        : {
            code: 'invalid_amount',
            message: `must be a decimal string such as "249.90", without sign, with at most ${MAX_INTEGER_DIGITS} digits before the point.`,
            params: { maxDigits: MAX_INTEGER_DIGITS },
          },
  });
}

/** A sum of amounts, in responses only: it may be longer than any amount that a caller may send. */
export function Sum(schema: Pick<ApiPropertyOptions, 'description' | 'example'>) {
  return ApiProperty({ type: 'string', pattern: '^\\d+(\\.\\d+)?$', ...schema });
}

/** A currency: three capital letters of ISO 4217. */
export function Currency(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', pattern: '^[A-Z]{3}$', example: 'EUR' },
    check: (value) =>
      isCurrency(value)
        ? null
        : { code: 'unknown_currency', message: 'must be an ISO 4217 currency code such as EUR.' },
  });
}

/** An object with fields of its own. */
export function Nested(shape: () => Type, options: FieldOptions = {}) {
  return field(options, {
    // Swagger takes a function for a lazy type only when it is called "type".
    schema: { type: () => shape() },
    nested: shape,
    check: (value) => (isPlainObject(value) ? null : wrongType('an object')),
  });
}

/** A list of objects with fields of their own, in a body; an error names the position too: `stops.2.name`. */
export function NestedList(shape: () => Type, options: FieldOptions & { min?: number; max: number }) {
  const { min = 0, max } = options;
  return field(options, {
    schema: { type: () => shape(), isArray: true, minItems: min, maxItems: max } as ApiPropertyOptions,
    nested: shape,
    check(value) {
      if (!Array.isArray(value) || !value.every(isPlainObject)) return wrongType('a list of objects');
      if (value.length < min) return tooShort(min, `must have at least ${min} ${min === 1 ? 'entry' : 'entries'}.`);
      return value.length > max
        ? { code: 'too_many_values', message: `must have at most ${max} entries.`, params: { max } }
        : null;
    },
  });
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of records, in responses only. */
export function ListOf(shape: () => Type, options: FieldOptions = {}) {
  const { description, presence } = options;
  const nullable = presence === 'nullable';
  return ApiProperty({ type: () => shape(), isArray: true, description, nullable } as ApiPropertyOptions);
}

/** A field of responses only, which no kind above describes. */
export function Shown(schema: ApiPropertyOptions) {
  return ApiProperty(schema);
}

/** A field with a rule that no kind above has. */
export function Custom(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  check: (value: unknown) => FieldError | null,
  convert?: (value: unknown) => unknown,
) {
  return field(options, { schema, check, convert });
}
