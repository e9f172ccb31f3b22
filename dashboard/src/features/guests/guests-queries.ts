import { queryOptions } from '@tanstack/react-query';
import type {
  CreateGuestData,
  GetGuestPersonalDataResponse,
  ListGuestsData,
  UpdateGuestData,
} from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { deleteRecord, queryClient } from '../../shared/query-client';
import { byStart } from '../../shared/time';

export const guestsQuery = (query: ListGuestsData['query']) =>
  queryOptions({
    queryKey: ['guests', 'list', query],
    queryFn: ({ signal }) => api.guests.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const guestQuery = (id: string) =>
  queryOptions({
    queryKey: ['guests', id],
    queryFn: ({ signal }) => versioned(api.guests.get(id, { signal })),
  });

export const guestEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['guests', id, 'events'],
    queryFn: async ({ signal }) =>
      (await readAll(api.guests.events.all(id, {}, { signal }))).sort((a, b) => byStart(b.event, a.event)),
  });

/** All that is known of a guest. */
export type PersonalData = GetGuestPersonalDataResponse;

export const personalDataQuery = (id: string) =>
  queryOptions({
    queryKey: ['guests', id, 'personal-data'],
    queryFn: ({ signal }) => api.guests.getPersonalData(id, { signal }),
  });

/** The same as a file. */
export async function personalDataFile(id: string, format: 'json' | 'csv'): Promise<Blob> {
  if (format === 'json') {
    const data = await api.guests.getPersonalData(id);
    return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  }
  const csv = (await api.guests.getPersonalData(id, { headers: { Accept: 'text/csv' } })) as unknown as string;
  return new Blob([csv], { type: 'text/csv' });
}

export async function eraseGuest(id: string, force: boolean): Promise<void> {
  await api.guests.erase(id, { force });
  invalidateGuests();
}

/** What a change of a guest makes stale. */
export function invalidateGuests(): void {
  for (const key of ['guests', 'event-guests']) void queryClient.invalidateQueries({ queryKey: [key] });
}

export async function createGuest(body: CreateGuestData['body'], idempotencyKey: string) {
  const guest = await api.guests.create(body, { idempotencyKey });
  invalidateGuests();
  return guest;
}

export async function updateGuest(id: string, body: UpdateGuestData['body'], ifMatch: string) {
  const guest = await versioned(api.guests.update(id, body, { ifMatch }));
  queryClient.setQueryData(guestQuery(id).queryKey, guest);
  invalidateGuests();
  return guest.record;
}

export async function deleteGuest(id: string, ifMatch: string): Promise<void> {
  await deleteRecord(id, () => api.guests.delete(id, { ifMatch }));
  invalidateGuests();
}
