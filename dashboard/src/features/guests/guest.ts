import type { GetGuestPersonalDataResponse, GetGuestResponse } from '@tour-events/client';
import { api, readAll } from '../../shared/api';
import { reading } from '../../shared/reading';
import { resource } from '../../shared/resource';
import { byStart } from '../../shared/time';

export type Guest = GetGuestResponse;

export const guests = resource({
  name: 'guest',
  key: 'guests',
  stale: ['event-guests'],
  calls: api.guests,
});

export const guestEventsQuery = (id: string) =>
  reading(['guests', id, 'events'], async (options) =>
    (await readAll(api.guests.events.all(id, {}, options))).sort((a, b) => byStart(b.event, a.event)),
  );

/** All that is known of a guest. */
export type PersonalData = GetGuestPersonalDataResponse;

export const personalDataQuery = (id: string) =>
  reading(['guests', id, 'personal-data'], (options) => api.guests.getPersonalData(id, options));

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
  void guests.invalidate();
}
