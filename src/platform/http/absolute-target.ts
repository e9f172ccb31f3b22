import type { IncomingMessage } from 'node:http';

declare module 'node:http' {
  interface IncomingMessage {
    /** Scheme, host and port of a target that names them, as requests to proxies do (RFC 9112, 3.2.2). */
    targetOrigin?: string;
  }
}

/**
 * Leaves the path and the query in a request's target, which is all that Express's router can read of every one: for a host
 * that is none it would respond itself, ahead of all handlers.
 */
export function separateTargetOrigin(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (url.startsWith('/') || url === '*') return;
  const [, origin = url, rest = ''] = /^([^/?#]*\/\/[^/?#]*)(.*)$/s.exec(url) ?? [];
  request.targetOrigin = origin;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}
