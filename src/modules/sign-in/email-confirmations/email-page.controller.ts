import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MethodNotAllowed } from '../../../kernel/problems';
import { DashboardLink } from '../../../platform/pages/dashboard-link';
import { accountPage, PAGE_EXAMPLE } from '../../../platform/pages/page';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { cancellationPage, confirmationPage } from './email-pages';

const RESPONSE = { text: 'text/html', textExample: PAGE_EXAMPLE };
const SAME_FOR_ALL =
  "The page is the same for everybody but for its language, which is the browser's: only its script looks at the token " +
  'in its address.';
/** The pages that the links in the e-mails lead to. */
@Controller('email')
@Section('The pages that links in e-mails about accounts lead to.')
export class EmailPageController {
  constructor(private readonly dashboard: DashboardLink) {}

  @Get('confirm')
  @Access('public')
  @Operation({
    operationId: 'getEmailConfirmationPage',
    summary: 'Show the page behind the link that confirms an e-mail address',
    description: `Its form is sent to \`POST /api/auth/email/confirm\`. ${SAME_FOR_ALL}`,
    response: RESPONSE,
  })
  getConfirmationPage(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return accountPage([request, response], (words) => confirmationPage(this.dashboard, words));
  }

  @Get('cancel')
  @Access('public')
  @Operation({
    operationId: 'getEmailCancellationPage',
    summary: 'Show the page behind the link that stops a change of address',
    description: `Its form is sent to \`POST /api/auth/email/cancel\`. ${SAME_FOR_ALL}`,
    response: RESPONSE,
  })
  getCancellationPage(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return accountPage([request, response], (words) => cancellationPage(this.dashboard, words));
  }

  @All(['confirm', 'cancel'])
  @Access('public')
  @ApiExcludeEndpoint()
  rejectOtherMethods(): never {
    throw new MethodNotAllowed(['GET', 'HEAD']);
  }
}
