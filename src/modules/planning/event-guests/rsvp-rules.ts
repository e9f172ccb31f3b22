import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, requireValid, ValidationFailed, type FieldProblem } from '../../../kernel/problems';
import type { EventView } from '../events';
import { mergedAnswers, type AnswersInput } from './answers';
import { companionsOf, type CompanionInput } from './companions';
import { EVENT_GUEST_RECORD } from './event-guest.record';
import type { EventGuest } from './event-guest.entity';
import { MAX_NOTES, seatsOf, type EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { comingWith, type PlaceCounts } from './place-counts';
import { RidesRegistry } from './rides';
import { withoutNote } from './rsvp.dto';
import { SeatingService } from './seating.service';

/** Changes to a guest's answer. Fields that are not given stay as they are. */
export type Answer = Partial<Pick<EventGuest, 'rsvp' | 'plusOnes' | 'maxPlusOnes' | 'notes' | 'note'>> & {
  companions?: readonly CompanionInput[] | undefined;
  answers?: AnswersInput | undefined;
};

/** The rules of an answer, whoever gives it: the guest, or a planner on their behalf. */
@Injectable()
export class RsvpRules {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly seating: SeatingService,
    private readonly rides: RidesRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Writes an answer.
   *
   * @param event must be locked, so that concurrent answers are counted
   * @param before must be locked
   * @param answer the fields to change
   * @param counts those in the database, unless some are known
   * @returns the guest as they are now; `before` itself if nothing changes
   * @throws ValidationFailed, Conflict as {@link decide} does
   */
  async apply(
    event: EventView,
    before: EventGuestView,
    answer: Answer,
    counts: PlaceCounts = this.seating,
  ): Promise<EventGuestView> {
    const { note } = answer;
    const after = await this.decide(event, before, answer, counts);
    if (note === undefined && after === before) return before;
    const { rsvp, plusOnes, maxPlusOnes, companions, answers, vehicleAssignmentId, notes } = after;
    const updatedAt = this.clock.now();
    const columns = { rsvp, plusOnes, maxPlusOnes, companions, answers, vehicleAssignmentId, notes, updatedAt };
    const waitsNoMore = before.waitlist !== null && after.waitlist === null;
    await this.guests.update(before.id, {
      ...columns,
      ...(note !== undefined && { note }),
      ...(waitsNoMore && { waitingNumber: null, waitingSince: null }),
    });
    if (after.rsvp === 'declined') await this.rides.get().follow([before.id]);
    return { ...after, updatedAt: updatedAt.toISOString() };
  }

  /**
   * Clients send notes back with the guest's note at their end; that part must not count against the planners' limit.
   *
   * @throws ValidationFailed when they are too long even without it
   */
  async requireOwnNotes(id: string, notes: string | null | undefined): Promise<void> {
    if (notes == null || fitsOwnNotes(notes)) return;
    const note = (await this.guests.findInvitation(id))?.note ?? null;
    if (fitsOwnNotes(withoutNote(notes, note) ?? '')) return;
    const message = `notes must have at most ${MAX_NOTES} characters, not counting the guest's own note at their end.`;
    throw ValidationFailed.on('notes', 'too_long', message, { max: MAX_NOTES });
  }

  /**
   * What becomes of a guest with an answer, if it can be given. A guest who declines brings nobody and gives up their
   * seats. Declining is always possible, and so is bringing fewer people. Whoever waits for a place goes on waiting as long
   * as they have not answered. The event must be locked.
   *
   * @returns `before` itself if nothing changes
   * @throws ValidationFailed for companions and answers to questions that can't be
   * @throws Conflict `event_full`, `over_capacity` (the vehicle, or a trip)
   */
  async decide(event: EventView, before: EventGuestView, answer: Answer, counts: PlaceCounts): Promise<EventGuestView> {
    const problems: FieldProblem[] = [];
    const after = afterAnswer(event, before, answer, problems);
    requireValid(problems);
    if (after === before) return before;
    await requireRoom(event, before, after, counts);
    if (seatsOf(after) <= seatsOf(before)) return after;
    const { vehicleAssignmentId } = after;
    // Without a seat they may have been added to a trip.
    if (vehicleAssignmentId === null) await counts.requireRides(after);
    else await this.seating.requireSeats(vehicleAssignmentId, after, counts);
    return after;
  }
}

/** In code points, as texts are counted everywhere. */
function fitsOwnNotes(notes: string): boolean {
  return notes.length <= MAX_NOTES || [...notes].length <= MAX_NOTES;
}

/**
 * What becomes of a guest with an answer, whatever there is room for.
 *
 * @param problems take what is wrong with it
 * @returns `before` itself if nothing changes
 */
export function afterAnswer(
  { questions }: Pick<EventView, 'questions'>,
  before: EventGuestView,
  { maxPlusOnes, companions, answers, notes, ...given }: Answer,
  problems: FieldProblem[],
): EventGuestView {
  const { rsvp = before.rsvp, plusOnes = before.plusOnes } = given;
  const after = {
    ...before,
    rsvp,
    plusOnes: rsvp === 'declined' ? 0 : plusOnes,
    maxPlusOnes: maxPlusOnes === undefined ? before.maxPlusOnes : maxPlusOnes,
    companions: companionsOf(before, companions, { rsvp, plusOnes }, problems),
    answers: mergedAnswers(questions, before.answers, answers, problems),
    vehicleAssignmentId: rsvp === 'declined' ? null : before.vehicleAssignmentId,
    notes: notes === undefined ? before.notes : notes,
    waitlist: stillWaiting(before, { rsvp, plusOnes }),
  };
  return EVENT_GUEST_RECORD.isSame(before, after) ? before : after;
}

/** Where a guest stands on the list after an answer; those who bring more people are moved afterwards. */
function stillWaiting(
  { waitlist, ...before }: EventGuestView,
  { rsvp, plusOnes }: Pick<EventGuestView, 'rsvp' | 'plusOnes'>,
): EventGuestView['waitlist'] {
  if (waitlist === null || rsvp !== 'pending') return null;
  return { ...waitlist, people: waitlist.people + plusOnes - before.plusOnes };
}

async function requireRoom(
  { capacity }: EventView,
  before: EventGuestView,
  after: EventGuestView,
  counts: PlaceCounts,
): Promise<void> {
  if (capacity === null || comingWith(after) <= comingWith(before)) return;
  const others = await counts.accepted(after.eventId, after.id);
  if (others + comingWith(after) > capacity) {
    const free = Math.max(0, capacity - others);
    throw new Conflict('event_full', `Free places at the event: ${free}, needed: ${comingWith(after)}.`);
  }
}
