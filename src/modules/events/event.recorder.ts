import { Injectable } from '@nestjs/common';
import { PublishedRecordRecorder } from '../../platform/recorders/record-recorder';
import type { EventView } from './events.dto';

/** Records changes of events: each has an audit record and an outgoing event. */
@Injectable()
export class EventRecorder extends PublishedRecordRecorder<EventView> {
  protected readonly type = 'event';

  protected override published(verb: string, event: EventView): object {
    const { id, name, tourId } = event;
    return verb === 'created' ? { id, name, tourId } : event;
  }
}
