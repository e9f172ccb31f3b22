import { queryOptions } from '@tanstack/react-query';
import type { CreateGuestData, ListGuestsData, UpdateGuestData } from '@tour-events/client';
import { recorded, te } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

export const guestsQuery = (query: ListGuestsData['query']) =>
  queryOptions({
    queryKey: ['guests', 'list', query],
    queryFn: ({ signal }) => te.guests.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const guestQuery = (id: string) =>
  queryOptions({
    queryKey: ['guests', id],
    queryFn: ({ signal }) => recorded(te.guests.get(id, { signal })),
  });

export const guestEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['guests', id, 'events'],
    queryFn: ({ signal }) => te.guests.events.list(id, { sortBy: 'startsAt', limit: 100 }, { signal }),
  });

/** What a change of a guest makes stale. */
export function invalidateGuests(): void {
  for (const key of ['guests', 'event-guests']) void queryClient.invalidateQueries({ queryKey: [key] });
}

export async function createGuest(body: CreateGuestData['body'], idempotencyKey: string) {
  const guest = await te.guests.create(body, { idempotencyKey });
  invalidateGuests();
  return guest;
}

export async function updateGuest(id: string, body: UpdateGuestData['body'], ifMatch: string) {
  const guest = await recorded(te.guests.update(id, body, { ifMatch }));
  queryClient.setQueryData(guestQuery(id).queryKey, guest);
  invalidateGuests();
  return guest.record;
}

export async function deleteGuest(id: string, ifMatch: string): Promise<void> {
  await te.guests.delete(id, { ifMatch });
  queryClient.removeQueries({ queryKey: ['guests', id] });
  invalidateGuests();
}
