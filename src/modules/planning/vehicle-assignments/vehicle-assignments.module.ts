import { Module, type OnModuleInit } from '@nestjs/common';
import { UsersModule } from '../../people/users';
import { EventGuestsModule, SeatingService } from '../event-guests';
import { EventsModule } from '../events';
import { VehiclesModule, VehicleUseRegistry } from '../vehicles';
import { AssignmentVehicles } from './assignment-vehicles';
import { AssignmentTripsRegistry } from './assignment-trips';
import { ManifestController } from './manifest.controller';
import { ManifestRepository } from './manifest.repository';
import { ManifestService } from './manifest.service';
import { SeatChanges } from './seat-changes';
import { VehicleAssignmentRemoval } from './vehicle-assignment-removal';
import { VehicleAssignmentsController } from './vehicle-assignments.controller';
import { VehicleAssignmentsRepository } from './vehicle-assignments.repository';
import { VehicleAssignmentsService } from './vehicle-assignments.service';
import { VehicleSeats } from './vehicle-seats';
import { VehicleSeatsController } from './vehicle-seats.controller';
import { VehicleUseByEvents } from './vehicle-use-by-events';

@Module({
  imports: [EventsModule, VehiclesModule, EventGuestsModule, UsersModule],
  controllers: [VehicleAssignmentsController, VehicleSeatsController, ManifestController],
  providers: [
    VehicleAssignmentsService,
    VehicleAssignmentsRepository,
    AssignmentVehicles,
    VehicleAssignmentRemoval,
    VehicleSeats,
    SeatChanges,
    VehicleUseByEvents,
    AssignmentTripsRegistry,
    ManifestService,
    ManifestRepository,
  ],
  exports: [VehicleAssignmentsService, AssignmentTripsRegistry, SeatChanges],
})
export class VehicleAssignmentsModule implements OnModuleInit {
  constructor(
    private readonly seating: SeatingService,
    private readonly seats: VehicleSeats,
    private readonly vehicleUse: VehicleUseRegistry,
    private readonly useByEvents: VehicleUseByEvents,
  ) {}

  onModuleInit(): void {
    this.seating.limitBy(this.seats);
    this.vehicleUse.register(this.useByEvents);
  }
}
