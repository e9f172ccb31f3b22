import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { hashToken } from '../../../kernel/ids';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { SSO_SIGN_IN_MS, type BegunSignIn } from '../single-sign-on';

/** How the cookies' names begin; see `session-cookie.ts` for the prefix. */
const NAME = 'te_sso_';
/** Of a state's hash in a cookie's name: enough that no two states of a browser share one. */
const HASH_LENGTH = 16;
/** In one browser. All headers of a request have room for few. */
const MAX_SIGN_INS = 5;

/**
 * Keeps sign-ins at providers in the browser that began them, sealed. Each has a cookie of its own, named by its state:
 * two tabs that begin at once don't overwrite each other's.
 */
@Injectable()
export class SsoCookies {
  private readonly prefix: string;
  private readonly options: CookieOptions;

  constructor(@Inject(CONFIGURATION) { production }: Configuration) {
    this.prefix = production ? `__Host-${NAME}` : NAME;
    this.options = { httpOnly: true, sameSite: 'lax', path: '/', secure: production };
  }

  /** Keeps a sign-in; the oldest go when there are too many. */
  keep(request: Request, response: Response, { state, kept }: Omit<BegunSignIn, 'url'>): void {
    // Browsers send the oldest first (RFC 6265, 5.4).
    const others = this.cookiesIn(request).map(([name]) => name);
    for (const name of others.slice(0, Math.max(0, others.length + 1 - MAX_SIGN_INS)))
      response.clearCookie(name, this.options);
    response.cookie(this.cookieName(state), kept, { ...this.options, maxAge: SSO_SIGN_IN_MS });
  }

  /**
   * The sign-in that a browser comes back from, which it does not keep any longer.
   *
   * @param query of the address that it came back to
   */
  take(request: Request, response: Response, query: string): string | undefined {
    const name = this.cookieName(new URLSearchParams(query).get('state') ?? '');
    response.clearCookie(name, this.options);
    return this.cookiesIn(request).find(([other]) => other === name)?.[1];
  }

  private cookieName(state: string): string {
    return this.prefix + hashToken(state).toString('base64url').slice(0, HASH_LENGTH);
  }

  private cookiesIn(request: Request): [name: string, value: string][] {
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs
      .filter((pair) => pair.startsWith(this.prefix))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  }
}
