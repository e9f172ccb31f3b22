import { openingFrom, type Window } from './windows';

/** How long after the first change further ones are part of the same message. */
export const MERGED_FOR_MS = 5 * 60_000;

/** The triggers that are changes. */
export const CHANGE_TRIGGERS = ['moved', 'cancelled', 'seat_changed', 'promoted'] as const;
export type ChangeTrigger = (typeof CHANGE_TRIGGERS)[number];

/** An event as far as changes of it speak of it. */
export interface ChangedEvent {
  readonly status: 'draft' | 'confirmed' | 'completed' | 'cancelled';
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}

/** Where things stood before the first change of a message. */
export interface Before {
  readonly startsAt?: string | null;
  readonly endsAt?: string | null;
  readonly vehicleAssignmentId?: string | null;
}

/** What a change of an event is to rules. Guests know nothing of drafts, and of a cancelled one nothing but that. */
export function triggersOf(before: ChangedEvent, after: ChangedEvent): ('moved' | 'cancelled')[] {
  if (before.status === 'draft' || before.status === 'cancelled') return [];
  const moved = before.startsAt !== after.startsAt || before.endsAt !== after.endsAt;
  return [...(moved ? (['moved'] as const) : []), ...(after.status === 'cancelled' ? (['cancelled'] as const) : [])];
}

/** Whether there is still something to say, now that no further change is awaited: a cancellation says all. */
export function isStillSo(trigger: ChangeTrigger, before: Before, event: ChangedEvent): boolean {
  if (trigger === 'cancelled') return event.status === 'cancelled';
  if (event.status === 'draft' || event.status === 'cancelled') return false;
  if (trigger === 'moved') return before.startsAt !== event.startsAt || before.endsAt !== event.endsAt;
  return true;
}

/** When a message about a change goes out that is ready now: at the next opening, but never after the start. */
export function changeSendingTime(now: Date, window: Window | null, startsAt: Date | null, zone: string): Date {
  if (window === null || (startsAt !== null && startsAt <= now)) return now;
  const opens = openingFrom(now, window, zone);
  return startsAt !== null && opens > startsAt ? startsAt : opens;
}
