import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.decorator';
import { Operation } from '../../platform/http/operation.decorator';
import { AnswerRsvp, RsvpView } from './rsvp.dto';
import { RsvpService } from './rsvp.service';

const WHO = "The token is the end of an event guest's `rsvpUrl`; whoever has it may answer for the guest.";

@Controller('api/rsvp')
export class RsvpController {
  constructor(private readonly rsvp: RsvpService) {}

  @Get(':token')
  @Access('public')
  @Operation({ summary: 'Read an invitation', description: WHO, answer: { body: RsvpView } })
  readInvitation(@Param('token') token: string): Promise<RsvpView> {
    return this.rsvp.read(token);
  }

  @Post(':token')
  @Access('public')
  @Operation({
    summary: 'Answer an invitation',
    description:
      `${WHO} Can be done again as long as the event's status is neither cancelled nor completed. What is left out ` +
      'stays as it is. Whoever declines brings nobody and gives up their seats in the vehicle.',
    answer: { body: RsvpView },
    refuses: {
      409:
        '`event_full`: not enough places are free for the guest and their plus-ones. `over_capacity`: their vehicle has ' +
        'too few seats for them. `event_cancelled`; `event_over`: it is completed.',
    },
  })
  answerInvitation(@Param('token') token: string, @Body() input: AnswerRsvp): Promise<RsvpView> {
    return this.rsvp.answer(token, input);
  }
}
