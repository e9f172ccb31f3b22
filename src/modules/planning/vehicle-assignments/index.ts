export { type AssignmentTrips, AssignmentTripsRegistry } from './assignment-trips';
export { SeatChanges } from './seat-changes';
export { VehicleAssignmentsModule } from './vehicle-assignments.module';
export { VehicleAssignmentsService } from './vehicle-assignments.service';
export type { VehicleAssignmentView } from './vehicle-assignments.dto';
