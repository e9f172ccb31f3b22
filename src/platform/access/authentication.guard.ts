import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { firstOf } from '../../kernel/lists';
import type { Principal } from '../../kernel/principal';
import { Unauthenticated } from '../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { currentContext } from '../context/request-context';
import { ruleFor, type RequestRule } from '../routes/access.decorator';
import { requireAccess } from './access.guard';
import {
  ACCESS_LINK_CREDENTIALS,
  API_KEY_CREDENTIALS,
  SESSION_CREDENTIALS,
  type AccessLinkPort,
  type CredentialPort,
  type SessionPort,
} from './credentials';
import { CrossSiteDefence } from './cross-site-defence';
import { clearSessionCookie, sessionTokens } from './session-cookie';

declare module 'express-serve-static-core' {
  interface Request {
    /** Why the caller could not be authenticated; thrown by the access guard, after the request was counted. */
    authenticationError?: Error;
    /** The API key that authenticated the request. */
    apiKeyToken?: string;
  }
}

/**
 * Authenticates the caller. It rejects no request itself: the rate limit must count a failed attempt first, or guessing
 * keys would be free.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    @Inject(API_KEY_CREDENTIALS) private readonly apiKeys: CredentialPort,
    @Inject(SESSION_CREDENTIALS) private readonly sessions: SessionPort,
    @Inject(ACCESS_LINK_CREDENTIALS) private readonly accessLinks: AccessLinkPort,
    private readonly crossSite: CrossSiteDefence,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const rule = ruleFor(execution);
    if (rule === undefined || (rule.credential === 'public' && !rule.recognized)) return true;

    const request = execution.switchToHttp().getRequest<Request>();
    const context = currentContext();
    context.principalAsOf = performance.now();
    try {
      context.principal = await this.principalOf(request, rule);
    } catch (error) {
      // The database is away, for example. The access guard throws it, so that the response has the usual headers.
      request.authenticationError = error as Error;
    }
    if (context.principal !== null && rule.credential !== 'public')
      context.renewPrincipal = () => this.renew(request, rule, context.principal);
    return true;
  }

  private async principalOf(request: Request, rule: RequestRule): Promise<Principal | null> {
    const { authorization } = request.headers;
    const tokens = sessionTokens(request, this.configuration.production);
    if (authorization !== undefined) {
      // The header decides alone, even when a valid cookie comes with it.
      const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
      if (token !== undefined && this.accessLinks.looksLikeToken(token)) return this.byLink(token, request, rule);
      const principal = token === undefined ? null : await this.apiKeys.authenticate(token);
      if (principal === null) request.authenticationError = new Unauthenticated('The API key is not valid.');
      else request.apiKeyToken = token;
      return principal;
    }
    if (tokens.length > 0) {
      const principal = await this.sessionOf(request, tokens);
      if (principal === null)
        request.authenticationError = new Unauthenticated('The session has ended. Sign in again.');
      else if (!this.crossSite.allows(request)) request.authenticationError = this.crossSite.error();
      return principal;
    }
    request.authenticationError = new Unauthenticated();
    return null;
  }

  /** Elsewhere than on the routes that are for links, one is no credential at all. */
  private async byLink(token: string, request: Request, rule: RequestRule): Promise<Principal | null> {
    const { headers } = request;
    const shown = { device: textOf(headers['x-te-device']), pin: textOf(headers['x-te-pin']) };
    const principal = rule.credential === 'field' ? await this.accessLinks.authenticate(token, shown) : null;
    if (principal === null) {
      request.authenticationError = new Unauthenticated(
        rule.credential === 'field' ? 'The access link is not valid.' : 'An access link opens nothing but /api/field.',
      );
    }
    return principal;
  }

  /**
   * The caller's present rights. @throws Unauthenticated when the session's user, organization or operator has changed
   */
  private async renew(request: Request, rule: RequestRule, before: Principal | null): Promise<Principal> {
    const principal = await this.principalOf(request, rule);
    if (
      principal === null ||
      before === null ||
      principal.userId !== before.userId ||
      principal.organizationId !== before.organizationId ||
      principal.impersonator?.id !== before.impersonator?.id
    ) {
      throw request.authenticationError ?? new Unauthenticated('The session has changed. Send the request again.');
    }
    // What the guards have refused already changes nothing; the refusal itself is stored under its Idempotency-Key.
    if (request.deferredRejection === undefined) requireAccess(rule, principal);
    return principal;
  }

  /**
   * Of several tokens exactly one must be valid. When two are, one may be an attacker's session that was planted in the
   * browser, and would receive what the user does. So none is accepted and all are ended: a planted one that stayed
   * would be the only one as soon as the user's own is gone. The user signs in again.
   */
  private async sessionOf(request: Request, tokens: readonly string[]): Promise<Principal | null> {
    if (tokens.length === 1) {
      request.sessionToken = firstOf(tokens);
      return this.sessions.authenticate(request.sessionToken);
    }
    const valid = await this.sessions.authenticateAll(tokens);
    if (valid.size > 1) {
      await this.sessions.endAmbiguous(tokens);
      if (request.res) clearSessionCookie(request.res, this.configuration.production);
    }
    const [only] = valid;
    if (only === undefined || valid.size > 1) return null;
    const [token, principal] = only;
    request.sessionToken = token;
    return principal;
  }
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}
