import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { SessionCookies } from '../sessions';
import { SecondFactorNeededView, SignedInView } from './auth.dto';
import { AcceptInvitation } from './invitation-acceptance.dto';
import { InvitationAcceptance } from './invitation-acceptance.service';
import { SameSiteGuard } from '../../../platform/access/same-site.guard';

@Controller('api/invitations')
@Section('Joining an organization through the link in an invitation.')
export class InvitationAcceptanceController {
  constructor(
    private readonly acceptance: InvitationAcceptance,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('accept')
  @Access('public')
  @UseGuards(SameSiteGuard)
  @Operation({
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Makes the invited person a member and starts a session. The token shows that the e-mail reached them: somebody ' +
      'who has an account with that address, and has confirmed it, needs nothing else; anybody else sends a password ' +
      "(the account's own, or a new one) and, for a new account, a name. An account with a second factor is asked for it: " +
      'the response has no session but a challenge for `POST /api/auth/login/factor`, which makes the member. A Super Admin ' +
      "without a second factor sends the account's own password.",
    response: { body: SignedInView, or: SecondFactorNeededView },
    setsCookie: true,
    errors: {
      403:
        '`user_suspended`: the account is suspended. `impersonating`: the session impersonates somebody. `sso_required`: the ' +
        'organization makes members by its identity provider. `cross_site`: the request comes from another site.',
      409: '`email_taken`: somebody has just made an account with the address; try again.',
      410:
        '`invitation_gone`: the token is used, revoked, expired, superseded or unknown, or nobody can join that ' +
        'organization now.',
      429: "`rate_limited`: a Super Admin's password was wrong too often, or the rate limit is exhausted.",
    },
  })
  async accept(
    @Body() input: AcceptInvitation,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInView | SecondFactorNeededView> {
    const result = await this.acceptance.accept(input, this.cookies.tokens(request));
    if ('secondFactor' in result) return result;
    this.cookies.set(response, result.token);
    return result.view;
  }
}
