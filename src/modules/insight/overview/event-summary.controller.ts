import { Controller, Get, Query } from '@nestjs/common';
import { IdParam } from '../../../platform/fields/id.param';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { DetailedEventSummary, EventSummaryQuery } from './event-details.dto';
import { EventSummaryService } from './event-summary.service';

@Controller('api/events')
@ScopedTo('events')
@Section('Events, on their own or on a tour.')
export class EventSummaryController {
  constructor(private readonly summaries: EventSummaryService) {}

  @Get(':id/summary')
  @Access('any')
  @Operation({
    operationId: 'getEventSummary',
    summary: 'Read the figures of an event',
    description:
      'People are guests who accepted, with their plus-ones. With `include=details` it also says what a planner looks at ' +
      'before the event: vehicles and who drives them, departures, when the team is called, what guests wrote and eat, ' +
      'and what was spent.',
    response: { body: DetailedEventSummary },
  })
  read(@IdParam() id: string, @Query() query: EventSummaryQuery): Promise<DetailedEventSummary> {
    return this.summaries.read(id, query);
  }
}
