import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SameSiteGuard } from '../../../platform/access/same-site.guard';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { SessionCookies } from '../sessions';
import { SsoSignIns } from '../single-sign-on';
import { SignedInView } from './auth.dto';
import { SsoCookies } from './sso-cookies.service';
import { BeginSso, FinishSso, SsoStartView } from './sso.dto';
import { SsoSignIn } from './sso-sign-in.service';

@Controller('api/auth/sso')
@Section("Signing in at an organization's identity provider (OpenID Connect).")
export class SsoController {
  constructor(
    private readonly signIns: SsoSignIns,
    private readonly signIn: SsoSignIn,
    private readonly sessionCookies: SessionCookies,
    private readonly cookies: SsoCookies,
  ) {}

  @Post()
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'startSsoSignIn',
    summary: "Sign in with your organization: the provider's address",
    description:
      'Finds the provider by the domain of the e-mail address. The browser goes to `url` and comes back to ' +
      '`/sso/{organizationId}` within ten minutes; a cookie binds the sign-in to it. A browser can have five at once. What a ' +
      'provider publishes about itself is kept for five minutes; that it could not be read, for 30 seconds.',
    response: { body: SsoStartView },
    setsCookie: true,
    status: 200,
    errors: {
      403: '`cross_site`: the request comes from another site.',
      409: '`sso_unavailable`: no organization signs in addresses of this domain. `sso_failed`: its provider cannot be used.',
    },
  })
  async begin(
    @Body() { email }: BeginSso,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SsoStartView> {
    const { url, ...begun } = await this.signIns.begin(email);
    this.cookies.keep(request, response, begun);
    return { url };
  }

  @Post('callback')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'finishSsoSignIn',
    summary: 'Sign in with your organization: back from the provider',
    description:
      'Whoever signs in for the first time becomes a member. The sign-in counts as a second factor here. The e-mail address ' +
      'must be of a domain that the organization has proven, and the provider must not say that it is unverified.',
    response: { body: SignedInView },
    setsCookie: true,
    status: 200,
    errors: {
      403:
        '`sso_refused`: the provider signed in somebody whom this organization cannot let in. `user_suspended`: the account ' +
        'is suspended. `cross_site`: the request comes from another site.',
      409:
        '`sso_unavailable`: the organization has no provider any more. `sso_failed`: the provider did not sign you in. ' +
        '`connect_required`: there is an account with the address. `challenge` and `methods` (`password` and the second ' +
        "factors) stand in the problem: the account's own password or factor connects it, at `POST /api/auth/login/factor`.",
      410:
        '`challenge_gone`: more than ten minutes have passed, or it began in another browser, at another organization or ' +
        'at another provider of it. Begin again.',
    },
  })
  async finish(
    @Body() returned: FinishSso,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView> {
    const kept = this.cookies.take(request, response, returned.query);
    const { token, view } = await this.signIn.finish(kept, returned, this.sessionCookies.tokens(request));
    this.sessionCookies.set(response, token);
    return view;
  }
}
