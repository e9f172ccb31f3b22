import { Injectable } from '@nestjs/common';
import { PublishedRecordRecorder } from '../../platform/recorders/record-recorder';
import type { TourView } from './tours.dto';

/** Records changes of tours: each has an audit record and an outgoing event. */
@Injectable()
export class TourRecorder extends PublishedRecordRecorder<TourView> {
  protected readonly type = 'tour';
}
