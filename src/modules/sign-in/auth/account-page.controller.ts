import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MethodNotAllowed } from '../../../kernel/problems';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { DashboardLink } from '../../../platform/pages/dashboard-link';
import { accountPage, PAGE_EXAMPLE } from '../../../platform/pages/page';
import { invitationPage, passwordResetPage } from './account-pages';

const RESPONSE = { text: 'text/html', textExample: PAGE_EXAMPLE };
const OWN_FRONT_END =
  "The page is the same for everybody but for its language, which is the browser's: only its script looks at the token " +
  'in its address. An installation with a front end of its own can have that response here instead.';

/** The pages that links in e-mails about accounts lead to. */
@Controller()
@Section('The pages that links in e-mails about accounts lead to.')
export class AccountPageController {
  constructor(private readonly dashboard: DashboardLink) {}

  @Get('invitations/accept')
  @Access('public')
  @Operation({
    operationId: 'getInvitationPage',
    summary: 'Show the page behind the link of an invitation',
    description: `Its forms are sent to \`POST /api/invitations/accept\`. ${OWN_FRONT_END}`,
    response: RESPONSE,
  })
  getInvitationPage(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return accountPage([request, response], (words) => invitationPage(this.dashboard, words));
  }

  @Get('password/reset')
  @Access('public')
  @Operation({
    operationId: 'getPasswordResetPage',
    summary: 'Show the page behind the link to a new password',
    description: `Its form is sent to \`POST /api/auth/password/reset\`. ${OWN_FRONT_END}`,
    response: RESPONSE,
  })
  getPasswordResetPage(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return accountPage([request, response], (words) => passwordResetPage(this.dashboard, words));
  }

  @All(['invitations/accept', 'password/reset'])
  @Access('public')
  @ApiExcludeEndpoint()
  rejectOtherMethods(): never {
    throw new MethodNotAllowed(['GET', 'HEAD']);
  }
}
