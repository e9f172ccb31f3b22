import { Injectable } from '@nestjs/common';
import { PublishedRecordRecorder } from '../../platform/recorders/record-recorder';
import type { GuestView } from './guests.dto';

/** Records changes of guests: each has an audit record and an outgoing event. */
@Injectable()
export class GuestRecorder extends PublishedRecordRecorder<GuestView> {
  protected readonly type = 'guest';
}
