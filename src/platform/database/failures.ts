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

/** True when the database can't be reached; false for an error of a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown };
  if (Array.isArray(errors)) return errors.some(isDatabaseUnavailable);
  if (typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code))) return true;
  return typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message);
}

/** SQLSTATE codes: statement timeout, lock timeout, deadlock, serialization failure. */
const BUSY_STATES = new Set(['57014', '55P03', '40P01', '40001']);

/** True when other work at the moment ended a statement: the same request may succeed when repeated. */
export function isDatabaseBusy(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && BUSY_STATES.has(code);
}

/** Classes and codes of errors in a statement's values: their form, a constraint, a trigger. */
const VALUE_STATES = /^(22|23|P0001$)/;

/** True when a statement failed because of its values: with others it may succeed. */
export function isValueError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && VALUE_STATES.test(code);
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * The name of the violated unique constraint, unique index or foreign key, or null for another error. A distributed
 * database has it in the message alone, with the number of the shard.
 */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint, message } = (error ?? {}) as { code?: unknown; constraint?: unknown; message?: unknown };
  if (code !== UNIQUE_VIOLATION && code !== FOREIGN_KEY_VIOLATION) return null;
  const name = typeof constraint === 'string' ? constraint : /constraint "(.+?)"/.exec(String(message))?.[1];
  return name?.replace(/_\d{6,}$/, '') ?? null;
}

/** True when a statement violated any foreign key. */
export function violatesForeignKey(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === FOREIGN_KEY_VIOLATION;
}
