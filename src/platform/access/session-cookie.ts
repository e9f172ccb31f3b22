import type { CookieOptions, Request, Response } from 'express';
import { randomToken } from '../../kernel/ids';

export const SESSION_COOKIE = 'te_session';
/**
 * What the cookie is called where it is Secure: browsers take a name with this prefix from this host alone, so that no
 * sister domain can plant one (RFC 6265bis, 4.1.3.2).
 */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/**
 * Begins each token that is handed out under that name; of others one in 16 million does. It is part of what is hashed:
 * nobody can take it off and send the rest under the other name.
 */
const SECURE_TOKEN_START = 'host';

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

/**
 * A new token for a session's cookie, with 234 random bits or more. It says itself whether it belongs to the name that
 * browsers guard, and is as long as any other, so that replicas of an earlier release take it while one is rolled out.
 */
export function newSessionToken(production: boolean): string {
  const token = randomToken();
  return production ? `${SECURE_TOKEN_START}${token}`.slice(0, token.length) : token;
}

/** Whether the request has a session's cookie at all, whatever it is worth. */
export const hasSessionCookie = ({ headers }: Request): boolean =>
  headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false;

/** Takes the session's cookie back from the browser, under whichever name it has it. */
export function clearSessionCookies(response: Response, production: boolean): void {
  const attributes = sessionCookieAttributes(production);
  const names = production ? [SESSION_COOKIE, SECURE_SESSION_COOKIE] : [SESSION_COOKIE];
  for (const name of names) response.clearCookie(name, attributes);
}

/** The attributes to set and clear the cookie with: hidden from scripts and, in production, from plain http. */
export function sessionCookieAttributes(production: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: production };
}

/**
 * The different tokens in the request's session cookies; none of them when there are too many. There is more than one
 * only where one was planted, as a sister domain can; their order does not show whose they are (RFC 6265, 4.2.2 and
 * 8.6).
 *
 * In production nobody can plant the cookie with the guarded name, so that it counts alone wherever it is. Without it,
 * the other name counts for sessions that began under it: before an update, or before the installation was production.
 */
export function sessionTokens(request: Request, production: boolean): string[] {
  const { cookie } = request.headers;
  if (cookie === undefined) return [];
  const guarded = production ? tokensNamed(SECURE_SESSION_COOKIE, cookie) : [];
  if (guarded.length > 0) return few(guarded);
  const tokens = few(tokensNamed(SESSION_COOKIE, cookie));
  return production ? tokens.filter((token) => !token.startsWith(SECURE_TOKEN_START)) : tokens;
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

const few = (tokens: string[]): string[] => (tokens.length > MAX_TOKENS ? [] : tokens);
