import { parsedUrl } from '../../kernel/uri';

/** A variable of the environment has a value that can't be used. Its message is the one line shown to the operator. */
export class ConfigurationError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
  }
}

const UNREADABLE_URL =
  'cannot be read as a URL: special characters of a password are written as %XX in it (# as %23, / as %2F, ? as %3F), ' +
  'and its port is 65535 at most';

/**
 * The variables of the environment, read as what they mean. An empty value counts as absent, and blanks around one do
 * not count. What can't be read is a {@link ConfigurationError}, which never repeats a value that may contain a secret.
 */
export class Environment {
  constructor(private readonly variables: NodeJS.ProcessEnv) {}

  text(name: string): string | null {
    return this.variables[name]?.trim() || null;
  }

  /** Keeps the blanks around the value. */
  exactText(name: string): string | null {
    return this.variables[name] || null;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    if (!/^\d{1,15}$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new ConfigurationError(name, `must be a whole number from ${min} to ${max}, not "${value}"`);
    }
    return Number(value);
  }

  oneOf(name: string, fallback: string, values: readonly string[]): string {
    const value = this.text(name) ?? fallback;
    if (!values.includes(value)) {
      throw new ConfigurationError(name, `must be one of ${values.join(', ')}, not "${value}"`);
    }
    return value;
  }

  /** One word that fits into a header. */
  token(name: string): string | null {
    const value = this.text(name);
    if (value !== null && !/^[!-~]+$/.test(value)) {
      throw new ConfigurationError(name, 'must be one word of printable ASCII characters');
    }
    return value;
  }

  url(name: string, protocols: readonly string[], read = (text: string) => text): string | null {
    const text = this.text(name);
    if (text === null) return null;
    const value = read(text);
    if (!protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))) {
      const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ');
      throw new ConfigurationError(name, `must be a URL that starts with ${beginnings}`);
    }
    if (parsedUrl(value) === null) throw new ConfigurationError(name, UNREADABLE_URL);
    return value;
  }

  /** The URL of a web page or service, to which paths are appended: without a trailing slash. */
  webUrl(name: string): string | null {
    const value = this.url(name, ['http:', 'https:']);
    if (value === null) return null;
    const { search, hash, username, password } = new URL(value);
    if (search || hash || username || password) {
      throw new ConfigurationError(name, 'must have no credentials, no query and no fragment');
    }
    return value.replace(/\/+$/, '');
  }

  /**
   * The URL of a server that is no web server, usually with a password in it.
   *
   * @param read makes a URL of what was written
   */
  serverUrl(name: string, protocols: readonly string[], read?: (text: string) => string): string | null {
    const value = this.url(name, protocols, read);
    // A # in the password would end the URL there, and what precedes it would be taken for a port.
    if (value !== null && new URL(value).hash) throw new ConfigurationError(name, UNREADABLE_URL);
    return value;
  }
}
