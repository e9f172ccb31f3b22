import { Module, type OnModuleInit } from '@nestjs/common';
import { UsersModule } from '../../people/users';
import { EventGuestsModule, RidesRegistry } from '../event-guests';
import { EventsModule, EventTripsRegistry } from '../events';
import { AssignmentTripsRegistry, VehicleAssignmentsModule } from '../vehicle-assignments';
import { DepartureRecorder } from './departure.recorder';
import { PassengerChanges } from './passenger-changes';
import { PassengerRecorder } from './passenger.recorder';
import { PassengersController } from './passengers.controller';
import { PassengersService } from './passengers.service';
import { TripBoarding } from './trip-boarding';
import { TripCalendars } from './trip-calendar.service';
import { TripChanges } from './trip-changes.service';
import { TripChecks } from './trip-checks';
import { TripCreation } from './trip-creation.service';
import { TripDepartures } from './trip-departures.service';
import { TripExport } from './trip-export';
import { TripManifests } from './trip-manifest.service';
import { TripPassengersRepository } from './trip-passengers.repository';
import { TripRides } from './trip-rides.service';
import { TripRoomRepository } from './trip-room.repository';
import { TripsController } from './trips.controller';
import { TripsOfAssignments } from './trips-of-assignments';
import { TripsOfEvents } from './trips-of-events';
import { TripsRepository } from './trips.repository';
import { TripsService } from './trips.service';

const TRIPS = [
  TripsService,
  TripCreation,
  TripChanges,
  TripChecks,
  TripsRepository,
  TripDepartures,
  TripManifests,
  TripCalendars,
  TripExport,
];
const PASSENGERS = [
  PassengersService,
  PassengerChanges,
  TripBoarding,
  PassengerRecorder,
  DepartureRecorder,
  TripPassengersRepository,
];
const OF_OTHERS = [TripRides, TripRoomRepository, TripsOfAssignments, TripsOfEvents];

@Module({
  imports: [UsersModule, EventsModule, EventGuestsModule, VehicleAssignmentsModule],
  controllers: [TripsController, PassengersController],
  providers: [...TRIPS, ...PASSENGERS, ...OF_OTHERS],
  exports: [TripsService, TripChanges, PassengerChanges, TripCalendars, TripExport],
})
export class TripsModule implements OnModuleInit {
  constructor(
    private readonly rides: RidesRegistry,
    private readonly tripRides: TripRides,
    private readonly assignmentTrips: AssignmentTripsRegistry,
    private readonly ofAssignments: TripsOfAssignments,
    private readonly eventTrips: EventTripsRegistry,
    private readonly ofEvents: TripsOfEvents,
  ) {}

  onModuleInit(): void {
    this.rides.register(this.tripRides);
    this.assignmentTrips.register(this.ofAssignments);
    this.eventTrips.register(this.ofEvents);
  }
}
