import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  clearSessionCookie,
  sessionCookieAttributes,
  sessionCookieName,
  sessionTokens,
} from '../../../platform/access/session-cookie';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { SESSION_LIFETIME_MS } from './session-limits';

/** The cookie in which a browser keeps its session. */
@Injectable()
export class SessionCookies {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  /** The different tokens in the request's session cookies; see {@link sessionTokens}. */
  tokens(request: Request): string[] {
    return sessionTokens(request, this.configuration.production);
  }

  /** Hands a session's token to the browser. */
  set(response: Response, token: string): void {
    const { production } = this.configuration;
    const attributes = { ...sessionCookieAttributes(production), maxAge: SESSION_LIFETIME_MS };
    response.cookie(sessionCookieName(production), token, attributes);
  }

  /** Makes the browser forget the session. */
  clear(response: Response): void {
    clearSessionCookie(response, this.configuration.production);
  }
}
