/** One of the servers that have the database, as primary or as standby. */
export interface DatabaseServer {
  readonly host: string;
  readonly port: number;
}

/** What connections of a URL are for: everything, or only reading. */
export type WantedRole = 'primary' | 'standby';

/** The query parameter with all servers of a URL, see {@link withServerList}; it is this service's own. */
const SERVERS = 'servers';
const SEVERAL_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*,[^/?#@]*)(?=[/?#]|$)(.*)$/s;
/** libpq's parameter for what connections are for. */
const ROLE = 'target_session_attrs';
const DEFAULT_PORT = 5432;

/**
 * A URL with several hosts as libpq has it (PostgreSQL, 32.1.1.2), `postgres://user@a:5432,b/tours`, as one that
 * `URL` can read: the first host, and all of them in a parameter. Any other text stays as it is.
 */
export function withServerList(url: string): string {
  const parts = SEVERAL_HOSTS.exec(url);
  if (parts === null) return url;
  const [, start, hosts, rest] = parts as unknown as [string, string, string, string];
  const separator = rest.includes('?') ? '&' : '?';
  return `${start}${hosts.split(',')[0]}${rest}${separator}${SERVERS}=${encodeURIComponent(hosts)}`;
}

/**
 * The servers of a URL when it names several, or one that has to be asked for its role: behind a name of a cluster may be
 * another server at any time. Null for any other URL.
 *
 * @throws TypeError when one of them can't be read
 */
export function serversOf(url: string): DatabaseServer[] | null {
  const { host, searchParams } = new URL(url);
  const list = searchParams.get(SERVERS) ?? (searchParams.has(ROLE) ? host : null);
  if (list === null) return null;
  return list.split(',').map((text) => {
    const { hostname, port } = new URL(`postgres://${text}`);
    if (hostname === '') throw new TypeError('a host is missing');
    return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? DEFAULT_PORT : Number(port) };
  });
}

/** The same URL with one of its servers alone. */
export function urlOfServer(url: string, { host, port }: DatabaseServer): string {
  const alone = new URL(url);
  alone.host = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  alone.searchParams.delete(SERVERS);
  return alone.href;
}

/** What libpq's parameter asks for. */
export function wantedRoleOf(url: string): WantedRole {
  return /^(prefer-standby|any)$/.test(new URL(url).searchParams.get(ROLE) ?? '') ? 'standby' : 'primary';
}
