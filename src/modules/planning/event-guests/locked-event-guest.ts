import { Conflict } from '../../../kernel/problems';
import type { EventGuestView } from './event-guests.dto';

/** A guest of an event, who is locked, and whether they were erased. */
export interface LockedEventGuest {
  readonly view: EventGuestView;
  readonly isErased: boolean;
}

/** @throws Conflict `guest_erased`: nothing can be known of them again */
export function livingOf({ view, isErased }: LockedEventGuest): EventGuestView {
  if (isErased) throw new Conflict('guest_erased', 'The guest was erased.');
  return view;
}
