/** SQLSTATE classes and codes that mean "the server is not there for us now" (PostgreSQL, appendix A). */
const UNAVAILABLE_STATES = /^(08|57P0[1-4]$|53)/;
const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const UNAVAILABLE_MESSAGES =
  /Connection terminated|Query read timeout|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|Client was closed|is not currently accepting connections/;

/** Whether an error means that the database can't be reached, rather than that it refused a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown };
  if (Array.isArray(errors)) return errors.some(isDatabaseUnavailable);
  if (typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code))) return true;
  return typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message);
}

/**
 * SQLSTATE codes of a statement that took too long, waited too long for a lock, or lost a deadlock or a serialization.
 */
const BUSY_STATES = new Set(['57014', '55P03', '40P01', '40001']);

/** Whether a statement was ended because of other work at the moment: the same request may get through later. */
export function isDatabaseBusy(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && BUSY_STATES.has(code);
}

/** Classes and codes of errors in a statement's values: their form, a constraint, a trigger. */
const VALUE_STATES = /^(22|23|P0001$)/;

/** Whether a statement was refused for its values, so that the same one with others may get through. */
export function isValueError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && VALUE_STATES.test(code);
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * The name of the unique constraint or index, or of the foreign key, that a statement ran into, or null when it failed
 * for another reason.
 */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  const isOne = code === UNIQUE_VIOLATION || code === FOREIGN_KEY_VIOLATION;
  return isOne && typeof constraint === 'string' ? constraint : null;
}

/** Whether a statement ran into a foreign key, whichever it was. */
export function violatesForeignKey(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === FOREIGN_KEY_VIOLATION;
}
