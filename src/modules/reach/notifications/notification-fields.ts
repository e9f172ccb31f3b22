import type { Type } from '@nestjs/common';
import { fieldErrorOf, type Presence } from '../../../platform/fields/field-definitions';
import { exampleId } from '../../../platform/fields/example-id';
import {
  codePoints,
  Custom,
  Email,
  EMAIL_SCHEMA,
  outOfRange,
  Phone,
  PHONE_SCHEMA,
  tooLong,
  type FieldOptions,
  type FieldError,
} from '../../../platform/fields/fields';

const MAX_RECIPIENTS = 1_000;
const MAX_VARIABLES = 50;
const MAX_VALUE_LENGTH = 1_000;
const VARIABLE_NAME = /^[A-Za-z0-9_]{1,64}$/;

class OneAddress {
  @Email() email: string;
  @Phone() whatsapp: string;
}

/** A list in which every entry passes a check and repeated entries count once. */
function UniqueList(
  options: FieldOptions,
  item: object,
  check: (value: unknown) => FieldError | null,
): PropertyDecorator {
  return Custom(
    options,
    { type: 'array', items: item, minItems: 1, maxItems: MAX_RECIPIENTS } as Parameters<typeof Custom>[1],
    (value) => {
      if (!Array.isArray(value)) return { code: 'wrong_type', message: 'must be a list of strings.' };
      if (value.length < 1 || value.length > MAX_RECIPIENTS)
        return outOfRange(1, MAX_RECIPIENTS, `must have 1 to ${MAX_RECIPIENTS} entries.`);
      for (const [index, entry] of value.entries()) {
        const fieldError = check(entry);
        if (fieldError !== null)
          return { ...fieldError, message: `${fieldError.message.replace(/\.$/, '')} (entry ${index + 1}).` };
      }
      return null;
    },
    (value) =>
      Array.isArray(value) ? value.map((entry) => (typeof entry === 'string' ? entry.trim() : entry)) : value,
  );
}

/** Addresses of a channel; two that differ only in case are one. */
export function Addresses(channel: keyof OneAddress, presence: Presence = 'optional'): PropertyDecorator {
  const example = [channel === 'email' ? 'ada@example.com' : '+4930123456'];
  const description =
    'An address that is given twice, ignoring case, gets the message once: the second one is `skipped`.';
  const item = channel === 'email' ? EMAIL_SCHEMA : PHONE_SCHEMA;
  return UniqueList({ presence, description, example }, item, (value) =>
    fieldErrorOf(OneAddress as Type, channel, value),
  );
}

/** Ids of guests; a malformed one is treated like an unknown one. */
export function GuestIds(presence: Presence = 'optional'): PropertyDecorator {
  const description =
    'Of guests who share an address the first gets the message and the others are `skipped`, unless the text has a ' +
    'variable of the guest: then each gets their own. A guest without an address for the channel counts as failed.';
  return UniqueList(
    { presence, description, example: [exampleId('guest')] },
    { type: 'string', format: 'uuid' },
    (value) => (typeof value === 'string' ? null : { code: 'wrong_type', message: 'must be a string.' }),
  );
}

/** Values of a template's places, by name. */
export function Variables(options: FieldOptions = {}): PropertyDecorator {
  return Custom(
    {
      presence: 'optional',
      description:
        "The values for the template's placeholders: by number (`1`, `2`, ... without a gap) or by name, as the template " +
        'was approved. They may themselves contain the variables described above. A value that turns out empty is sent ' +
        'as `-`, since WhatsApp refuses empty ones.',
      example: { '1': '{{guest.name}}', '2': 'Residenzplatz' },
      ...options,
    },
    { type: 'object', additionalProperties: { type: 'string', maxLength: MAX_VALUE_LENGTH } },
    variablesError,
  );
}

function variablesError(value: unknown): FieldError | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { code: 'wrong_type', message: 'must be an object.' };
  const entries = Object.entries(value);
  if (entries.length > MAX_VARIABLES) return outOfRange(0, MAX_VARIABLES, `must have at most ${MAX_VARIABLES} fields.`);
  if (entries.some(([name]) => !VARIABLE_NAME.test(name)))
    return { code: 'invalid_format', message: 'must have names of 1 to 64 letters, digits and underscores.' };
  if (entries.some(([, text]) => typeof text !== 'string'))
    return { code: 'wrong_type', message: 'must have values that are strings.' };
  if (entries.some(([, text]) => codePoints(text as string) > MAX_VALUE_LENGTH))
    return tooLong(MAX_VALUE_LENGTH, `must have values of at most ${MAX_VALUE_LENGTH} characters.`);
  const numbers = entries.filter(([name]) => /^\d+$/.test(name)).length;
  if (numbers === 0) return null;
  if (numbers < entries.length)
    return { code: 'invalid_format', message: 'must have either numbers or names, not both.' };
  return entries.every((_entry, index) => Object.hasOwn(value, String(index + 1)))
    ? null
    : { code: 'invalid_format', message: `must have the numbers from 1 to ${numbers}, without a gap.` };
}
