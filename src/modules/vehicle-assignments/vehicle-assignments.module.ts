import { Module, type OnModuleInit } from '@nestjs/common';
import { EventGuestsModule } from '../event-guests/event-guests.module';
import { SeatingService } from '../event-guests/seating.service';
import { EventsModule } from '../events/events.module';
import { VehicleUse } from '../vehicles/vehicle-use.service';
import { VehiclesModule } from '../vehicles/vehicles.module';
import { AssignedVehiclesService } from './assigned-vehicles.service';
import { ManifestRepository } from './manifest.repository';
import { ManifestService } from './manifest.service';
import { VehicleAssignmentsController } from './vehicle-assignments.controller';
import { VehicleAssignmentsEvents } from './vehicle-assignments.events';
import { VehicleAssignmentsRepository } from './vehicle-assignments.repository';
import { VehicleAssignmentsService } from './vehicle-assignments.service';

@Module({
  imports: [EventsModule, VehiclesModule, EventGuestsModule],
  controllers: [VehicleAssignmentsController],
  providers: [
    VehicleAssignmentsService,
    VehicleAssignmentsRepository,
    VehicleAssignmentsEvents,
    AssignedVehiclesService,
    ManifestService,
    ManifestRepository,
  ],
})
export class VehicleAssignmentsModule implements OnModuleInit {
  constructor(
    private readonly seating: SeatingService,
    private readonly assignments: VehicleAssignmentsService,
    private readonly vehicleUse: VehicleUse,
    private readonly assignedVehicles: AssignedVehiclesService,
  ) {}

  onModuleInit(): void {
    this.seating.limitBy(this.assignments);
    this.vehicleUse.register(this.assignedVehicles);
  }
}
