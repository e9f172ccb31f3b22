import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConflictsService } from '../modules/planning/conflicts';
import { EventChanges } from '../modules/planning/events';
import { ToursService } from '../modules/planning/tours';
import { TripChanges } from '../modules/planning/trips';

/** What ends when the times of an event or a trip, or the days of a tour, change. */
@Injectable()
export class TimesAreChanged implements OnModuleInit {
  constructor(
    private readonly events: EventChanges,
    private readonly tours: ToursService,
    private readonly trips: TripChanges,
    private readonly conflicts: ConflictsService,
  ) {}

  onModuleInit(): void {
    this.events.rescheduling.are((eventId) => this.conflicts.reopenAllOfEvent(eventId));
    this.trips.rescheduling.are((eventId) => this.conflicts.reopenTripsOfEvent(eventId));
    this.tours.rescheduling.are((tourId) => this.conflicts.reopenAllOfTour(tourId));
  }
}
