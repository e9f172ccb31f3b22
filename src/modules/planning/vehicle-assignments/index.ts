export { VehicleAssignmentsModule } from './vehicle-assignments.module';
