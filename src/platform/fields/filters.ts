/** Filters of lists by several values, with commas between them or in a parameter that is repeated. */
import { exampleId } from './example-id';
import { field } from './field-definitions';
import { outOfRange, type FieldError } from './field-errors';
import { EXTERNAL_ID } from './text-fields';

const MAX_VALUES = 100;

/** The filter of a list by ids. What is no id, or unknown, finds nothing. */
export function IdsFilter() {
  const description = `Only the records with these ids: up to ${MAX_VALUES}, with commas between them.`;
  return field(
    { presence: 'optional', description },
    {
      schema: {
        type: 'array',
        items: { type: 'string', maxLength: 100 },
        maxItems: MAX_VALUES,
        example: [exampleId('record')],
      },
      convert: (value) => [...new Set(partsOf(value))],
      check: tooManyParts,
    },
  );
}

/**
 * The filter of a list by externalIds. One may have a comma: what is sent is looked for as a whole, too.
 *
 * @param whose whose externalId it is, where it is not the record's own
 */
export function ExternalIdFilter(example: string, whose?: string) {
  const of = whose === undefined ? '' : ` of the ${whose}`;
  const description = `Exactly one of these externalIds${of}: up to ${MAX_VALUES}, with commas between them.`;
  return field(
    { presence: 'optional', description },
    {
      schema: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: EXTERNAL_ID.schema.maxLength },
        maxItems: MAX_VALUES,
        example: [example],
      },
      convert(value) {
        const parts = partsOf(value).map((part) => part.trim());
        const given = parts.filter((part) => part !== '');
        const whole = sentValues(value).map((part) => part.trim());
        return [...new Set(given.length === 0 ? parts : [...given, ...whole.filter(mayBeExternalId)])];
      },
      check(values) {
        const wrong = (values as string[]).find((value) => !mayBeExternalId(value));
        return tooManyParts(values) ?? (wrong === undefined ? null : EXTERNAL_ID.check(wrong));
      },
    },
  );
}

function mayBeExternalId(value: string): boolean {
  return EXTERNAL_ID.check(value) === null;
}

function sentValues(sent: unknown): string[] {
  return (Array.isArray(sent) ? sent : [sent]).map(String);
}

function partsOf(sent: unknown): string[] {
  return sentValues(sent).flatMap((value) => value.split(','));
}

function tooManyParts(values: unknown): FieldError | null {
  const parts = (values as string[]).filter((value) => !value.includes(','));
  return parts.length > MAX_VALUES ? outOfRange(1, MAX_VALUES, `must have 1 to ${MAX_VALUES} entries.`) : null;
}
