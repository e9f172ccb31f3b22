import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PAGE_EXAMPLE, pageOrJson } from '../../../platform/pages/page';
import { rsvpPage } from './rsvp-page';
import { AnswerRsvp, RsvpView } from './rsvp.dto';
import { RsvpService } from './rsvp.service';

const WHO = "The token is the end of an event guest's `rsvpUrl`; whoever has it may answer for the guest.";

@Controller('api/rsvp')
@Section('What guests see and answer through their own link, without an account.')
export class RsvpController {
  constructor(private readonly rsvp: RsvpService) {}

  @Get(':token')
  @Access('public')
  @Operation({
    operationId: 'getRsvp',
    summary: 'Read an invitation',
    description: `${WHO} A browser is shown a page with a form for the answer.`,
    response: { body: RsvpView, text: 'text/html', textExample: PAGE_EXAMPLE },
  })
  get(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RsvpView | string> {
    return pageOrJson([request, response], this.rsvp.read(token), rsvpPage);
  }

  @Post(':token')
  @Access('public')
  @Operation({
    operationId: 'answerRsvp',
    summary: 'Answer an invitation',
    description:
      `${WHO} The answer can be changed as long as the event's status is neither cancelled nor completed. Fields that ` +
      'are left out stay as they are. A guest who declines brings nobody and gives up their seats in the vehicle.',
    response: { body: RsvpView },
    errors: {
      409:
        '`event_full`: not enough places are left for the guest and their plus-ones. `over_capacity`: their vehicle has ' +
        'too few seats for them. `event_cancelled`; `event_over`: it is completed.',
    },
  })
  answer(@Param('token') token: string, @Body() input: AnswerRsvp): Promise<RsvpView> {
    return this.rsvp.answer(token, input);
  }
}
