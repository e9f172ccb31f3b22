/** The errors that fields of several kinds share, with the figures of their rules. */
import type { FieldCode } from '../../kernel/field-codes';
import type { FieldProblem, ProblemParams } from '../../kernel/problems';

/** Why a value is not valid: a stable code and a sentence that follows the field's name. */
export interface FieldError {
  code: FieldCode;
  message: string;
  params?: ProblemParams;
}

/** The error of a value of another type. */
export const wrongType = (expected: string): FieldError => ({ code: 'wrong_type', message: `must be ${expected}.` });

/** The error of a number, or of a count, that is too small or too large. */
export function outOfRange(min: number, max: number, message = `must be from ${min} to ${max}.`): FieldError {
  return { code: 'out_of_range', message, params: { min, max } };
}

export function tooShort(min: number, message = `must have at least ${min} characters.`): FieldError {
  return { code: 'too_short', message, params: { min } };
}

export function tooLong(max: number, message = `must have at most ${max} characters.`): FieldError {
  return { code: 'too_long', message, params: { max } };
}

/** Longer than any name of the API. A thousand unknown names of a kilobyte would make a response of megabytes. */
const MAX_NAME_LENGTH = 100;
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;

/** The problem of an undeclared field. A very long name is cut off. */
export function unknownField(name: string): FieldProblem {
  const field =
    name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).replace(HALF_A_CHARACTER, '')}…` : name;
  return { field, code: 'unknown_field', message: `${field} is not a known field.` };
}

/** The error of a word that is not in a fixed list. @param start of the sentence that the words end */
export function notAllowed(start: string, words: readonly string[]): FieldError {
  return { code: 'not_allowed', message: `${start}: ${words.join(', ')}.`, params: { allowed: words } };
}
