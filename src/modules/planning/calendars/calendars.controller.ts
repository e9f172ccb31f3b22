import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { ClientGone } from '../../../platform/bodies/client-gone';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { asCalendarFile, CALENDAR_RESPONSE } from './calendar-response';
import { CalendarsService, MAX_EVENTS } from './calendars.service';

@Controller('api')
@ScopedTo('events')
@Section('Tours and events as iCalendar.')
export class CalendarsController {
  constructor(private readonly calendars: CalendarsService) {}

  @Get('events/:id/calendar.ics')
  @Access('any')
  @Operation({
    operationId: 'getEventCalendar',
    summary: "Read an event's calendar",
    description:
      "iCalendar (RFC 5545) with the event's time zone. For an event without a start, the calendar is empty.",
    response: CALENDAR_RESPONSE,
  })
  async eventCalendar(@IdParam() id: string, @Res({ passthrough: true }) response: Response): Promise<Buffer> {
    return asCalendarFile(await this.calendars.ofEvent(id), response);
  }

  @Get('tours/:id/calendar.ics')
  @Access('any')
  @Operation({
    operationId: 'getTourCalendar',
    summary: "Read a tour's calendar",
    description:
      'iCalendar (RFC 5545) of the tour itself, as a whole-day entry when it has dates, and of its events that have a start, ' +
      `each in its time zone; of more than ${MAX_EVENTS} events, only the last ones. Calendars of tours are written one at a ` +
      'time for each organization, and wait for one another, for up to 20 seconds (then 503).',
    response: CALENDAR_RESPONSE,
  })
  async tourCalendar(
    @IdParam() id: string,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Buffer> {
    return asCalendarFile(await this.calendars.ofTour(id, response.req.headers['if-none-match'], gone), response);
  }
}
