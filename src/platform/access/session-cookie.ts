import type { CookieOptions, Request, Response } from 'express';

export const SESSION_COOKIE = 'te_session';
/**
 * What the cookie is called where it is Secure: browsers take a name with this prefix from this host alone, so that no
 * sister domain can plant one (RFC 6265bis, 4.1.3.2).
 */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** Production reads both: a session that began under the other name goes on for as long as it lives. */
function namesRead(production: boolean): readonly string[] {
  return production ? [SESSION_COOKIE, SECURE_SESSION_COOKIE] : [SESSION_COOKIE];
}

/** With more session cookies than this none is accepted, since each costs a database lookup. */
const MAX_TOKENS = 4;

declare module 'express-serve-static-core' {
  interface Request {
    /** The token of the session that authenticated the request. */
    sessionToken?: string;
  }
}

/** The cookie's name: in production, where it is Secure, the one that browsers guard. */
export function sessionCookieName(production: boolean): string {
  return production ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
}

/** Whether the request has a session's cookie at all, whatever it is worth. */
export const hasSessionCookie = ({ headers }: Request): boolean =>
  headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false;

/** Takes the session's cookie back from the browser, under whichever name it has it. */
export function clearSessionCookies(response: Response, production: boolean): void {
  const attributes = sessionCookieAttributes(production);
  for (const name of namesRead(production)) response.clearCookie(name, attributes);
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
export function sessionTokens(request: Request, production: boolean): string[] {
  const names = namesRead(production);
  const header = request.headers.cookie;
  if (header === undefined) return [];
  const tokens = new Set<string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && names.includes(pair.slice(0, at).trim())) tokens.add(pair.slice(at + 1).trim());
  }
  tokens.delete('');
  return tokens.size > MAX_TOKENS ? [] : [...tokens];
}
