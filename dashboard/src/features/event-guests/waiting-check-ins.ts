import { randomKey } from '@tour-events/client';
import { api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';
import { WaitingQueue, type WaitingItem } from '../../shared/waiting-queue';
import type { DoorGuest } from './door-list';

/** Somebody came, or it was taken back: it counts at the time at which it happened, whenever it is sent. */
export interface WaitingCheckIn extends WaitingItem {
  readonly eventId: string;
  readonly eventGuestId: string;
  readonly name: string;
  readonly action: 'check_in' | 'undo';
  readonly occurredAt: string;
}

export const waitingCheckIns = new WaitingQueue<WaitingCheckIn>('te-check-ins', async (item) => {
  const { eventId, eventGuestId, action, occurredAt, key } = item;
  if (action === 'undo') {
    await api.events.guests.undoCheckIn(eventId, eventGuestId, { occurredAt });
    showCheckIn(eventId, eventGuestId, null);
  } else {
    const options = { idempotencyKey: key };
    const { checkedInAt } = await api.events.guests.checkIn(eventId, eventGuestId, { occurredAt }, options);
    showCheckIn(eventId, eventGuestId, checkedInAt);
  }
});

export function newCheckIn(eventId: string, { id, name }: DoorGuest, action: WaitingCheckIn['action']): WaitingCheckIn {
  const occurredAt = new Date().toISOString();
  return { key: randomKey(), problem: null, eventId, eventGuestId: id, name, action, occurredAt };
}

/** Before the list is read again, which takes a moment after each change. */
function showCheckIn(eventId: string, id: string, checkedInAt: string | null): void {
  queryClient.setQueryData<readonly DoorGuest[]>(['event-guests', eventId, 'door'], (guests) =>
    guests?.map((guest) => (guest.id === id ? { ...guest, checkedInAt } : guest)),
  );
}

/** The list as it is once all has been sent. */
export function withWaiting(guests: readonly DoorGuest[], waiting: readonly WaitingCheckIn[]): readonly DoorGuest[] {
  const states = new Map<string, string | null>();
  for (const { eventGuestId, action, occurredAt, problem } of waiting)
    if (problem === null) states.set(eventGuestId, action === 'undo' ? null : occurredAt);
  if (states.size === 0) return guests;
  return guests.map((guest) => (states.has(guest.id) ? { ...guest, checkedInAt: states.get(guest.id)! } : guest));
}
