import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, requireValid } from '../../../kernel/problems';
import { SingleSlot } from '../../../kernel/single-slot';
import { Steps } from '../../../kernel/steps';
import { requireMatch } from '../../../platform/http/etag';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { checkedByKeys, searchTextOf } from './event-keys';
import { timesProblem } from './event-rules';
import { EventTripsRegistry } from './event-trips';
import { EVENT_RECORD } from './event.record';
import { toVenue, type EventView, type UpdateEvent } from './events.dto';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';
import { changesOfQuestions, toQuestions, type QuestionChanges } from './questions';

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

/** Changes of events, and what they mean for those who are on them. */
@Injectable()
export class EventChanges {
  /** What else ends when the times of an event, given by its id, change; in the change's unit of work. */
  readonly rescheduling = new Steps<string>();
  private readonly waiting = new SingleSlot<WaitingGuests>('WaitingGuests');
  private readonly answers = new SingleSlot<AnswerStore>('AnswerStore');

  constructor(
    private readonly repository: EventsRepository,
    private readonly events: EventsService,
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

  /**
   * @throws NotFound (an unknown tour or question too), PreconditionFailed (If-Match), Conflict `external_id_taken`,
   *   `question_in_use`, `waitlist_in_use`, ValidationFailed when it would end before it starts
   */
  update(id: string, { moveTrips = false, ...changes }: UpdateEvent): Promise<EventView> {
    return this.unitOfWork.run(async () => {
      const before = await this.events.lock(id);
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
      await checkedByKeys(changes.tourId, () => this.repository.update(id, written));
      const after = await this.events.get(id);
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
      const event = await this.events.lock(id);
      requireMatch(EVENT_RECORD, event);
      const belongings = await this.repository.countBelongings(id);
      await this.trips.get().end(id);
      await this.repository.delete(id);
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
}
