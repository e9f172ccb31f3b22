import { ApiError, ConnectionError, type FieldProblem } from '@tour-events/client';
import type { Dictionary } from '../locales/en';

type Texts = Dictionary['problems'];

/** What went wrong, in the reader's language where the code is known; else as the service says it. */
export function problemText(error: unknown, text: Texts): string {
  if (error instanceof ConnectionError) return text.unreachable;
  if (!(error instanceof ApiError)) return text.unexpected;
  const known: Readonly<Record<string, string>> = text.codes;
  return known[error.code] ?? error.message;
}

/** What is wrong with a field. */
export function fieldText({ code, message }: FieldProblem, text: Texts): string {
  const known: Readonly<Record<string, string>> = text.fields;
  return known[code] ?? sentence(message);
}

/** "name is required." → "Is required.": the field's own label stands above it. */
function sentence(message: string): string {
  const rest = message.replace(/^[\w.]+ (?=(must|is|can|has|may)\b)/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The request id of an error response, to be quoted to whoever operates the service. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}
