import { All, Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MethodNotAllowed } from '../../../kernel/problems';
import { PAGE_EXAMPLE, pageOrJson } from '../../../platform/pages/page';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { passPage } from './pass-page';
import { PassView } from './pass.dto';
import { PassService } from './pass.service';
import { RsvpService } from './rsvp.service';

@Controller('rsvp')
@Section('What guests see and answer through their own link, without an account.')
export class PassController {
  constructor(
    private readonly passes: PassService,
    private readonly rsvp: RsvpService,
  ) {}

  @Get(':token/pass')
  @Access('public')
  @Operation({
    operationId: 'getPass',
    summary: "Read a guest's pass",
    description:
      "The token is that of an event guest's `passUrl`. A browser is shown a page with the code as QR, which fits one " +
      'sheet of paper.',
    response: { body: PassView, text: 'text/html', textExample: PAGE_EXAMPLE },
  })
  async get(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PassView | string> {
    const view = this.passes.read(token);
    const { toString } = await import('qrcode');
    // An unknown link has a page of its own.
    const code = await view.then((pass) => pass.code).catch(() => '');
    const qrSvg = code === '' ? '' : await toString(`TE:${code}`, { type: 'svg', margin: 2 });
    return pageOrJson([request, response], {
      view,
      localeOf: () => this.rsvp.localeOf(token),
      logoOf: () => this.passes.logoOf(token),
      pageOf: (pass, language) => passPage(pass, qrSvg, language),
    });
  }

  @All(':token/pass')
  @Access('public')
  @ApiExcludeEndpoint()
  rejectOtherMethods(): never {
    throw new MethodNotAllowed(['GET', 'HEAD']);
  }
}
