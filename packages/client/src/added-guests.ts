import type { AddedEventGuests, EventGuestView } from './generated/types.gen.js';

/** What adding guests to an event gives: the event guest, or all of them where the body names several, or where to take them from. */
export type AddedBy<Body> = Body extends { guestIds: unknown } | { from: unknown } ? AddedEventGuests : EventGuestView;
