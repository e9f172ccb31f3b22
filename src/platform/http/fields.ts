import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as TransformTo } from 'class-transformer';
import { registerDecorator, ValidateIf, ValidateNested } from 'class-validator';
import { isAmount, isCurrency } from '../../kernel/money';
import { isDate, isTimeZone, parseTimestamp } from '../../kernel/time-zone';
import { unstorable } from './storable';

/**
 * The vocabulary in which every shape of the API is written: one decorator per kind of field states its rule, its error
 * and its place in the OpenAPI document. In a request `required` must be there, `optional` may be absent, `nullable` may
 * be absent or null; in an answer every field is there.
 */
export type Presence = 'required' | 'optional' | 'nullable';

export interface FieldOptions {
  presence?: Presence;
  description?: string;
  example?: unknown;
}

/** Why a value is refused: a stable code and a sentence that follows the field's name. */
export interface Refusal {
  code: string;
  message: string;
}

interface FieldDefinition {
  presence: Presence;
  schema: ApiPropertyOptions;
  /** Looks at a value that is there. */
  check: (value: unknown) => Refusal | null;
  /** Turns what was sent into what the rules work with; must leave alone what it does not understand. */
  convert?: (value: unknown) => unknown;
  nested?: () => Type;
}

const definitions = new WeakMap<object, Map<string, FieldDefinition>>();

const wrongType = (expected: string): Refusal => ({ code: 'wrong_type', message: `must be ${expected}.` });

/**
 * Why `value` is refused for a field of a shape, or null when it is accepted (or when the field has no such rule).
 *
 * @param shape the class whose fields carry the decorators of this file
 */
export function refusalOf(shape: object, field: string, value: unknown): Refusal | null {
  const definition = definitionOf(shape, field);
  return definition ? refusal(definition, value) : null;
}

/** A field of free text, trimmed; lengths count code points (a surrogate pair is one). */
export function Text(options: FieldOptions & { min?: number; max: number; pattern?: RegExp; hint?: string }) {
  const { min = 0, max, pattern, hint } = options;
  return field(options, {
    schema: { type: 'string', minLength: min, maxLength: max, ...(pattern && { pattern: pattern.source }) },
    convert: trim,
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      const length = codePoints(value);
      if (length < min)
        return {
          code: 'too_short',
          message: min === 1 ? 'must not be empty.' : `must have at least ${min} characters.`,
        };
      if (length > max) return { code: 'too_long', message: `must have at most ${max} characters.` };
      if (pattern && !pattern.test(value))
        return { code: 'invalid_format', message: hint ?? `must match ${pattern.source}.` };
      return null;
    },
  });
}

/** A secret typed by a person: never trimmed, never shown. */
export function Password(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', format: 'password', minLength: 8, maxLength: 128, example: 'correct horse battery' },
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      const length = codePoints(value);
      if (length < 8) return { code: 'too_short', message: 'must have at least 8 characters.' };
      return length > 128 ? { code: 'too_long', message: 'must have at most 128 characters.' } : null;
    },
  });
}

const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/;

/** An e-mail address (RFC 5321 lengths; quoted local parts and address literals are refused), trimmed. */
export function Email(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', format: 'email', maxLength: 254, example: 'planner@example.com' },
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
        EMAIL.test(value);
      return valid ? null : { code: 'invalid_email', message: 'must be an e-mail address.' };
    },
  });
}

/** An id of a record. One that is malformed is not refused here: it is answered 404 like any unknown one. */
export function Id(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', example: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607' },
    check: (value) => (typeof value === 'string' ? null : wrongType('a string')),
  });
}

/** One of a fixed list of words. */
export function OneOf(words: readonly string[], options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', enum: [...words], example: words[0] },
    check(value) {
      if (typeof value !== 'string') return wrongType('a string');
      return words.includes(value) ? null : { code: 'not_allowed', message: `must be one of: ${words.join(', ')}.` };
    },
  });
}

/** A JSON integer. */
export function Integer(options: FieldOptions & { least: number; most: number }) {
  const { least, most } = options;
  return field(options, {
    schema: { type: 'integer', minimum: least, maximum: most },
    check(value) {
      if (typeof value !== 'number' || !Number.isInteger(value)) return wrongType('an integer');
      return value < least || value > most
        ? { code: 'out_of_range', message: `must be from ${least} to ${most}.` }
        : null;
    },
  });
}

