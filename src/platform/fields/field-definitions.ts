import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as TransformTo } from 'class-transformer';
import { registerDecorator, ValidateIf, ValidateNested } from 'class-validator';
import { enumerationName, type WordList } from '../../kernel/enumeration';
import type { FieldProblem } from '../../kernel/problems';
import { combinationProblems, inheritRules } from './combinations';
import { unknownField, type FieldError } from './field-errors';
import { problemsOfItem } from './item-problems';
import { unstorable } from './storable';

/** Marks a schema with the name of its enumeration until the document is complete. */
export const ENUMERATION = 'x-enumeration';

/**
 * In a request `required` must be there, `optional` may be absent, `nullable` may be absent or null; in a response
 * every field is present.
 */
export type Presence = 'required' | 'optional' | 'nullable';

/** What a shape says of one of its fields. */
export interface FieldOptions {
  presence?: Presence;
  description?: string;
  /**
   * The default: a value of the field, or words such as `Now`. It becomes part of the description and not the
   * schema's `default`: generators make a field with a default one that is always sent. A partial update has none.
   */
  default?: string | number | boolean;
  example?: unknown;
  /**
   * Whether the values say something of a person: then the audit log keeps them encrypted under the person's key. Each
   * text of a shape that {@link AboutPerson} marks must say it.
   */
  personal?: boolean;
}

/** Words that a field can have: a fixed list, or one that is complete when all modules are loaded. */
export type Words = readonly string[] | WordList;

export function wordsOf(words: Words): readonly string[] {
  return 'words' in words ? words.words() : words;
}

/** The schema of one of a list of words; the document names it when the list has a name, and then completes it. */
export function enumSchema(words: Words): { type: 'string'; enum?: string[] } {
  if ('words' in words) return { type: 'string', ...{ [ENUMERATION]: words.enumerationName } };
  const name = enumerationName(words);
  return { type: 'string', enum: [...words], ...(name !== undefined && { [ENUMERATION]: name }) };
}

interface FieldDefinition {
  presence: Presence;
  default?: FieldOptions['default'] | undefined;
  personal?: boolean | undefined;
  schema: ApiPropertyOptions;
  /** Checks a value that is neither undefined nor null. */
  check: (value: unknown) => FieldError | null;
  /** Converts the value that was sent into the one that rules use; returns what it does not understand unchanged. */
  convert?: (value: unknown) => unknown;
  nested?: () => Type;
}

const definitions = new WeakMap<object, Map<string, FieldDefinition>>();
const collected = new WeakMap<Type, Map<string, FieldDefinition>>();

/**
 * Makes the decorator of a field.
 *
 * @param options what the shape says of this field
 * @param kind what all fields of its kind have in common
 */
export function field(
  options: FieldOptions,
  kind: Omit<FieldDefinition, 'presence' | 'default' | 'personal'>,
): PropertyDecorator {
  const { presence = 'required', description, default: defaultValue, example, personal } = options;
  const schema = { ...kind.schema, ...(description && { description }), ...(example !== undefined && { example }) };
  return define({ ...kind, presence, default: defaultValue, personal, schema: schema as ApiPropertyOptions });
}

/**
 * The shape of a partial update: every field of `shape` may be absent, and only the nullable ones may be null. It has the
 * rules that `@Consistent` declares.
 *
 * @param exclude fields that can't be changed
 */
export function PatchOf<T extends object, Left extends keyof T & string = never>(
  shape: Type<T>,
  exclude: readonly Left[] = [],
): Type<Partial<Omit<T, Left>>> {
  class Patch {}
  for (const [name, definition] of allDefinitions(shape)) {
    if (exclude.includes(name as Left)) continue;
    const presence = definition.presence === 'nullable' ? 'nullable' : 'optional';
    define({ ...definition, presence, default: undefined })(Patch.prototype, name);
  }
  inheritRules(shape, Patch);
  return Patch as Type<Partial<Omit<T, Left>>>;
}

/**
 * Why `value` is not valid for a field of a shape, or null when it is valid or the field has no rule.
 *
 * @param shape the class whose fields carry the decorators that {@link field} makes
 */
export function fieldErrorOf(shape: Type, name: string, value: unknown): FieldError | null {
  const definition = allDefinitions(shape).get(name);
  return definition ? fieldError(definition, value) : null;
}

export const NO_OBJECT: FieldProblem = { field: 'item', code: 'wrong_type', message: 'item must be an object.' };

/**
 * Reads a value as a shape, as the validation of a body does: known fields only, each converted and checked, then what
 * must hold between them.
 */
