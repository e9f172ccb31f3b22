import type { CookieOptions, Request } from 'express';

export const SESSION_COOKIE = 'te_session';

/** With more session cookies than this none is accepted, since each costs a database lookup. */
const MAX_TOKENS = 4;

declare module 'express-serve-static-core' {
  interface Request {
    /** The token of the session that authenticated the request. */
    sessionToken?: string;
  }
}

/** The attributes to set and clear the cookie with: hidden from scripts and, in production, from plain http. */
export function sessionCookieAttributes(production: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: production };
}

/**
 * The different tokens in the request's session cookies; none of them when there are too many. There is more than one
 * only where one was planted, as a sister domain can; their order does not show whose they are (RFC 6265, 4.2.2 and
 * 8.6).
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
  return tokens.size > MAX_TOKENS ? [] : [...tokens];
}
