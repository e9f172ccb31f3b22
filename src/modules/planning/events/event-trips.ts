import { Injectable } from '@nestjs/common';
import { SingleSlot } from '../../../kernel/single-slot';

/** What happens to the trips of an event with it. All of it is called inside the unit of work that has locked the event. */
export interface EventTrips {
  /** Moves the trips that have not departed. */
  move(eventId: string, byMs: number): Promise<void>;

  /** Records the end of all trips, before they are deleted with the event. */
  end(eventId: string): Promise<void>;
}

/** Where the module of trips registers, when it starts. It depends on this one, not the other way round. */
@Injectable()
export class EventTripsRegistry extends SingleSlot<EventTrips> {
  constructor() {
    super('EventTrips');
  }
}
