import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { html } from '../../../kernel/html';
import { MethodNotAllowed } from '../../../kernel/problems';
import { DashboardLink } from '../../../platform/pages/dashboard-link';
import { PAGE_EXAMPLE, showPage, type Page } from '../../../platform/pages/page';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';

const RESPONSE = { text: 'text/html', textExample: PAGE_EXAMPLE };
const SAME_FOR_ALL = 'The page is the same for everybody: only its script looks at the token in its address.';
const NEEDS_SCRIPT = html`<noscript>
  <p>This page needs JavaScript. Please switch it on and load the page again.</p>
</noscript>`;

/** A click confirms, never the visit: programs that look for dangerous links visit them all. */
const confirmationPage = (dashboard: DashboardLink): Page => ({
  title: 'Confirm your e-mail address',
  script: true,
  content: (root) =>
    html`<h1>Confirm your e-mail address</h1>
      ${NEEDS_SCRIPT}
      <div data-needs-script hidden>
        <p>Is this your address? Then confirm it, and the account has it.</p>
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
          This link is not valid any more: it was used or stopped, or it is older than three days, or a newer one was
          sent after it, or you have signed out where you asked for it.
        </p>
        <p>Sign in to get a new one.</p>
        ${dashboard.to(root, 'account', 'Sign in')}
      </section>`,
});

/** For the old address. A click stops the change, as on the page above. */
const cancellationPage = (dashboard: DashboardLink): Page => ({
  title: 'Stop the change of your e-mail address',
  script: true,
  content: (root) =>
    html`<h1>Stop the change of your e-mail address</h1>
      ${NEEDS_SCRIPT}
      <div data-needs-script hidden>
        <p>Somebody asked to sign in to your account with another e-mail address. Was it not you? Then stop it here.</p>
        <form method="post" novalidate data-api="api/auth/email/cancel" data-takes-token data-gone="confirmation_gone">
          <p class="alert" role="alert" data-alert hidden></p>
          <button>Stop this change</button>
        </form>
        <p>If it was you, close this page, and open the link that was sent to the new address.</p>
      </div>
      <section data-outcome="done" tabindex="-1" hidden>
        <p class="good">The change was stopped. Your account keeps its e-mail address.</p>
        <p>
          If it was not you who asked for it, somebody else is signed in to your account: choose a new password, which
          signs everybody out.
        </p>
        ${dashboard.to(root, 'forgot-password', 'Choose a new password')}
      </section>
      <section data-outcome="confirmation_gone" tabindex="-1" hidden>
        <p>
          This link is not valid any more: it was used, or it is older than three days, or the change is done or has
          ended otherwise.
        </p>
        <p>If you can not sign in with your e-mail address any more, write to whoever runs this service.</p>
        ${dashboard.to(root, 'account', 'Sign in')}
      </section>`,
});

/** The pages that the links in the e-mails lead to. */
@Controller('email')
@Section('The pages that links in e-mails about accounts lead to.')
export class EmailPageController {
  private readonly confirmationPage: Page;
  private readonly cancellationPage: Page;

  constructor(dashboard: DashboardLink) {
    this.confirmationPage = confirmationPage(dashboard);
    this.cancellationPage = cancellationPage(dashboard);
  }

  @Get('confirm')
  @Access('public')
  @Operation({
    operationId: 'getEmailConfirmationPage',
    summary: 'Show the page behind the link that confirms an e-mail address',
    description: `Its form is sent to \`POST /api/auth/email/confirm\`. ${SAME_FOR_ALL}`,
    response: RESPONSE,
  })
  getConfirmationPage(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    return showPage(request, response, this.confirmationPage);
  }

  @Get('cancel')
  @Access('public')
  @Operation({
    operationId: 'getEmailCancellationPage',
    summary: 'Show the page behind the link that stops a change of address',
    description: `Its form is sent to \`POST /api/auth/email/cancel\`. ${SAME_FOR_ALL}`,
    response: RESPONSE,
  })
  getCancellationPage(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    return showPage(request, response, this.cancellationPage);
  }

  @All(['confirm', 'cancel'])
  @Access('public')
  @ApiExcludeEndpoint()
  rejectOtherMethods(): never {
    throw new MethodNotAllowed(['GET', 'HEAD']);
  }
}
