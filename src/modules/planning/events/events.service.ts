import { Inject, Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { isId, newId } from '../../../kernel/ids';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { periodOf, type Period } from '../../../kernel/period';
import { Conflict, found, NotFound, requireFound, requireValid } from '../../../kernel/problems';
import { Steps } from '../../../kernel/steps';
import { SingleSlot } from '../../../kernel/single-slot';
import { searchText } from '../../../kernel/search-text';
import { currentPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationsService } from '../../people/organizations';
import { UserNames } from '../../people/users';
import { SummariesService, type EventSummary } from '../summaries';
import { EventTripsRegistry } from './event-trips';
import { EVENT_RECORD } from './event.record';
import {
  toEventRow,
  toVenue,
  type CreateEvent,
  type EventsQuery,
  type EventView,
  type ListedEvent,
  type UpdateEvent,
} from './events.dto';
import { FIRST_MAX_PLUS_ONES, type Event } from './event.entity';
import { changesOfQuestions, toQuestions, type QuestionChanges } from './questions';
import { timesProblem } from './event-rules';
import { EventsRepository, type CalendarEvent, type EventNames, type EventVersion } from './events.repository';

/** An event without an end is over this long after its start. */
const OVER_AFTER_MS = DAY_MS;

/** The fields that say when an event takes place. */
const TIMES = ['startsAt', 'endsAt', 'timezone'] as const;
/** Knows who waits for places at an event. The module of its guests implements it. */
export interface WaitingGuests {
  isAnyoneWaiting(eventId: string): Promise<boolean>;
  /** Gives places that became free to those who wait for them. The event is locked, and as it is now. */
  settle(event: EventView): Promise<unknown>;
}

/** Keeps what guests answered to questions. The module that owns the guests of events implements it. */
export interface AnswerStore {
  /** Whether somebody has answered one of these questions of an event. */
  has(eventId: string, questionIds: readonly string[]): Promise<boolean>;
  /** Forgets what was answered to questions of an event, which is locked. */
  remove(eventId: string, questionIds: readonly string[], now: Date): Promise<void>;
}

/** The events of the organization in scope. */
@Injectable()
export class EventsService {
  /** What else ends when the times of an event, given by its id, change; in the change's unit of work. */
  readonly rescheduling = new Steps<string>();
  private readonly waiting = new SingleSlot<WaitingGuests>('WaitingGuests');
  private readonly answers = new SingleSlot<AnswerStore>('AnswerStore');

  constructor(
    private readonly events: EventsRepository,
    private readonly organizations: OrganizationsService,
    private readonly summaries: SummariesService,
    private readonly userNames: UserNames,
    private readonly trips: EventTripsRegistry,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * To be called once, at the start: the module of guests depends on this one, not the other way round.
   *
   * @throws Error when it was called before
   */
  inform(waiting: WaitingGuests): void {
    this.waiting.register(waiting);
  }

  /**
   * To be called once, at the start: the module of event guests depends on this one, not the other way round.
   *
   * @throws Error when it was called before
   */
  answersIn(store: AnswerStore): void {
    this.answers.register(store);
  }

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

  /** @throws NotFound for an unknown tour, Conflict `external_id_taken` */
  create(input: CreateEvent): Promise<EventView> {
    return this.unitOfWork.run(async () => {
      const timezone = input.timezone ?? (await this.organizations.current()).timezone;
      const id = newId();
      const now = this.clock.now();
      const event = {
        id,
        name: input.name,
        tourId: input.tourId ?? null,
        description: input.description ?? null,
        status: input.status ?? 'draft',
        startsAt: input.startsAt ?? null,
        endsAt: input.endsAt ?? null,
        timezone,
        venue: toVenue(input.venue ?? null),
        capacity: input.capacity ?? null,
        maxPlusOnes: input.maxPlusOnes === undefined ? FIRST_MAX_PLUS_ONES : input.maxPlusOnes,
        waitlist: input.waitlist ?? 'off',
        rsvpDeadline: input.rsvpDeadline ?? null,
        questions: toQuestions(input.questions ?? [], []),
        notes: input.notes ?? null,
        externalId: input.externalId ?? null,
        createdBy: currentPrincipal().userId,
        cancelledAt: input.status === 'cancelled' ? now : null,
        revision: 0,
        createdAt: now,
        updatedAt: now,
      };
      await checkedByKeys(event.tourId, () => this.events.insert({ ...event, search: searchTextOf(event) }));
      const view = await this.get(id);
      this.recorder.created(EVENT_RECORD, view);
      return view;
    });
  }

  /**
   * Creates a draft like an event that is locked, at another time, inside the caller's unit of work. It has everything
   * that is stored of the event but what identifies that.
   */
  async copy(
    source: EventView,
    { startsAt, endsAt, rsvpDeadline }: Pick<Event, 'startsAt' | 'endsAt' | 'rsvpDeadline'>,
  ): Promise<EventView> {
    const { tourName: _tourName, ...stored } = found(await this.events.find(source.id));
    const id = newId();
    const now = this.clock.now();
    await this.events.insert({
      ...stored,
      id,
      status: 'draft',
      startsAt,
      endsAt,
      rsvpDeadline,
      questions: stored.questions.map((question) => ({ ...question, id: newId() })),
      externalId: null,
      search: searchTextOf(stored),
      createdBy: currentPrincipal().userId,
      cancelledAt: null,
      revision: 0,
      createdAt: now,
      updatedAt: now,
    });
    const view = await this.get(id);
    this.recorder.created(EVENT_RECORD, view);
    return view;
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

  /**
   * @throws NotFound (an unknown tour or question too), PreconditionFailed (If-Match), Conflict `external_id_taken`,
   *   `question_in_use`, `waitlist_in_use`, ValidationFailed when it would end before it starts
   */
  update(id: string, { moveTrips = false, ...changes }: UpdateEvent): Promise<EventView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      requireMatch(EVENT_RECORD, before);
      requireValid([timesProblem({ ...before, ...changes })]);
      const { venue, questions, ...others } = changes;
      const columns = {
        ...others,
        ...(questions && { questions: toQuestions(questions, before.questions) }),
        ...(venue !== undefined && { venue: venue && toVenue({ ...before.venue, ...venue }) }),
      };
      const changed = { ...before, ...columns };
      if (EVENT_RECORD.isSame(before, changed)) return before;
      await this.requireNobodyWaiting(before, changed);
      const now = this.clock.now();
      const wasCancelled = before.status === 'cancelled';
      const isCancelled = changed.status === 'cancelled';
      if (columns.questions) await this.changeAnswers(id, changesOfQuestions(before.questions, columns.questions), now);
      const written = {
        ...columns,
        ...(wasCancelled !== isCancelled && { cancelledAt: isCancelled ? now : null }),
        search: searchTextOf(changed),
        updatedAt: now,
      };
      await checkedByKeys(changes.tourId, () => this.events.update(id, written));
      const after = await this.get(id);
      this.recorder.updated(EVENT_RECORD, before, after);
      if (TIMES.some((field) => before[field] !== after[field])) await this.rescheduling.take(id);
      if (moveTrips && before.startsAt !== null && after.startsAt !== null)
        await this.trips.get().move(id, Date.parse(after.startsAt) - Date.parse(before.startsAt));
      await this.waiting.get().settle(after);
      return after;
    });
  }

  /** Deletes an event with everything that belongs to it. @throws NotFound, PreconditionFailed (If-Match) */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      // The lock keeps others from adding anything to it. Guests who are deleted meanwhile may still be counted.
      const event = await this.lock(id);
      requireMatch(EVENT_RECORD, event);
      const belongings = await this.events.countBelongings(id);
      await this.trips.get().end(id);
      await this.events.delete(id);
      this.recorder.deleted(EVENT_RECORD, event, { belongings });
    });
  }

  private async requireNobodyWaiting(before: EventView, { waitlist }: Pick<EventView, 'waitlist'>): Promise<void> {
    if (waitlist !== 'off' || before.waitlist === 'off' || !(await this.waiting.get().isAnyoneWaiting(before.id)))
      return;
    throw new Conflict('waitlist_in_use', 'Guests are on the waiting list. Accept them, or take them off it.');
  }

  /** @throws Conflict `question_in_use` */
  private async changeAnswers(id: string, { removed, otherKind }: QuestionChanges, now: Date): Promise<void> {
    if (otherKind.length > 0 && (await this.answers.get().has(id, otherKind)))
      throw new Conflict('question_in_use', 'Guests have answered a question whose kind would change. Ask a new one.');
    if (removed.length > 0) await this.answers.get().remove(id, removed, now);
  }

  private async withIncluded(views: EventView[], { include }: EventsQuery): Promise<ListedEvent[]> {
    if (!include?.includes('summary')) return views;
    const summaries = await this.summaries.ofEvents(views.map(({ id }) => id));
    // One that was deleted between the two reads has none.
    return views.map((view) => ({ ...view, summary: summaries.get(view.id) }));
  }

  private async lock(id: string): Promise<EventView> {
    requireFound(await this.events.lock(id));
    return this.get(id);
  }
}

function searchTextOf({ name, venue }: Pick<EventView, 'name' | 'venue'>): string {
  return searchText(name, venue?.name ?? null, venue?.city ?? null);
}

/**
 * Writes an event. The foreign key checks that the organization has the tour, even while that is being deleted.
 *
 * @throws NotFound when there is no such tour, Conflict `external_id_taken`
 */
async function checkedByKeys<T>(tourId: string | null | undefined, write: () => Promise<T>): Promise<T> {
  if (tourId != null && !isId(tourId)) throw new NotFound('tourId');
  return mapConstraintErrors(write(), {
    events_tour: () => new NotFound('tourId'),
    events_external_id: () => new Conflict('external_id_taken', 'Another event has this externalId.'),
  });
}
