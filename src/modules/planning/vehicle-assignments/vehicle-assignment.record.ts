import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { VEHICLE_RECORD } from '../vehicles';
import { VehicleAssignment } from './vehicle-assignment.entity';
import { VehicleAssignmentView } from './vehicle-assignments.dto';

export const VEHICLE_ASSIGNMENT_RECORD = new RecordKind<VehicleAssignmentView>({
  type: 'vehicle_assignment',
  view: VehicleAssignmentView,
  resource: 'vehicles',
  named: { entity: VehicleAssignment, property: 'vehicleId', of: VEHICLE_RECORD },
  derived: ['vehicle'],
  // They depend on the vehicle and on other events.
  unaudited: ['capacity', 'seatsUsed', 'conflicts'],
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: lifecycleOf('A vehicle assignment'),
});
