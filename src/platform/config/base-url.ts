import { isLoopback } from '../../kernel/host';
import { ConfigurationError, type Environment } from './environment';

/** Reads BASE_URL. On the machine itself browsers keep Secure cookies without TLS, too. @throws ConfigurationError */
export function readBaseUrl(variables: Environment, production: boolean): string | null {
  const value = variables.webUrl('BASE_URL');
  if (value === null || !production) return value;
  const { protocol, hostname } = new URL(value);
  if (protocol === 'https:' || isLoopback(hostname)) return value;
  throw new ConfigurationError(
    'BASE_URL',
    'must start with https:// in production: without TLS browsers do not keep the cookie of a session',
  );
}
