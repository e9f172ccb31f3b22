export { RSVPS, type Rsvp } from './event-guest.entity';
export { EventGuestAdditions } from './event-guest-additions.service';
export { GuestRemoval } from './guest-removal';
export { PlaceExport } from './place-export';
export { EventGuestsModule } from './event-guests.module';
export { RsvpLinks } from './rsvp-links.service';
export { EventGuestView, SEATS_OF_ALL, type SeatLimits, SeatingService, seatsOf } from './seating.service';
export { type GuestRide, type RideRoom, type Rider, type Rides, RidesRegistry } from './rides';
export { MANY_PLACES } from './place-rows';
