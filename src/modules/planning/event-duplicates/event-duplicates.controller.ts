import { Body, Controller, Post } from '@nestjs/common';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { EventView } from '../events';
import { DuplicateEvent } from './event-duplicates.dto';
import { EventDuplicatesService } from './event-duplicates.service';

@Controller('api/events')
@ScopedTo('events')
@Section('Events made from others.')
export class EventDuplicatesController {
  constructor(private readonly duplicates: EventDuplicatesService) {}

  @Post(':id/duplicate')
  @Access('any')
  @Operation({
    operationId: 'duplicateEvent',
    summary: 'Make an event like another one',
    description:
      'The new event is a draft with the fields of the other, but without its `externalId`. Its end and the call times of ' +
      'its team are as long after its start, or before it, as those of the other; where that has no start, they are ' +
      'left out. Of the team, everybody is `assigned` again; contacts who were erased and users who are no longer ' +
      'active members are left out. Retired vehicles are left out. Guests have not answered (`pending`), have no ' +
      'seats, and get no invitation; erased ones are left out. An API key with scopes needs `vehicles:write` for ' +
      'vehicles and `guests:write` for guests.',
    response: { record: EventView },
    status: 201,
  })
  duplicate(@IdParam() id: string, @Body() input: DuplicateEvent): Promise<EventView> {
    return this.duplicates.duplicate(id, input);
  }
}
