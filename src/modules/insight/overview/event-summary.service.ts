import { Injectable } from '@nestjs/common';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { ExpenseReportsService } from '../../money/expenses';
import { EventsService } from '../../planning/events';
import { GuestListsService } from '../../planning/guest-lists';
import { mayRead } from '../../planning/summaries';
import { ToursService } from '../../planning/tours';
import type { DetailedEventSummary, EventDetails, EventSummaryQuery } from './event-details.dto';
import { CALLS, DEPARTURES, VEHICLES, WORDS } from './event-details.statements';

/** How an event stands, and what it needs next: one request for the screen that people open most. */
@Injectable()
export class EventSummaryService {
  constructor(
    private readonly database: TenantDatabase,
    private readonly events: EventsService,
    private readonly tours: ToursService,
    private readonly guestLists: GuestListsService,
    private readonly reports: ExpenseReportsService,
  ) {}

  /** @throws NotFound */
  async read(id: string, { include }: EventSummaryQuery): Promise<DetailedEventSummary> {
    const summary = await this.events.summary(id);
    return include?.includes('details') ? { ...summary, details: await this.details(id) } : summary;
  }

  private async details(eventId: string): Promise<EventDetails> {
    const [rows, dietary, spending, budget] = await Promise.all([
      this.rows(eventId),
      mayRead('guests') ? this.guestLists.needs(eventId).then((needs) => needs.dietary) : null,
      mayRead('expenses') ? this.reports.report({ eventId, groupBy: 'category' }) : null,
      mayRead('tours') ? this.budget(eventId) : null,
    ]);
    return { ...rows, dietary, spending, budget };
  }

  /** What is read of the event's own tables, from one snapshot. */
  private rows(eventId: string): Promise<Pick<EventDetails, 'vehicles' | 'departures' | 'calls' | 'words'>> {
    const [guests, vehicles] = [mayRead('guests'), mayRead('vehicles')];
    return this.database.longRead(async (rows) => ({
      vehicles: vehicles ? await rows(VEHICLES, eventId) : null,
      departures: vehicles ? await rows(DEPARTURES, eventId) : null,
      calls: mayRead('events') ? await rows(CALLS, eventId) : null,
      words: guests ? await rows(WORDS, eventId) : null,
    }));
  }

  private async budget(eventId: string): Promise<EventDetails['budget']> {
    const { tourId } = await this.events.get(eventId);
    return tourId === null ? null : (await this.tours.summary(tourId)).budget;
  }
}
