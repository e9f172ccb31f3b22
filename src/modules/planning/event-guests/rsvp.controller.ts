import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { RawBody } from '../../../platform/bodies/raw-body';
import { encoded } from '../../../platform/http/compressed';
import { prefers } from '../../../platform/http/preference';
import { linkedPage, PAGE_EXAMPLE } from '../../../platform/pages/page';
import { RsvpAnswers } from './rsvp-answers.service';
import type { FormOutcome } from './rsvp-fields';
import { RsvpForm } from './rsvp-form';
import { RsvpForms } from './rsvp-forms.service';
import { rsvpPage } from './rsvp-page';
import { AnswerRsvp, RsvpView } from './rsvp.dto';
import { RsvpService } from './rsvp.service';

const WHO = "The token is the end of an event guest's `rsvpUrl`; whoever has it may answer for the guest.";

@Controller('api/rsvp')
@Section('What guests see and answer through their own link, without an account.')
export class RsvpController {
  constructor(
    private readonly rsvp: RsvpService,
    private readonly answers: RsvpAnswers,
    private readonly forms: RsvpForms,
  ) {}

  @Get(':token')
  @Access('public')
  @Operation({
    operationId: 'getRsvp',
    summary: 'Read an invitation',
    description: `${WHO} A browser is shown a page with a form for the answer. Letters lead there with \`?rsvp=accepted\`, or another answer, which the form then has chosen; nothing is saved by that.`,
    response: { body: RsvpView, text: 'text/html', textExample: PAGE_EXAMPLE },
  })
  get(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RsvpView | Buffer> {
    return prefers([request, response], 'text/html')
      ? this.page(token, [request, response], presetBy(request))
      : this.rsvp.read(token);
  }

  @Post(':token')
  @Access('public')
  @Operation({
    operationId: 'answerRsvp',
    summary: 'Answer an invitation',
    description:
      `${WHO} The answer can be changed as long as the event's status is neither cancelled nor completed. Fields that ` +
      'are left out stay as they are. A guest who declines brings nobody and gives up their seats in the vehicle. Where the ' +
      'event has a waiting list and no place is left, whoever accepts waits for one: the answer stays `pending`, and ' +
      '`waitlist` says where they stand.',
    response: { body: RsvpView },
    errors: {
      409:
        '`event_full`: not enough places are left for the guest and their plus-ones, and there is no waiting list, or they ' +
        'have a place and ask for more. `over_capacity`: their vehicle has ' +
        'too few seats for them. `event_cancelled`; `event_over`: it is completed. `rsvp_closed`: the deadline is over; ' +
        'who has accepted can still decline.',
    },
  })
  answer(@Param('token') token: string, @Body() input: AnswerRsvp): Promise<RsvpView> {
    return this.answers.answer(token, input);
  }

  @Post(':token/form')
  @Access('public')
  @Operation({
    operationId: 'answerRsvpForm',
    summary: 'Answer an invitation by the form of its page',
    description:
      `${WHO} For browsers without scripts: like \`POST /api/rsvp/{token}\`, with the fields of a form, and the page is ` +
      'the response, whatever became of the answer. It says what is wrong with it. Fields of lists and objects are called ' +
      '`companions.0.name`, `answers.<question id>` (once per chosen option) and `members.<event guest id>.rsvp`.',
    takes: {
      type: 'application/x-www-form-urlencoded',
      limitBytes: 256 * 1024,
      example: 'rsvp=accepted&plusOnes=1&note=',
    },
    response: { text: 'text/html', textExample: PAGE_EXAMPLE },
  })
  async answerForm(
    @Param('token') token: string,
    @RawBody() form: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Buffer> {
    return this.page(token, [request, response], await this.forms.answer(token, form));
  }

  /** Compressed: a family with questions is a page of 50 KB. Whoever could put something into it has the link. */
  private async page(token: string, exchange: [Request, Response], outcome?: FormOutcome): Promise<Buffer> {
    const page = await linkedPage(exchange, {
      view: this.rsvp.readPage(token),
      localeOf: () => this.rsvp.localeOf(token),
      pageOf: (shown, language) => rsvpPage(token, shown, language, outcome),
    });
    return encoded(exchange[1], page);
  }
}

/** The form with the answer chosen that its reader pressed in a letter, if they did; whatever else is asked stays as it is. */
function presetBy({ query }: Request): FormOutcome | undefined {
  const { rsvp } = query;
  const isAnswer = rsvp === 'accepted' || rsvp === 'tentative' || rsvp === 'declined';
  return isAnswer ? { form: new RsvpForm(`rsvp=${rsvp}`) } : undefined;
}
