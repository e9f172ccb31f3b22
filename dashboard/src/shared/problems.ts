import { ApiError, ConnectionError, type FieldProblem } from '@tour-events/client';
import type { Dictionary } from '../locales/en';

type Texts = Dictionary['problems'];

/** Not a failure yet: a form waits for its connection, and sends what was typed again. */
export const WAITING = new Error('There is no connection.');

/** What went wrong, in the reader's language where the code is known; else as the service says it. */
export function problemText(error: unknown, text: Texts): string {
  if (error === WAITING) return text.waiting;
  if (error instanceof ConnectionError) return text.unreachable;
  if (!(error instanceof ApiError)) return text.unexpected;
  const known: Readonly<Record<string, string>> = text.codes;
  return known[error.code] ?? error.message;
}

/** What is wrong with a field. */
export function fieldText({ code, message, params }: FieldProblem, text: Texts): string {
  const known: Readonly<Record<string, string>> = text.fields;
  return boundsText(code, params, text) ?? known[code] ?? sentence(message);
}

/** What is wrong with an item of a batch, which a rule may refuse as it would a request of its own. */
export function itemText(problem: FieldProblem, text: Texts): string {
  const known: Readonly<Record<string, string>> = text.codes;
  return known[problem.code] ?? fieldText(problem, text);
}

/** The same of a rule with figures; null for any other. */
function boundsText(code: string, params: FieldProblem['params'] = {}, text: Texts): string | null {
  const { min, max, maxDecimals, issuer, character } = params;
  const { bounds } = text;
  if (code === 'too_long' && max !== undefined) return bounds.tooLong(String(max));
  if (code === 'too_short' && min !== undefined) return min === 1 ? text.fields.required : bounds.tooShort(String(min));
  if (code === 'invalid_amount' && maxDecimals !== undefined) return bounds.decimals(String(maxDecimals));
  if (character !== undefined) return bounds.invisible(String(character));
  if (code === 'other_issuer' && issuer !== undefined) return bounds.otherIssuer(String(issuer));
  if (code !== 'out_of_range') return null;
  if (min !== undefined && max !== undefined) return bounds.between(String(min), String(max));
  if (min !== undefined) return bounds.atLeast(String(min));
  return max === undefined ? null : bounds.atMost(String(max));
}

/** "name is required." → "Is required.": the field's own label stands above it. */
function sentence(message: string): string {
  const rest = message.replace(/^[\w.]+ (?=(must|is|can|has|may)\b)/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The request id of an error response, to be quoted to whoever operates the service. */
export function requestIdOf(error: unknown): string | null {
  // A proxy in front of the service gives none.
  return error instanceof ApiError && error.requestId !== '' ? error.requestId : null;
}
