export { TRIP_CAPACITY, TRIP_CONFLICTS, TRIPS } from './trip-statements';
export { TRIP_STATUSES, type TripStatus } from './trip.entity';
export type { PassengerStatus } from './trip-passenger.entity';
export type { PassengerView } from './passengers.dto';
export { type LockedPassenger, type PassengerChange, PassengersService } from './passengers.service';
export { TripsModule } from './trips.module';
export { TripsService } from './trips.service';
export type { TripView } from './trips.dto';
