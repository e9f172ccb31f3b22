import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { periodOf, type Period } from '../../../kernel/period';
import { found, requireFound } from '../../../kernel/problems';
import { OrganizationsService } from '../../people/organizations';
import { UserNames } from '../../people/users';
import { SummariesService, type EventSummary } from '../summaries';
import { toEventRow, type EventsQuery, type EventView, type ListedEvent } from './events.dto';
import { EventsRepository, type CalendarEvent, type EventNames, type EventVersion } from './events.repository';

/** An event without an end is over this long after its start. */
const OVER_AFTER_MS = DAY_MS;

/** The events of the organization in scope, as they are read and locked. */
@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly organizations: OrganizationsService,
    private readonly summaries: SummariesService,
    private readonly userNames: UserNames,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed when the period ends before it starts */
  async list(query: EventsQuery): Promise<WalkedPage<ListedEvent>> {
    const period = await this.periodOf(query);
    const { q, status, tourId, externalId, updatedSince } = query;
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' } as const;
    const { rows, ...walk } = await this.events.list(
      { q, status, tourId, externalId, updatedSince, ...period },
      order,
      query,
    );
    const views = await this.userNames.withCreatorNames(rows.map(toEventRow));
    return toWalkedPage(await this.withIncluded(views, query), walk, query);
  }

  /**
   * The period that the bounds of a query name in the organization's time zone.
   *
   * @throws ValidationFailed when it ends before it starts
   */
  periodOf(bounds: { from?: string; to?: string }): Promise<Period> {
    return periodOf(bounds, async () => (await this.organizations.current()).timezone);
  }

  /** @throws NotFound when the organization in scope has no such event */
  async get(id: string): Promise<EventView> {
    return this.userNames.withCreatorName(toEventRow(found(await this.events.find(id))));
  }

  /** The figures of an event. @throws NotFound */
  async summary(id: string): Promise<EventSummary> {
    await this.requireExistence(id);
    const [summary] = (await this.summaries.ofEvents([id])).values();
    return found(summary ?? null);
  }

  /** An event as calendars show it. @throws NotFound */
  async calendarEntry(id: string): Promise<CalendarEvent> {
    return found(await this.events.calendarEntry(id));
  }

  /** The events of a tour that have a start, earliest first; the last `limit` of them if there are more. */
  async calendarOfTour(tourId: string, limit: number): Promise<CalendarEvent[]> {
    return (await this.events.calendarOfTour(tourId, limit)).reverse();
  }

  /** The versions of the same events, in the same order: they differ whenever what the calendar shows does. */
  async versionsOfTour(tourId: string, limit: number): Promise<EventVersion[]> {
    return (await this.events.versionsOfTour(tourId, limit)).reverse();
  }

  /** Like {@link get}, for a caller that only needs to know that there is such an event. */
  async requireExistence(id: string): Promise<void> {
    requireFound(await this.events.exists(id));
  }

  /** Like {@link requireExistence}, for a caller that shows a record with the names of its event and tour. @throws NotFound */
  async names(id: string): Promise<EventNames> {
    return found(await this.events.names(id));
  }

  /** The event, locked for a change of itself until the unit of work ends. @throws NotFound */
  async lock(id: string): Promise<EventView> {
    requireFound(await this.events.lock(id));
    return this.get(id);
  }

  /**
   * The event, locked until the unit of work ends. Everything that adds guests to it, or changes their answers or
   * seats, locks it first: such changes come one after the other, and count exactly.
   *
   * @throws NotFound
   */
  async lockForGuestChanges(id: string): Promise<EventView> {
    // Sent at once: it is read behind the lock, and others wait for that no longer than they must.
    const [, event] = await Promise.all([this.events.lockForGuestChanges(id), this.get(id)]);
    return event;
  }

  /** Like {@link lockForGuestChanges}, for several in one go. @returns the ids of those that still exist */
  async lockMany(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(ids.length === 0 ? [] : await this.events.lockMany(ids));
  }

  /**
   * Whether an event is over: it is completed, its end has passed, or it has none and began a day ago. One without
   * dates is not over. Whether a cancelled one counts is for the caller to say.
   */
  isOver({ status, startsAt, endsAt }: Pick<EventView, 'status' | 'startsAt' | 'endsAt'>): boolean {
    if (status === 'completed') return true;
    const now = this.clock.now().getTime();
    if (endsAt !== null) return Date.parse(endsAt) <= now;
    return startsAt !== null && Date.parse(startsAt) + OVER_AFTER_MS <= now;
  }

  private async withIncluded(views: EventView[], { include }: EventsQuery): Promise<ListedEvent[]> {
    if (!include?.includes('summary')) return views;
    const summaries = await this.summaries.ofEvents(views.map(({ id }) => id));
    // One that was deleted between the two reads has none.
    return views.map((view) => ({ ...view, summary: summaries.get(view.id) }));
  }
}
