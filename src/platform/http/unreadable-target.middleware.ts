import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ValidationFailed } from '../../kernel/problems';
import { parsedUrl } from '../../kernel/uri';

/** A path that no route can have. */
const UNMATCHED_PATH = '/api/-';

/** A host and a port as a request names them (RFC 9110, 7.2): nothing of a URL besides, and nothing that is no host. */
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d*)?$/i;
const SCHEME = /^https?:\/\//i;

/**
 * Treats a path with broken percent-escapes as unknown: the router would fail before the guards run, and the response
 * would lack their headers. Also rejects requests without a Host field or with several, as RFC 9112 (3.2) demands, and
 * those that leave open which host they mean: what stands behind the service and before it could differ about that.
 */
export function unreadableTargetMiddleware(): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const problem = problemWithHost(request);
    if (problem !== null) return next(problem);
    if (request.url.includes('%') && !isReadable(request.path)) request.url = UNMATCHED_PATH;
    next();
  };
}

function problemWithHost({
  targetOrigin,
  rawHeaders,
  headers: { host },
  httpVersion,
}: Request): ValidationFailed | null {
  const hosts = countHosts(rawHeaders);
  if (hosts > 1) return ValidationFailed.on('Host', 'duplicate', 'The header field Host may be sent only once.');
  if (hosts === 0 && httpVersion === '1.1')
    return ValidationFailed.on('Host', 'required', 'The header field Host is required.');
  if (host !== undefined && !isHost(host))
    return ValidationFailed.on(
      'Host',
      'invalid_format',
      'The header field Host must be a host, and a port if need be.',
    );
  if (targetOrigin === undefined || isOriginOf(targetOrigin, host)) return null;
  return ValidationFailed.on('Host', 'not_combinable', 'The request must be sent to the host that Host names.');
}

function isHost(text: string): boolean {
  return HOST_AND_PORT.test(text) && parsedUrl(`http://${text}`) !== null;
}

/** Whether an origin is one of the host that the Host field names, if there is one. */
function isOriginOf(origin: string, host: string | undefined): boolean {
  const [scheme] = SCHEME.exec(origin) ?? [];
  if (scheme === undefined || !isHost(origin.slice(scheme.length))) return false;
  // Case and the port that goes without saying make no difference.
  return host === undefined || new URL(origin).host === new URL(`${scheme}${host}`).host;
}

/** How many of these header fields (name, value, name, value, ...) are Host. Node's `headers` show the first one only. */
function countHosts(fields: readonly string[]): number {
  return fields.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length;
}

function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
