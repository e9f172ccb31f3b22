import { isIP } from 'node:net';
import { UncallableUrl } from './outbound-post';

/** Many servers and tools do not support longer ones. */
const MAX_URL_LENGTH = 2_048;

/** What a URL names, before its host is resolved. */
export interface Target {
  /** Scheme, host and port, as the connection and the `Host` header have them. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly secure: boolean;
  /** A name, in lower case and in ASCII, or an address without brackets. */
  readonly host: string;
  readonly hostIsAddress: boolean;
  readonly port: number;
}

/**
 * Reads a URL as it will be called (WHATWG URL, whose parser brings every spelling of an address into one).
 *
 * @throws UncallableUrl with `url_invalid` or `https_required`
 */
export function readTarget(text: string, httpsOnly: boolean): Target {
  // URL would drop white space and accept backslashes and missing slashes: what people see would not be what is called.
  const url = text.length <= MAX_URL_LENGTH && /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) ? parse(text) : null;
  if (url === null) {
    throw new UncallableUrl(
      'url_invalid',
      `The URL must be one with http or https, of at most ${MAX_URL_LENGTH} characters.`,
    );
  }
  // Empty ones too, which URL would drop.
  if (/^https?:\/+[^/?#]*@/i.test(text)) throw new UncallableUrl('url_invalid', 'The URL must have no credentials.');
  if (text.includes('#')) throw new UncallableUrl('url_invalid', 'The URL must have no fragment.');
  if (url.port === '0') throw new UncallableUrl('url_invalid', 'The URL must have a port from 1 to 65535.');
  const secure = url.protocol === 'https:';
  if (httpsOnly && !secure) throw new UncallableUrl('https_required', 'The URL must use https.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    secure,
    host,
    hostIsAddress: isIP(host) !== 0,
    port: Number(url.port) || (secure ? 443 : 80),
  };
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
