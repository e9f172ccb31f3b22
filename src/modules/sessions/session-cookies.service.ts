import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Response } from 'express';
import { SESSION_COOKIE, sessionCookieAttributes } from '../../platform/access/session-cookie';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import { SESSION_LIFETIME_MS } from './session-limits';

/** The cookie in which a browser keeps its session. */
@Injectable()
export class SessionCookies {
  private readonly attributes: CookieOptions;

  constructor(@Inject(CONFIGURATION) { production }: Configuration) {
    this.attributes = sessionCookieAttributes(production);
  }

  /** Hands a session's token to the browser. */
  set(response: Response, token: string): void {
    response.cookie(SESSION_COOKIE, token, { ...this.attributes, maxAge: SESSION_LIFETIME_MS });
  }

  /** Deletes the cookie in the browser. */
  clear(response: Response): void {
    response.clearCookie(SESSION_COOKIE, this.attributes);
  }
}