/** A JSON number with a fraction, such as a latitude. */
export function Decimal(options: FieldOptions & { least: number; most: number }) {
  const { least, most } = options;
  return field(options, {
    schema: { type: 'number', minimum: least, maximum: most },
    check(value) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType('a number');
      return value < least || value > most
        ? { code: 'out_of_range', message: `must be from ${least} to ${most}.` }
        : null;
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

/** A boolean in a query string: the words true and false. */
export function QueryFlag(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'boolean', example: true },
    convert: (value) => (value === 'true' ? true : value === 'false' ? false : value),
    check: (value) => (typeof value === 'boolean' ? null : wrongType('true or false')),
  });
}

/** A moment: ISO 8601 with Z or an offset, from the year 1900 to 9999. Rules receive a Date. */
export function Timestamp(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', format: 'date-time', example: '2027-05-14T09:30:00.000Z' },
    convert: (value) => parseTimestamp(value) ?? value,
    check: (value) =>
      value instanceof Date
        ? null
        : {
            code: 'invalid_timestamp',
            message: 'must be an ISO 8601 timestamp with Z or an offset, from 1900 to 9999.',
          },
  });
}

/** A calendar date, YYYY-MM-DD. */
export function CalendarDate(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', format: 'date', example: '2027-05-14' },
    check: (value) => (isDate(value) ? null : { code: 'invalid_date', message: 'must be a date, YYYY-MM-DD.' }),
  });
}

/** A timestamp or a date, for the bounds of a period; what a date means is said where the bound is used. */
export function TimestampOrDate(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', example: '2027-05-14' },
    check: (value) =>
      isDate(value) || parseTimestamp(value) !== null
        ? null
        : {
            code: 'invalid_timestamp',
            message: 'must be an ISO 8601 timestamp with Z or an offset, or a date, YYYY-MM-DD.',
          },
  });
}

/** The name of a zone in the IANA time zone database. */
export function TimeZone(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', example: 'Europe/Berlin' },
    check: (value) =>
      isTimeZone(value)
        ? null
        : { code: 'unknown_time_zone', message: 'must be an IANA time zone such as Europe/Berlin.' },
  });
}

