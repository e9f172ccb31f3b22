import { Injectable } from '@nestjs/common';
import { EventsService } from '../events/events.service';
import { ToursService } from '../tours/tours.service';
import { calendarOf } from './calendar';

/** The most events of a calendar: every program that follows it reads all of it again every few minutes. */
export const MOST_EVENTS = 2_000;

/** Events and tours as calendars that other programs follow. */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly events: EventsService,
    private readonly tours: ToursService,
  ) {}

  /** @throws NotFound when the organization in scope has no such event */
  async ofEvent(id: string): Promise<string> {
    const event = await this.events.calendarEntry(id);
    return calendarOf(event.name, null, [event]);
  }

  /** @throws NotFound when the organization in scope has no such tour */
  async ofTour(id: string): Promise<string> {
    const tour = await this.tours.calendarEntry(id);
    const events = await this.events.calendarOfTour(id, MOST_EVENTS);
    return calendarOf(tour.name, tour, events);
  }
}
