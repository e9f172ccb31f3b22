import { queryOptions } from '@tanstack/react-query';
import type { CreateTourData, ListToursData, UpdateTourData } from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { deleteRecord, followChanges, queryClient } from '../../shared/query-client';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';

followChanges('tours', 'event', 'expense');

export type TourChanges = UpdateTourData['body'];

export const toursQuery = (query: ListToursData['query']) =>
  queryOptions({
    queryKey: ['tours', 'list', query],
    meta: { follows: ['event_guest', 'guest.rsvp'] },
    queryFn: ({ signal }) => api.tours.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const tourQuery = (id: string) =>
  queryOptions({
    queryKey: ['tours', id],
    queryFn: ({ signal }) => versioned(api.tours.get(id, { signal })),
  });

export const tourSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['tours', id, 'summary'],
    queryFn: ({ signal }) => api.tours.getSummary(id, { signal }),
  });

/** Tours to choose from, by name. */
export const TOUR_CHOICES: ChoiceSource = {
  key: 'tours',
  find: async (q, options) => {
    const query = { ...(q !== undefined && { q }), sortBy: 'name', limit: SHOWN_CHOICES } as const;
    const { data, total } = await api.tours.list(query, options);
    return { choices: data.map(({ id, name }) => ({ value: id, label: name })), total };
  },
  label: async (id) => (await queryClient.ensureQueryData(tourQuery(id))).record.name,
};

/** What a change of a tour makes stale. */
const invalidate = () => queryClient.invalidateQueries({ queryKey: ['tours'] });

export async function createTour(body: CreateTourData['body'], idempotencyKey: string) {
  const tour = await api.tours.create(body, { idempotencyKey });
  void invalidate();
  return tour;
}

export async function updateTour(id: string, body: TourChanges, ifMatch: string) {
  const tour = await versioned(api.tours.update(id, body, { ifMatch }));
  queryClient.setQueryData(tourQuery(id).queryKey, tour);
  void invalidate();
  return tour.record;
}

export async function deleteTour(id: string, ifMatch: string): Promise<void> {
  await deleteRecord(id, () => api.tours.delete(id, { ifMatch }));
  void invalidate();
}
