import { Controller, Get, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { IdParam } from '../../../platform/fields/id.param';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { GuestEventsQuery, GuestEventView } from './guest-events.dto';
import { GuestEventsService } from './guest-events.service';

@Controller('api/guests')
@ScopedTo('guests')
@Section('The events that a guest is on.')
export class GuestEventsController {
  constructor(private readonly events: GuestEventsService) {}

  @Get(':id/events')
  @Access('any')
  @Operation({
    operationId: 'listGuestEvents',
    summary: "List a guest's events",
    description:
      'Each with the answer, the seat and the check-in of the guest: the event guest as the event lists it, and the `event`.',
    response: { page: GuestEventView, extraRowFields: ['event'] },
  })
  list(@IdParam() guestId: string, @Query() query: GuestEventsQuery): Promise<Page<GuestEventView>> {
    return this.events.list(guestId, query);
  }
}
