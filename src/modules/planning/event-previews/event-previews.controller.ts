import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { IdParam } from '../../../platform/fields/id.param';
import { UncheckedBody } from '../../../platform/fields/validation.pipe';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { UpdateEvent } from '../events';
import { EventPreview } from './event-previews.dto';
import { EventPreviewsService } from './event-previews.service';

@Controller('api/events')
@ScopedTo('events')
@Section('What changes of events would do.')
export class EventPreviewsController {
  constructor(private readonly previews: EventPreviewsService) {}

  @Post(':id/preview')
  @Access('any')
  @ApiBody({ type: UpdateEvent })
  @Operation({
    operationId: 'previewEvent',
    summary: 'See what a change of an event would do',
    description:
      'The change is made as `PATCH /api/events/{id}` would make it, looked at, and undone: nothing is changed or sent. What ' +
      'the change would be refused for is in `errors`, and no error of this request.',
    response: { body: EventPreview },
    status: 200,
    errors: { 503: '`unavailable`: it took more than three seconds.' },
  })
  preview(@IdParam() id: string, @Body() body: UncheckedBody): Promise<EventPreview> {
    return this.previews.preview(id, body);
  }
}
