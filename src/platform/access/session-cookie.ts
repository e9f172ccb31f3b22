import type { Request } from 'express';

export const SESSION_COOKIE = 'te_session';

declare module 'express-serve-static-core' {
  interface Request {
    /** The token of the session that the request was let in with. */
    sessionToken?: string;
  }
}

/**
 * The different tokens in the request's session cookies. There is more than one only where somebody has planted one, as
 * a sister domain can; which of them comes first says nothing of whose they are (RFC 6265, 4.2.2 and 8.6).
 */
export function sessionTokens(request: Request): string[] {
  const header = request.headers.cookie;
  if (header === undefined) return [];
  const tokens = new Set<string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE) tokens.add(pair.slice(at + 1).trim());
  }
  tokens.delete('');
  return [...tokens];
}

/** The token of the session that the request was let in with; on a public route the one that it brought, or null. */
export function sessionToken(request: Request): string | null {
  return request.sessionToken ?? sessionTokens(request)[0] ?? null;
}
