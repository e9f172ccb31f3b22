import type { CookieOptions, Request, Response } from 'express';

export const SESSION_COOKIE = 'te_session';
/**
 * What the cookie is called where it is Secure: browsers take a name with this prefix from this host alone, so that no
 * sister domain can plant one (RFC 6265bis, 4.1.3.2).
 */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** With more session cookies than this none is accepted, since each costs a database lookup. */
const MAX_TOKENS = 4;

declare module 'express-serve-static-core' {
  interface Request {
    /** The token of the session that authenticated the request. */
    sessionToken?: string;
  }
}

/** The cookie's name: in production, where it is Secure, the one that browsers guard, and then no other. */
export function sessionCookieName(production: boolean): string {
  return production ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
}

/** Whether the request has a session's cookie at all, whatever it is worth. */
export const hasSessionCookie = ({ headers }: Request): boolean =>
  headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false;

/** Takes the session's cookie back from the browser. */
export function clearSessionCookie(response: Response, production: boolean): void {
  response.clearCookie(sessionCookieName(production), sessionCookieAttributes(production));
}

/** The attributes to set and clear the cookie with: hidden from scripts and, in production, from plain http. */
export function sessionCookieAttributes(production: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: production };
}

/**
 * The different tokens in the request's session cookies; none of them when there are too many. There is more than one
 * only where one was planted, as a sister domain can where the name is not guarded; their order does not show whose they
 * are (RFC 6265, 4.2.2 and 8.6).
 */
export function sessionTokens(request: Request, production: boolean): string[] {
  const { cookie } = request.headers;
  const tokens = cookie === undefined ? [] : tokensNamed(sessionCookieName(production), cookie);
  return tokens.length > MAX_TOKENS ? [] : tokens;
}

/** The different values, but empty ones, of the cookies with a name. */
function tokensNamed(name: string, header: string): string[] {
  const tokens = new Set<string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) tokens.add(pair.slice(at + 1).trim());
  }
  tokens.delete('');
  return [...tokens];
}
