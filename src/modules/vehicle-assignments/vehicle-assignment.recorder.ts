import { Injectable } from '@nestjs/common';
import { PublishedRecordRecorder } from '../../platform/recorders/record-recorder';
import type { VehicleAssignmentView } from './vehicle-assignments.dto';

/** Records changes of assignments: each has an audit record and an outgoing event. */
@Injectable()
export class VehicleAssignmentRecorder extends PublishedRecordRecorder<VehicleAssignmentView> {
  protected readonly type = 'vehicle_assignment';

  /** Without the fields that depend on the vehicle and on other events. */
  protected override audited(assignment: VehicleAssignmentView): object {
    const { eventId, vehicleId, capacityOverride, notes, guestCount } = assignment;
    return { eventId, vehicleId, capacityOverride, notes, guestCount };
  }
}
