import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { html } from '../../kernel/html';
import { MethodNotAllowed } from '../../kernel/problems';
import { DashboardLink } from '../../platform/pages/dashboard-link';
import { PAGE_EXAMPLE, showPage, type Page } from '../../platform/pages/page';
import { Access } from '../../platform/routes/access.decorator';
import { Operation, Section } from '../../platform/routes/operation.decorator';

/** A click confirms, never the visit: programs that look for dangerous links visit them all. */
const confirmationPage = (dashboard: DashboardLink): Page => ({
  title: 'Confirm your e-mail address',
  script: true,
  content: (root) =>
    html`<h1>Confirm your e-mail address</h1>
      <noscript><p>This page needs JavaScript. Please switch it on and load the page again.</p></noscript>
      <div data-needs-script hidden>
        <p>Is the account yours that is to have this address? Then confirm that the address is yours, too.</p>
        <form method="post" novalidate data-api="api/auth/email/confirm" data-takes-token data-gone="confirmation_gone">
          <p class="alert" role="alert" data-alert hidden></p>
          <button>Confirm this address</button>
        </form>
        <p>If it was somebody else, close this page: an account that nobody confirms opens nothing of yours.</p>
      </div>
      <section data-outcome="done" tabindex="-1" hidden>
        <p class="good">Your e-mail address is confirmed.</p>
        ${dashboard.to(root, '', 'Open the dashboard')}
      </section>
      <section data-outcome="confirmation_gone" tabindex="-1" hidden>
        <p>
          This link is not valid any more: it was used, or it is older than three days, or a newer one was sent after
          it.
        </p>
        <p>Sign in to get a new one.</p>
        ${dashboard.to(root, 'account', 'Sign in')}
      </section>`,
});

/** The page that the link in the e-mail leads to. */
@Controller('email/confirm')
@Section('The pages that links in e-mails about accounts lead to.')
export class EmailConfirmationPageController {
  private readonly page: Page;

  constructor(dashboard: DashboardLink) {
    this.page = confirmationPage(dashboard);
  }

  @Get()
  @Access('public')
  @Operation({
    operationId: 'getEmailConfirmationPage',
    summary: 'Show the page behind the link that confirms an e-mail address',
    description:
      'Its form is sent to `POST /api/auth/email/confirm`. The page is the same for everybody: only its script looks at ' +
      'the token in its address.',
    response: { text: 'text/html', textExample: PAGE_EXAMPLE },
  })
  show(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    return showPage(request, response, this.page);
  }

  @All()
  @Access('public')
  @ApiExcludeEndpoint()
  rejectOtherMethods(): never {
    throw new MethodNotAllowed(['GET', 'HEAD']);
  }
}
