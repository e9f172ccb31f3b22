import type { GetEventSummaryResponse } from '@tour-events/client';

export type AnswersOfGuests = Pick<GetEventSummaryResponse, 'rsvp' | 'waiting'>;

/** How many guests there are, and how many have answered: whoever waits for a place has. */
export function answerCounts({ rsvp, waiting: waitingOrNull }: AnswersOfGuests) {
  const { accepted, tentative, declined, pending } = rsvp ?? { accepted: 0, tentative: 0, declined: 0, pending: 0 };
  const waiting = waitingOrNull ?? 0;
  const open = pending - waiting;
  const answered = accepted + tentative + declined + waiting;
  return { guests: answered + open, answered, open, waiting };
}
