import { Conflict } from '../../../kernel/problems';
import type { EventGuestView } from './event-guests.dto';

/** A place on an event that is locked, and whether its guest was erased. */
export interface LockedPlace {
  readonly view: EventGuestView;
  readonly isErased: boolean;
}

/** @throws Conflict `guest_erased`: nothing can be known of them again */
export function livingOf({ view, isErased }: LockedPlace): EventGuestView {
  if (isErased) throw new Conflict('guest_erased', 'The guest was erased.');
  return view;
}
