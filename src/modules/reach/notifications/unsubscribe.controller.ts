import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PAGE_EXAMPLE, pageOrJson, type LinkedPage } from '../../../platform/pages/page';
import { UnsubscriptionView } from './suppressions.dto';
import { SuppressionsService } from './suppressions.service';
import { unsubscribePage } from './unsubscribe-page';

const WHO = 'The token is the end of the link in an e-mail of a notification. The link works for 90 days.';
const RESPONSE = { body: UnsubscriptionView, text: 'text/html', textExample: PAGE_EXAMPLE };

@Controller('api/unsubscribe')
@Section('The link in e-mails with which somebody unsubscribes from them.')
export class UnsubscribeController {
  constructor(private readonly suppressions: SuppressionsService) {}

  @Get(':token')
  @Access('public')
  @Operation({
    operationId: 'getUnsubscription',
    summary: 'Read what a link to unsubscribe is about',
    description: `${WHO} Reading changes nothing. A browser is shown a page with a button.`,
    response: RESPONSE,
  })
  get(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UnsubscriptionView | string> {
    return pageOrJson([request, response], this.page(token, this.suppressions.read(token)));
  }

  @Post(':token')
  @Access('public')
  @Operation({
    operationId: 'unsubscribe',
    summary: 'Unsubscribe',
    description:
      `${WHO} From then on the address gets no more notifications from the organization by e-mail. The request can be ` +
      'repeated and needs no body: mail programs send it automatically when their user asks for it (RFC 8058).',
    takes: { limitBytes: 1024 * 1024, form: ['List-Unsubscribe', 'One-Click'] },
    response: RESPONSE,
  })
  unsubscribe(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UnsubscriptionView | string> {
    return pageOrJson([request, response], this.page(token, this.suppressions.unsubscribe(token)));
  }

  private page(token: string, view: Promise<UnsubscriptionView>): LinkedPage<UnsubscriptionView> {
    return {
      view,
      localeOf: () => this.suppressions.localeOf(token),
      logoOf: () => this.suppressions.logoOf(token),
      pageOf: (shown, { words }) => unsubscribePage(shown, words),
    };
  }
}
