import type { CookieOptions, Request, Response } from 'express';

export const SESSION_COOKIE = 'te_session';

/** The token in the request's session cookie, or null. Of two cookies of the name the first counts (RFC 6265, 5.4). */
export function sessionToken(request: Request): string | null {
  const header = request.headers.cookie;
  if (header === undefined) return null;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** Hands a session's token to the browser. */
export function setSessionCookie(response: Response, token: string, secure: boolean, maxAgeMs: number): void {
  response.cookie(SESSION_COOKIE, token, { ...attributes(secure), maxAge: maxAgeMs });
}

/** Tells the browser to forget the session. */
export function clearSessionCookie(response: Response, secure: boolean): void {
  response.clearCookie(SESSION_COOKIE, attributes(secure));
}

function attributes(secure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure };
}
