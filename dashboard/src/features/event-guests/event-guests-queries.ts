import {
  NotFoundError,
  type CreateGuestData,
  type GuestSource,
  type ListEventGuestsData,
  type ListEventWaitlistData,
  type UpdateEventGuestData,
} from '@tour-events/client';
import { api } from '../../shared/api';
import { followChanges, makeStale, queryClient } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';
import { invalidateEventFigures } from '../events';

followChanges('event-guests', 'guest', 'vehicle_assignment', 'party');

export const eventGuestsQuery = (eventId: string, query: ListEventGuestsData['query']) =>
  paging(['event-guests', eventId, query], (options) => api.events.guests.list(eventId, query, options));

/** Who waits for a place, in order. */
export const waitlistQuery = (eventId: string, query: ListEventWaitlistData['query']) =>
  paging(['event-guests', eventId, 'waitlist', query], async (options) => {
    const page = await api.events.waitlist.list(eventId, query, options);
    return { ...page, data: page.data.map((entry) => ({ ...entry, id: entry.eventGuestId })) };
  });

/** What guests of an event are asked. */
export const questionsQuery = (eventId: string) =>
  reading(['events', eventId, 'questions'], async (options) => (await api.events.get(eventId, options)).questions);

/** What a change of who comes makes stale. @returns once the event's own lists are read again */
export function invalidateEventGuests(eventId: string): Promise<void> {
  void makeStale('vehicle-assignments', 'overview', 'guests', 'parties');
  invalidateEventFigures(eventId);
  return queryClient.invalidateQueries({ queryKey: ['event-guests', eventId] });
}

/** Makes a guest who is on the event from the beginning. */
export async function addNewGuest(eventId: string, body: CreateGuestData['body'], idempotencyKey: string) {
  await api.events.guests.add(eventId, body, { idempotencyKey });
  void invalidateEventGuests(eventId);
}

/** Puts everybody from somewhere on the event. @returns how many were not on it before */
export async function addGuestsFrom(eventId: string, from: GuestSource): Promise<number> {
  const { data } = await api.events.guests.add(eventId, { from });
  void invalidateEventGuests(eventId);
  return data.length;
}

export async function answer(eventId: string, id: string, body: UpdateEventGuestData['body']): Promise<void> {
  await api.events.guests.answer(eventId, id, body);
  void invalidateEventGuests(eventId);
}

/** Says how many people a guest brings along; whoever calls it several times in a row reads the lists afterwards. */
export async function savePlusOnes(eventId: string, id: string, plusOnes: number): Promise<void> {
  await api.events.guests.answer(eventId, id, { plusOnes });
}

/** Gives somebody who waits a place, with those who wait with them. */
export async function acceptWaiting(eventId: string, id: string): Promise<void> {
  try {
    await api.events.waitlist.promote(eventId, id);
  } finally {
    // Somebody else may have been quicker.
    void invalidateEventGuests(eventId);
  }
}

/** Puts a guest at the end of the list; on one that fills itself they are accepted if there is a place. */
export async function addToWaitlist(eventId: string, eventGuestId: string): Promise<void> {
  try {
    await api.events.waitlist.add(eventId, { eventGuestId });
  } finally {
    void invalidateEventGuests(eventId);
  }
}

export async function takeOffWaitlist(eventId: string, id: string): Promise<void> {
  try {
    await api.events.waitlist.remove(eventId, id);
  } finally {
    void invalidateEventGuests(eventId);
  }
}

export async function checkIn(eventId: string, id: string, isIn: boolean): Promise<void> {
  if (isIn) await api.events.guests.checkIn(eventId, id);
  else await api.events.guests.undoCheckIn(eventId, id);
  void invalidateEventGuests(eventId);
}

/** Takes guests off the event. Who is off it already, because somebody else was quicker, is no error. */
export async function removeGuests(eventId: string, ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids)
      await api.events.guests.remove(eventId, id).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
      });
  } finally {
    void invalidateEventGuests(eventId);
  }
}
