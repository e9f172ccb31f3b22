import { All, Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Response } from 'express';
import { MethodNotAllowed } from '../../../kernel/problems';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { RsvpTokenScope } from '../event-guests';
import { asCalendarFile, CALENDAR_RESPONSE } from './calendar-response';
import { CalendarsService } from './calendars.service';

@Controller('rsvp')
@Section('What guests see and answer through their own link, without an account.')
export class GuestCalendarController {
  constructor(
    private readonly calendars: CalendarsService,
    private readonly tokenScope: RsvpTokenScope,
  ) {}

  @Get(':token/calendar.ics')
  @Access('public')
  @Operation({
    operationId: 'getRsvpCalendar',
    summary: 'Read the event of an invitation as a calendar',
    description:
      "The token is the end of an event guest's `rsvpUrl`. iCalendar (RFC 5545) with the event alone, under the UID that " +
      'messages about it have; empty while the event has no start.',
    response: CALENDAR_RESPONSE,
  })
  async get(@Param('token') token: string, @Res({ passthrough: true }) response: Response): Promise<Buffer> {
    const file = this.tokenScope.enter(token, ({ eventId }) => this.calendars.ofInvitedEvent(eventId));
    return asCalendarFile(await file, response);
  }

  @All(':token/calendar.ics')
  @Access('public')
  @ApiExcludeEndpoint()
  rejectOtherMethods(): never {
    throw new MethodNotAllowed(['GET', 'HEAD']);
  }
}
