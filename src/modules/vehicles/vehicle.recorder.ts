import { Injectable } from '@nestjs/common';
import { PublishedRecordRecorder } from '../../platform/recorders/record-recorder';
import type { VehicleView } from './vehicles.dto';

/** Records changes of vehicles: each has an audit record and an outgoing event. */
@Injectable()
export class VehicleRecorder extends PublishedRecordRecorder<VehicleView> {
  protected readonly type = 'vehicle';
}
