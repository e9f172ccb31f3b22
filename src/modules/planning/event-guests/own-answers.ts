import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, requireValid, within, type FieldProblem } from '../../../kernel/problems';
import type { EventView } from '../events';
import { missingAnswers } from './answers';
import type { EventGuestView } from './event-guests.dto';
import type { GivenAnswer } from './guest-answers';
import { afterAnswer } from './rsvp-rules';
import { maxPlusOnesOf } from './rsvp.dto';

/** The rules of answers that guests give themselves, beyond those that bind planners as well. */
@Injectable()
export class OwnAnswers {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Whether the time to answer is over. */
  isClosed({ rsvpDeadline }: Pick<EventView, 'rsvpDeadline'>): boolean {
    return rsvpDeadline !== null && this.clock.now().getTime() > Date.parse(rsvpDeadline);
  }

  /** Whether an event has not begun, or it isn't known when it does. */
  isAhead({ startsAt }: Pick<EventView, 'startsAt'>): boolean {
    return startsAt === null || this.clock.now().getTime() < Date.parse(startsAt);
  }

  /**
   * After the deadline somebody who has accepted can still decline, and nothing else can change.
   *
   * @throws Conflict `rsvp_closed`
   */
  requireOpen(event: EventView, given: readonly GivenAnswer[]): void {
    if (!this.isClosed(event)) return;
    const isDecline = ({ before, answer }: GivenAnswer) =>
      answer.rsvp === 'declined' && (before.rsvp === 'accepted' || before.rsvp === 'declined');
    const isSame = ({ before, answer }: GivenAnswer) =>
      answer.note === undefined && afterAnswer(event, before, answer, []) === before;
    if (given.some(isDecline) && given.every((entry) => isDecline(entry) || isSame(entry))) return;
    throw new Conflict('rsvp_closed', 'The time to answer is over. Who has accepted can still decline.');
  }

  /** @throws ValidationFailed when they would bring more people than they may, or have not answered what is required */
  requireAllowed(event: EventView, given: readonly GivenAnswer[]): void {
    const problems = given.flatMap(({ before, answer, parent }) => {
      const found: FieldProblem[] = [];
      const after = afterAnswer(event, before, answer, found);
      found.push(...plusOnesProblems(event, before, after));
      if (after.rsvp === 'accepted') {
        const named = new Set(found.map(({ field }) => field));
        found.push(...missingAnswers(event.questions, after.answers).filter(({ field }) => !named.has(field)));
      }
      return parent === undefined ? found : within(parent, found);
    });
    requireValid(problems);
  }
}

/** What planners gave them stays theirs. */
function plusOnesProblems(event: EventView, before: EventGuestView, { plusOnes }: EventGuestView): FieldProblem[] {
  const max = maxPlusOnesOf(event, before);
  if (plusOnes <= before.plusOnes || plusOnes <= max) return [];
  const message = `plusOnes must be from 0 to ${max}.`;
  return [{ field: 'plusOnes', code: 'out_of_range', message, params: { min: 0, max } }];
}