/** An amount of money in major units, as decimal text. That its decimals fit the currency is for the rules to check. */
export function Amount(options: FieldOptions = {}) {
  return field(options, {
    schema: { type: 'string', pattern: '^\\d{1,15}(\\.\\d+)?$', example: '249.90' },
    check: (value) =>
      isAmount(value)
        ? null
        : {
            code: 'invalid_amount',
            message:
              'must be a decimal string such as "249.90", without sign, with at most 15 digits before the point.',
          },
  });
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

/** A list of texts, each trimmed, without repetition. */
export function TextList(
  options: FieldOptions & { most: number; max: number; least?: number; words?: readonly string[] },
) {
  const { most, max, least = 0, words } = options;
  return field(options, {
    schema: {
      type: 'array',
      items: { type: 'string', maxLength: max, ...(words && { enum: [...words] }) },
      minItems: least,
      maxItems: most,
      uniqueItems: true,
    },
    convert: (value) => (Array.isArray(value) ? value.map(trim) : value),
    check(value) {
      if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
        return wrongType('a list of strings');
      if (value.length < least)
        return { code: 'too_short', message: `must have at least ${least} ${least === 1 ? 'entry' : 'entries'}.` };
      if (value.length > most) return { code: 'too_long', message: `must have at most ${most} entries.` };
      if (value.some((item) => item === '')) return { code: 'too_short', message: 'must not have an empty entry.' };
      if (value.some((item) => codePoints(item) > max))
        return { code: 'too_long', message: `must have entries of at most ${max} characters.` };
      if (new Set(value).size < value.length) return { code: 'duplicate', message: 'must not name an entry twice.' };
      const unknown = words && value.find((item) => !words.includes(item));
      return unknown === undefined
        ? null
        : { code: 'not_allowed', message: `must only have entries of: ${words!.join(', ')}.` };
    },
  });
}

/** An object with fields of its own. */
export function Nested(shape: () => Type, options: FieldOptions = {}) {
  return field(options, {
    // Swagger takes a function for a lazy type only when it is called "type".
    schema: { type: () => shape() },
    nested: shape,
    check: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? null : wrongType('an object'),
  });
}

/** A list of records, in answers only. */
export function ListOf(shape: () => Type, options: FieldOptions = {}) {
  return ApiProperty({ type: () => shape(), isArray: true, description: options.description } as ApiPropertyOptions);
}

/** A field that only answers have and that no kind above describes. */
export function Shown(schema: ApiPropertyOptions) {
  return ApiProperty(schema);
}

/** A field whose kind is a rule of its own. */
export function Custom(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  check: (value: unknown) => Refusal | null,
  convert?: (value: unknown) => unknown,
) {
  return field(options, { schema, check, convert });
}

/**
 * The shape of a partial update: every field of `shape` may be absent, and only the nullable ones may be null.
 *
 * @param leftOut fields that can't be changed
 */
export function PatchOf<T extends object, Left extends keyof T & string = never>(
  shape: Type<T>,
  leftOut: readonly Left[] = [],
): Type<Partial<Omit<T, Left>>> {
  class Patch {}
  for (const [name, definition] of allDefinitions(shape)) {
    if (leftOut.includes(name as Left)) continue;
    const presence = definition.presence === 'nullable' ? 'nullable' : 'optional';
    define({ ...definition, presence })(Patch.prototype, name);
  }
  return Patch as Type<Partial<Omit<T, Left>>>;
}

function field(options: FieldOptions, kind: Omit<FieldDefinition, 'presence'>): PropertyDecorator {
  const { presence = 'required', description, example } = options;
  const schema = { ...kind.schema, ...(description && { description }), ...(example !== undefined && { example }) };
  return define({ ...kind, presence, schema: schema as ApiPropertyOptions });
}

function define(definition: FieldDefinition): PropertyDecorator {
  const { presence, schema, convert, nested } = definition;
  return (target, property) => {
    const name = String(property);
    const own = definitions.get(target) ?? new Map<string, FieldDefinition>();
    definitions.set(target, own.set(name, definition));
    registerDecorator({
      name: 'field',
      target: target.constructor,
      propertyName: name,
      validator: { validate: (value) => refusal(definition, value) === null },
    });
    applyDecorators(
      ApiProperty({
        ...schema,
        required: presence === 'required',
        nullable: presence === 'nullable',
      } as ApiPropertyOptions),
      ...(convert ? [Transform(({ value }) => convert(value) as unknown)] : []),
      ...(nested ? [ValidateNested(), TransformTo(nested)] : []),
      // ValidateNested takes null for a broken object.
      ...(nested && presence === 'nullable' ? [ValidateIf((_object, value) => value !== null)] : []),
    )(target, property);
  };
}

function refusal(definition: FieldDefinition, value: unknown): Refusal | null {
  if (value === undefined)
    return definition.presence === 'required' ? { code: 'required', message: 'is required.' } : null;
  if (value === null)
    return definition.presence === 'nullable' ? null : { code: 'wrong_type', message: 'must not be null.' };
  // Bodies were looked at as a whole when they were read; query strings come here first.
  const invalid = typeof value === 'string' ? unstorable(value) : null;
  return invalid === null ? definition.check(value) : { code: 'invalid_characters', message: invalid };
}

function definitionOf(shape: object, name: string): FieldDefinition | undefined {
  for (
    let target: object | null = (shape as { prototype: object }).prototype;
    target;
    target = Object.getPrototypeOf(target) as object | null
  ) {
    const definition = definitions.get(target)?.get(name);
    if (definition) return definition;
  }
  return undefined;
}

function allDefinitions(shape: Type): Map<string, FieldDefinition> {
  const found = new Map<string, FieldDefinition>();
  for (let target = shape.prototype as object | null; target; target = Object.getPrototypeOf(target) as object | null) {
    for (const [name, definition] of definitions.get(target) ?? []) if (!found.has(name)) found.set(name, definition);
  }
  return found;
}

function trim(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}
