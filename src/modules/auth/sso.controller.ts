import { Body, Controller, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { SameSiteGuard } from '../../platform/access/same-site.guard';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import { Access } from '../../platform/routes/access.decorator';
import { Operation, Section } from '../../platform/routes/operation.decorator';
import { SessionCookies } from '../sessions';
import { SSO_SIGN_IN_MS } from '../single-sign-on';
import { SignedInView } from './auth.dto';
import { BeginSso, FinishSso, SsoStartView } from './sso.dto';
import { SsoSignIn } from './sso-sign-in.service';

/** Keeps a sign-in in the browser that began it, sealed; see `session-cookie.ts` for the prefix. */
const COOKIE = 'te_sso';

@Controller('api/auth/sso')
@Section("Signing in at an organization's identity provider (OpenID Connect).")
export class SsoController {
  constructor(
    private readonly signIn: SsoSignIn,
    private readonly sessionCookies: SessionCookies,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  @Post()
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'startSsoSignIn',
    summary: "Sign in with your organization: the provider's address",
    description:
      'Finds the provider by the domain of the e-mail address. The browser goes to `url` and comes back to `/sso` within ten ' +
      'minutes; a cookie binds the sign-in to it.',
    response: { body: SsoStartView },
    setsCookie: true,
    status: 200,
    errors: {
      403: '`cross_site`: the request comes from another site.',
      409: '`sso_unavailable`: no organization signs in addresses of this domain. `sso_failed`: its provider can not be used.',
    },
  })
  async begin(@Body() { email }: BeginSso, @Res({ passthrough: true }) response: Response): Promise<SsoStartView> {
    const { url, kept } = await this.signIn.begin(email);
    response.cookie(this.cookieName, kept, { ...this.cookieOptions, maxAge: SSO_SIGN_IN_MS });
    return { url };
  }

  @Post('callback')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'finishSsoSignIn',
    summary: 'Sign in with your organization: back from the provider',
    description: 'Whoever signs in for the first time becomes a member. The sign-in counts as a second factor here.',
    response: { body: SignedInView },
    setsCookie: true,
    status: 200,
    errors: {
      403:
        '`sso_refused`: the provider signed in somebody whom this organization can not let in. `user_suspended`: the account ' +
        'is suspended. `cross_site`: the request comes from another site.',
      409:
        '`sso_unavailable`: the organization has no provider any more. `sso_failed`: the provider did not sign you in. ' +
        '`connect_required`: there is an account with the address. `challenge` and `methods` (`password` and the second ' +
        "factors) stand in the problem: the account's own password or factor connects it, at `POST /api/auth/login/factor`.",
      410: '`challenge_gone`: more than ten minutes have passed, or it began in another browser. Begin again.',
    },
  })
  async finish(
    @Body() { query }: FinishSso,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView> {
    const kept = cookieIn(request, this.cookieName);
    response.clearCookie(this.cookieName, this.cookieOptions);
    const { token, view } = await this.signIn.finish(kept, query, this.sessionCookies.tokens(request));
    this.sessionCookies.set(response, token);
    return view;
  }

  private get cookieName(): string {
    return this.configuration.production ? `__Host-${COOKIE}` : COOKIE;
  }

  private get cookieOptions(): CookieOptions {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: this.configuration.production };
  }
}

function cookieIn(request: Request, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
