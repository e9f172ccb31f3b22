export { type AssignmentTrips, AssignmentTripsRegistry } from './assignment-trips';
export { VehicleAssignmentsModule } from './vehicle-assignments.module';
export { VehicleAssignmentsService } from './vehicle-assignments.service';
