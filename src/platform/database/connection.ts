import { types, type Client, type ClientConfig } from 'pg';
import { PooledClient, type PooledClientConfig } from './pooled-client';
import { FailoverClient, type FailoverClientConfig } from './failover-client';
import { QuietClient } from './quiet-client';
import { serversOf, urlOfServer, wantedRoleOf } from '../../kernel/server-list';
import { ServerSearch } from './server-search';

const TIMESTAMPTZ = 1184;
const DATE = 1082;
/** A live server reports a statement's timeout within this. */
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

/** pg's options, with the class that makes the connection; pg's own pool looks for it under this name. */
export interface ConnectionConfig extends ClientConfig {
  readonly Client: new (config: never) => Client;
}

/**
 * The options of every connection of the service. Behind a transaction pooler ({@link isPooledByTransaction}) the
 * settings are made in each transaction instead.
 *
 * @param url a PostgreSQL URL
 * @param role the role that the connection drops to at once, or null to keep the login's own (see application-role.ts)
 * @param statementTimeoutMs after this PostgreSQL ends a statement, and shortly after that the client gives up a silent
 *   server; 0 means never
 * @param lockTimeoutMs after this PostgreSQL ends a statement that waits for a lock; 0 means never
 * @param planning PostgreSQL's settings for how statements are planned
 */
export function connectionConfig(
  url: string,
  role: string | null,
  statementTimeoutMs: number,
  lockTimeoutMs = 0,
  planning: Readonly<Record<string, string>> = {},
): ConnectionConfig {
  const transactionSettings: Record<string, string> = {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: '60000',
    // The short statements of an API gain nothing from compiling them.
    jit: 'off',
    ...planning,
  };
  const config: ConnectionConfig = {
    connectionString: withTlsOfPostgres(url),
    application_name: 'tour-events-api',
    connectionTimeoutMillis: 5_000,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + SILENCE_MS }),
    keepAlive: true,
    types: valueParsers as ClientConfig['types'],
    Client: QuietClient,
  };
  if (isPooledByTransaction(url)) {
    if (role !== null) throw new Error('A role cannot be dropped to behind a pooler.');
    const pooled: PooledClientConfig & ConnectionConfig = { ...config, transactionSettings, Client: PooledClient };
    return pooled;
  }
  const settings = { TimeZone: 'UTC', DateStyle: 'ISO', ...transactionSettings, ...(role !== null && { role }) };
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const servers = serverSearchOf(url);
  if (servers === null) return { ...config, options };
  const several: FailoverClientConfig & ConnectionConfig = { ...config, options, servers, Client: FailoverClient };
  return several;
}

/** One search for all connections of a URL, so that they know at once what one of them has found. */
const searches = new Map<string, ServerSearch>();

/** Where the connections of a URL with several servers look for the one to use; null for a URL with one. */
export function serverSearchOf(url: string): ServerSearch | null {
  const servers = serversOf(url);
  if (servers === null) return null;
  const known = searches.get(url);
  if (known !== undefined) return known;
  const search = new ServerSearch(servers, wantedRoleOf(url), (server) => withTlsOfPostgres(urlOfServer(url, server)));
  searches.set(url, search);
  return search;
}

/**
 * Gives sslmode the meaning that it has in PostgreSQL's own programs (libpq), which read the same URL. pg's meaning
 * differs, and is about to change, of which pg warns at length. `no-verify` exists in pg only.
 */
function withTlsOfPostgres(url: string): string {
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslmode');
  if (mode === null || mode === 'no-verify' || searchParams.has('uselibpqcompat')) return url;
  return `${url}&uselibpqcompat=true`;
}

/** Makes a connection outside of any pool; the caller connects it. */
export function newClient(config: ConnectionConfig): Client {
  return new config.Client(config as never);
}

/** The query parameter of a URL that announces a pooler. It is this service's own; pg reads all the others. */
const POOL_MODE = 'pool_mode';

/** Whether the URL leads to a pooler that may run each transaction on another of PostgreSQL's connections. */
export function isPooledByTransaction(url: string): boolean {
  return new URL(url).searchParams.get(POOL_MODE) === 'transaction';
}
