import type { GetTourResponse, ListToursData } from '@tour-events/client';
import { api } from '../../shared/api';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';
import { followChanges, queryClient } from '../../shared/query-client';
import { reading } from '../../shared/reading';
import { resource } from '../../shared/resource';

export type Tour = GetTourResponse;

followChanges('tours', 'event', 'expense');

export const tours = resource({
  name: 'tour',
  key: 'tours',
  calls: api.tours,
});

/** A page of tours with their figures. */
export const toursQuery = (query: ListToursData['query']) => ({
  ...tours.list(query),
  meta: { follows: ['event_guest', 'guest.rsvp'] as const },
});

export const tourSummaryQuery = (id: string) =>
  reading(['tours', id, 'summary'], (options) => api.tours.getSummary(id, options));

/** Tours to choose from, by name. */
export const TOUR_CHOICES: ChoiceSource = {
  key: 'tours',
  find: async (q, options) => {
    const query = { ...(q !== undefined && { q }), sortBy: 'name', limit: SHOWN_CHOICES } as const;
    const { data, total } = await api.tours.list(query, options);
    return { choices: data.map(({ id, name }) => ({ value: id, label: name })), total };
  },
  label: async (id) => (await queryClient.ensureQueryData(tours.one(id))).record.name,
};
