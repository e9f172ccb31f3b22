import { All, Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Response } from 'express';
import { MethodNotAllowed } from '../../../kernel/problems';
import { ClientGone } from '../../../platform/bodies/client-gone';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { asCalendarFile, CALENDAR_RESPONSE, MAX_EVENTS } from '../calendars';
import { FeedFilesService } from './feed-files.service';

@Controller('calendar')
@Section('What programs read by the link of a calendar feed.')
export class FeedFilesController {
  constructor(private readonly files: FeedFilesService) {}

  @Get(':token.ics')
  @Access('public')
  @Operation({
    operationId: 'getCalendarFeed',
    summary: 'Read a calendar feed by its link',
    description:
      'iCalendar (RFC 5545) of events that have a start, each in its time zone, with the interval in which to read it again. ' +
      `Cancelled events stay for 30 days; of more than ${MAX_EVENTS} events, only the last ones are there. Feeds of ` +
      'one’s own also have an entry for each call time and for each trip that one drives. No guest is ever named.',
    response: CALENDAR_RESPONSE,
  })
  async get(
    @Param('token') token: string,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Buffer> {
    return asCalendarFile(await this.files.read(token, response.req.headers['if-none-match'], gone), response);
  }

  @All(':token.ics')
  @Access('public')
  @ApiExcludeEndpoint()
  rejectOtherMethods(): never {
    throw new MethodNotAllowed(['GET', 'HEAD']);
  }
}