export function readShape<Input extends object>(
  shape: Type<Input>,
  value: unknown,
): { input: Input } | { problems: FieldProblem[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problems: [NO_OBJECT] };
  const noted = problemsOfItem(value);
  const { input, problems: found } = readFields(shape, value, '');
  const isNoted = (name: string) =>
    noted.some((problem) => problem.field === name || problem.field.startsWith(`${name}.`));
  const problems = [...noted, ...found.filter(({ field }) => !isNoted(field))];
  problems.push(...combinationProblems(shape, input, problems));
  return problems.length > 0 ? { problems } : { input: input as Input };
}

/** @param parent what stands before the names of fields in problems, such as `companions.2.` */
function readFields(
  shape: Type,
  value: object,
  parent: string,
): { input: Record<string, unknown>; problems: FieldProblem[] } {
  const fields = allDefinitions(shape);
  const given = value as Record<string, unknown>;
  const input: Record<string, unknown> = {};
  const problems = Object.keys(given)
    .filter((name) => !fields.has(name))
    .map((name) => unknownField(parent + name));
  for (const [name, definition] of fields) {
    const field = parent + name;
    const sent = Object.hasOwn(given, name) ? given[name] : undefined;
    const converted = sent == null || definition.convert === undefined ? sent : definition.convert(sent);
    const error = fieldError(definition, converted);
    if (error !== null) problems.push({ field, ...error, message: `${field} ${error.message}` });
    if (converted === undefined) continue;
    const { nested } = definition;
    if (nested === undefined || error !== null || converted === null) input[name] = converted;
    else if (Array.isArray(converted))
      input[name] = converted.map((entry, index) =>
        readNested(nested(), entry as object, `${field}.${index}.`, problems),
      );
    else input[name] = readNested(nested(), converted, `${field}.`, problems);
  }
  return { input, problems };
}

function readNested(shape: Type, value: object, parent: string, found: FieldProblem[]): object {
  const { input, problems } = readFields(shape, value, parent);
  found.push(...problems);
  return input;
}

function define(definition: FieldDefinition): PropertyDecorator {
  const { presence, default: defaultValue, schema, convert, nested } = definition;
  const description = [schema.description, defaultValue !== undefined && `${defaultValue} when left out.`]
    .filter((part) => part)
    .join(' ');
  return (target, property) => {
    const name = String(property);
    const own = definitions.get(target) ?? new Map<string, FieldDefinition>();
    definitions.set(target, own.set(name, definition));
    registerDecorator({
      name: 'field',
      target: target.constructor,
      propertyName: name,
      validator: { validate: (value) => fieldError(definition, value) === null },
    });
    applyDecorators(
      ApiProperty({
        ...schema,
        ...(description && { description }),
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

function fieldError(definition: FieldDefinition, value: unknown): FieldError | null {
  if (value === undefined)
    return definition.presence === 'required' ? { code: 'required', message: 'is required.' } : null;
  if (value === null)
    return definition.presence === 'nullable' ? null : { code: 'wrong_type', message: 'must not be null.' };
  // Bodies were checked as a whole when they were read; query strings are checked here for the first time.
  const invalid = typeof value === 'string' ? unstorable(value) : null;
  return invalid === null ? definition.check(value) : { code: 'invalid_characters', message: invalid };
}

/** A record made of what was sent: its nullable fields are there. */
type WithNulls<T> = { [K in keyof T as null extends T[K] ? K : never]-?: Exclude<T[K], undefined> } & {
  [K in keyof T as null extends T[K] ? never : K]: T[K];
};

/** What was sent, with null for each nullable field that was not: how a new record begins. */
export function withNulls<T extends object>(shape: Type<T>, input: T): WithNulls<T> {
  const given = input as Record<string, unknown>;
  const filled: Record<string, unknown> = { ...given };
  for (const [name, { presence }] of allDefinitions(shape))
    if (presence === 'nullable') filled[name] = given[name] ?? null;
  return filled as WithNulls<T>;
}

/** Which fields of a shape say whether they are personal, and what they say. */
export function personalityOf(shape: Type): ReadonlyMap<string, boolean> {
  const said = [...allDefinitions(shape)].map(([name, { personal }]) => [name, personal] as const);
  return new Map(said.filter((entry): entry is readonly [string, boolean] => entry[1] !== undefined));
}

/** The definitions of a shape's fields, inherited ones too; put together once, when they are first asked for. */
function allDefinitions(shape: Type): Map<string, FieldDefinition> {
  const known = collected.get(shape);
  if (known !== undefined) return known;
  const found = new Map<string, FieldDefinition>();
  for (let target = shape.prototype as object | null; target; target = Object.getPrototypeOf(target) as object | null) {
    for (const [name, definition] of definitions.get(target) ?? []) if (!found.has(name)) found.set(name, definition);
  }
  collected.set(shape, found);
  return found;
}
