import type { Waitlist } from '../events';

/** Guests who asked for places in one request: they wait, and are accepted, together. */
export interface WaitingGroup {
  /** Those with plus-ones. */
  readonly people: number;
}

/**
 * Who is accepted next, and the only place that decides it: in their order, everybody whom the places that are still free
 * suffice for. Those whom they don't suffice for keep their position and hold nobody up, so that no place stays free while
 * somebody fits.
 *
 * @param free places that nobody has; null where there is no limit. It may be negative
 * @param waiting in the order in which they asked
 * @returns those who are accepted, in the same order
 */
export function acceptedNext<Group extends WaitingGroup>(free: number | null, waiting: readonly Group[]): Group[] {
  let left = free ?? Infinity;
  return waiting.filter(({ people }) => {
    if (people > left) return false;
    left -= people;
    return true;
  });
}

/** Guests who ask for places, and the event that they ask at. */
export interface Asking extends WaitingGroup {
  readonly waitlist: Waitlist;
  /** See {@link acceptedNext}; those who wait have had the chance to take them. */
  readonly free: number | null;
  /** Whether anybody is on the list, they themselves included. */
  readonly isAnyoneWaiting: boolean;
}

/**
 * What becomes of guests who ask for places by their own link. On a list that planners decide about nobody goes past those
 * who wait already, whoever fits.
 *
 * @returns `full` where there is no list to wait on
 */
export function outcomeOf({ waitlist, free, people, isAnyoneWaiting }: Asking): 'accepted' | 'waits' | 'full' {
  const mustWait = waitlist === 'manual' && isAnyoneWaiting;
  if (!mustWait && acceptedNext(free, [{ people }]).length > 0) return 'accepted';
  return waitlist === 'off' ? 'full' : 'waits';
}
