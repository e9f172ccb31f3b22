import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { IdParam } from '../../../platform/fields/id.param';
import { PageQuery } from '../../../platform/fields/page.query';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CalendarFeedView, CreateCalendarFeed, CreatedCalendarFeedView } from './calendar-feeds.dto';
import { CalendarFeedsService } from './calendar-feeds.service';

@Controller('api/calendar-feeds')
@ScopedTo('events')
@Section('Calendars that one subscribes to by a link of one’s own.')
export class CalendarFeedsController {
  constructor(private readonly feeds: CalendarFeedsService) {}

  @Get()
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'listCalendarFeeds',
    summary: 'List your own calendar feeds',
    description: 'Those in this organization, newest first, without their links.',
    response: { page: CalendarFeedView },
  })
  list(@Query() page: PageQuery): Promise<Page<CalendarFeedView>> {
    return this.feeds.list(page);
  }

  @Post()
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'createCalendarFeed',
    summary: 'Make a calendar feed for yourself',
    description:
      'The link needs no other credential. It ends when you revoke it, when your membership of the organization ends, and ' +
      'while you or the organization are suspended.',
    response: { record: CreatedCalendarFeedView },
    status: 201,
    shownOnce: ['url'],
    exampleWithout: ['tourId'],
    errors: {
      403: '`impersonating`: not while acting as another user.',
      409: '`limit_reached`: you have 20 feeds in this organization already.',
    },
  })
  create(@Body() input: CreateCalendarFeed): Promise<CreatedCalendarFeedView> {
    return this.feeds.create(input);
  }

  @Delete(':id')
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'revokeCalendarFeed',
    summary: 'Revoke a calendar feed of yours',
    response: { nothing: true },
    errors: { 403: '`impersonating`: not while acting as another user.' },
  })
  revoke(@IdParam() id: string): Promise<void> {
    return this.feeds.revoke(id);
  }
}
