import { serversOf, withServerList } from '../../kernel/server-list';
import { ConfigurationError, type Environment } from './environment';

/** Without `allow` and `prefer`, which fall back to a connection without TLS: pg does not do that. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Checks the parameters whose misspelling would show only after the start. */
export function readDatabaseUrl(name: string, variables: Environment): string | null {
  const value = variables.serverUrl(name, ['postgres:', 'postgresql:'], withServerList);
  if (value === null) return null;
  const { searchParams } = new URL(value);
  const mode = searchParams.get('pool_mode');
  requireServers(name, value, mode);
  if (mode !== null && mode !== 'session' && mode !== 'transaction') {
    throw new ConfigurationError(name, `must have session or transaction as its pool_mode, not "${mode}"`);
  }
  const sslMode = searchParams.get('sslmode');
  if (sslMode !== null && !SSL_MODES.includes(sslMode)) {
    throw new ConfigurationError(name, `must have one of ${SSL_MODES.join(', ')} as its sslmode, not "${sslMode}"`);
  }
  if (sslMode === 'verify-ca' && !searchParams.has('sslrootcert')) {
    throw new ConfigurationError(name, 'must name the file of a certificate (sslrootcert) for sslmode=verify-ca');
  }
  return value;
}

/** Checks the servers of a URL that names several, and for what it says that they are wanted. */
function requireServers(name: string, url: string, poolMode: string | null): void {
  const role = new URL(url).searchParams.get('target_session_attrs');
  const roles = name === 'DATABASE_URL' ? ['read-write', 'primary'] : ['prefer-standby', 'any'];
  if (role !== null && !roles.includes(role))
    throw new ConfigurationError(name, `must have ${roles.join(' or ')} as its target_session_attrs, not "${role}"`);
  let isSearched: boolean;
  try {
    isSearched = serversOf(url) !== null;
  } catch {
    throw new ConfigurationError(name, 'names several hosts, of which one cannot be read');
  }
  if (isSearched && poolMode === 'transaction')
    throw new ConfigurationError(name, 'cannot look for the primary behind a pooler: the pooler chooses the server');
}

/** Reads DATABASE_REPLICA_URL. @throws ConfigurationError */
export function readReplicaUrl(variables: Environment): string | null {
  const value = readDatabaseUrl('DATABASE_REPLICA_URL', variables);
  if (value !== null && variables.text('DATABASE_URL') === null) {
    throw new ConfigurationError('DATABASE_REPLICA_URL', 'needs DATABASE_URL: the embedded database has no replica');
  }
  if (value === null || serversOf(value) === null) return value;
  // Without the parameter, connections of several hosts would be for the primary.
  const url = new URL(value);
  if (!url.searchParams.has('target_session_attrs')) url.searchParams.set('target_session_attrs', 'prefer-standby');
  return url.href;
}
