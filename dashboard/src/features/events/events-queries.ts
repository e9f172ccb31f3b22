import type {
  DuplicateEventData,
  GetEventSummaryResponse,
  ListEventsData,
  ListEventsResponse,
} from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';
import { byStart } from '../../shared/time';
import { paging, reading } from '../../shared/reading';
import { events } from './event';

/** Some events to choose from: from a day on by date, then the others, the latest first. */
export const upcomingFirstQuery = (q: string, from: string) =>
  paging(['events', 'upcoming first', q, from], async (options) => {
    const read = { ...(q !== '' && { q }), sortBy: 'startsAt', limit: SHOWN_CHOICES } as const;
    const upcoming = await api.events.list({ ...read, from }, options);
    if (upcoming.total >= SHOWN_CHOICES) {
      const { total } = await api.events.list({ ...read, limit: 1 }, options);
      return { data: upcoming.data, total };
    }
    const { data, total } = await api.events.list({ ...read, sortDir: 'desc' }, options);
    const others = data.filter(({ id }) => !upcoming.data.some((event) => event.id === id));
    return { data: [...upcoming.data, ...others].slice(0, SHOWN_CHOICES), total };
  });

/** What events of a period are read whole for: those that match filters, in the order in which they start. */
export type PeriodQuery = Pick<NonNullable<ListEventsData['query']>, 'q' | 'status' | 'tourId' | 'from' | 'to'>;

/** All events of a period, however many, in the order in which they start; those without a start last. */
export const allEventsQuery = (query: PeriodQuery) =>
  paging(['events', 'all', query], async (options) => (await readAll(api.events.all(query, options))).sort(byStart));

export const eventSummaryQuery = (id: string) =>
  reading(['events', id, 'summary'], (options) => api.events.getSummary(id, {}, options));

export type DetailedSummary = GetEventSummaryResponse & { readonly details: EventDetails };
export type EventDetails = NonNullable<GetEventSummaryResponse['details']>;

/** All that the Overview of an event says of it, in one request. */
export const eventDetailsQuery = (id: string) =>
  reading(
    ['events', id, 'details'],
    async (options) => (await api.events.getSummary(id, { include: ['details'] }, options)) as DetailedSummary,
    {
      meta: {
        follows: ['event_guest', 'guest', 'vehicle_assignment', 'vehicle', 'team_member', 'expense', 'trip', 'tour'],
      },
    },
  );

const MAX_LATEST = 5;

/** What was done last with an event itself. */
export const latestQuery = (id: string) =>
  reading(['events', id, 'latest'], async (options) => {
    const { data } = await api.auditLogs.list({ targetType: 'event', targetId: id, limit: MAX_LATEST }, options);
    return data;
  });

/** What those who come need, as those who cook count it. */
export const needsQuery = (id: string) =>
  reading(['event-guests', id, 'needs'], (options) => api.events.getNeeds(id, options));

export type Stop = ListEventsResponse['data'][number];

/** The stops of a tour with their figures, in the order in which they start. */
export const tourStopsQuery = (tourId: string) =>
  reading(['events', 'stops', tourId], async (options) =>
    (await readAll(api.events.all({ tourId, include: ['summary'] }, options))).sort(byStart),
  );

/** What a change of who comes makes stale of the figures of an event: its own, and those among the stops of its tour. */
export function invalidateEventFigures(id: string): void {
  void queryClient.invalidateQueries(eventSummaryQuery(id));
  void queryClient.invalidateQueries(eventDetailsQuery(id));
  void queryClient.invalidateQueries({ queryKey: ['events', 'stops'] });
}

/** Events to choose from, the latest first. */
export const EVENT_CHOICES: ChoiceSource = {
  key: 'events',
  find: async (q, options) => {
    const query = { ...(q !== undefined && { q }), sortBy: 'startsAt', sortDir: 'desc', limit: SHOWN_CHOICES } as const;
    const { data, total } = await api.events.list(query, options);
    return { choices: data.map(({ id, name }) => ({ value: id, label: name })), total };
  },
  label: async (id) => (await queryClient.ensureQueryData(events.one(id))).record.name,
};

export async function duplicateEvent(id: string, body: DuplicateEventData['body'], idempotencyKey: string) {
  const event = await api.events.duplicate(id, body, { idempotencyKey });
  void events.invalidate();
  return event;
}
