import { types, type ClientConfig } from 'pg';

const TIMESTAMPTZ = 1184;
const DATE = 1082;
/** A server that is there says within this that it has ended a statement. */
const SILENCE_MS = 2_000;

/**
 * How values of PostgreSQL become JavaScript values on every connection: timestamps as the ISO 8601 text that the API
 * shows (building a Date only to print it again costs more than the query), dates as they stand, bigint and numeric as
 * exact decimal text.
 */
const valueParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return toIsoTimestamp;
    if (oid === DATE) return (text: string) => text;
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** Turns PostgreSQL's "2027-03-01 09:30:00.5+00" (the session's time zone is UTC) into "2027-03-01T09:30:00.500Z". */
function toIsoTimestamp(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/**
 * What every connection of the service is opened with.
 *
 * @param url a PostgreSQL URL
 * @param role the role that the connection drops to at once, or null to stay what it is (see application-role.ts)
 * @param statementTimeoutMs after this PostgreSQL ends a statement, and a little later a server that does not answer at all
 *   is given up; 0 means never
 * @param lockTimeoutMs after this PostgreSQL ends a statement that waits for a lock; 0 means never
 */
export function connectionConfig(
  url: string,
  role: string | null,
  statementTimeoutMs: number,
  lockTimeoutMs = 0,
): ClientConfig {
  const settings: Record<string, string> = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: '60000',
    // The short statements of an API gain nothing from compiling them.
    jit: 'off',
    ...(role === null ? {} : { role }),
  };
  return {
    connectionString: url,
    application_name: 'tour-events-api',
    connectionTimeoutMillis: 5_000,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + SILENCE_MS }),
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: valueParsers as ClientConfig['types'],
  };
}
