import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConflictsService } from '../modules/planning/conflicts';
import { EventsService } from '../modules/planning/events';
import { ToursService } from '../modules/planning/tours';

/** What ends when the times of an event or the days of a tour change. */
@Injectable()
export class TimesAreChanged implements OnModuleInit {
  constructor(
    private readonly events: EventsService,
    private readonly tours: ToursService,
    private readonly conflicts: ConflictsService,
  ) {}

  onModuleInit(): void {
    this.events.rescheduling.are((eventId) => this.conflicts.reopenAllOfEvent(eventId));
    this.tours.rescheduling.are((tourId) => this.conflicts.reopenAllOfTour(tourId));
  }
}
