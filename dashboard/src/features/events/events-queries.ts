import { queryOptions } from '@tanstack/react-query';
import type {
  CreateEventData,
  DuplicateEventData,
  GetEventSummaryResponse,
  ListEventsData,
  ListEventsResponse,
  UpdateEventData,
} from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { deleteRecord, followChanges, queryClient } from '../../shared/query-client';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';
import { byStart } from '../../shared/time';

followChanges(
  'events',
  'event_guest',
  'guest.rsvp',
  'guest.waitlisted',
  'guest.promoted',
  'guest.checked_in',
  'guest.check_in_undone',
  'guest.vehicle_changed',
  'vehicle_assignment',
  'team_member',
  'expense',
);

export const eventsQuery = (query: ListEventsData['query']) =>
  queryOptions({
    queryKey: ['events', 'list', query],
    queryFn: ({ signal }) => api.events.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** Some events to choose from: from a day on by date, then the others, the latest first. */
export const upcomingFirstQuery = (q: string, from: string) =>
  queryOptions({
    queryKey: ['events', 'upcoming first', q, from],
    queryFn: async ({ signal }) => {
      const read = { ...(q !== '' && { q }), sortBy: 'startsAt', limit: SHOWN_CHOICES } as const;
      const upcoming = await api.events.list({ ...read, from }, { signal });
      if (upcoming.total >= SHOWN_CHOICES) {
        const { total } = await api.events.list({ ...read, limit: 1 }, { signal });
        return { data: upcoming.data, total };
      }
      const { data, total } = await api.events.list({ ...read, sortDir: 'desc' }, { signal });
      const others = data.filter(({ id }) => !upcoming.data.some((event) => event.id === id));
      return { data: [...upcoming.data, ...others].slice(0, SHOWN_CHOICES), total };
    },
    placeholderData: (before) => before,
  });

/** What events of a period are read whole for: those that match filters, in the order in which they start. */
export type PeriodQuery = Pick<NonNullable<ListEventsData['query']>, 'q' | 'status' | 'tourId' | 'from' | 'to'>;

/** All events of a period, however many, in the order in which they start; those without a start last. */
export const allEventsQuery = (query: PeriodQuery) =>
  queryOptions({
    queryKey: ['events', 'all', query],
    queryFn: async ({ signal }) => (await readAll(api.events.all(query, { signal }))).sort(byStart),
    placeholderData: (before) => before,
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id],
    queryFn: ({ signal }) => versioned(api.events.get(id, { signal })),
  });

export const eventSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'summary'],
    queryFn: ({ signal }) => api.events.getSummary(id, {}, { signal }),
  });

export type DetailedSummary = GetEventSummaryResponse & { readonly details: EventDetails };
export type EventDetails = NonNullable<GetEventSummaryResponse['details']>;

/** All that the Overview of an event says of it, in one request. */
export const eventDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'details'],
    meta: {
      follows: ['event_guest', 'guest', 'vehicle_assignment', 'vehicle', 'team_member', 'expense', 'trip', 'tour'],
    },
    queryFn: async ({ signal }) =>
      (await api.events.getSummary(id, { include: ['details'] }, { signal })) as DetailedSummary,
  });

const MAX_LATEST = 5;

/** What was done last with an event itself. */
export const latestQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'latest'],
    queryFn: async ({ signal }) => {
      const { data } = await api.auditLogs.list({ targetType: 'event', targetId: id, limit: MAX_LATEST }, { signal });
      return data;
    },
  });

/** What those who come need, as those who cook count it. */
export const needsQuery = (id: string) =>
  queryOptions({
    queryKey: ['event-guests', id, 'needs'],
    queryFn: ({ signal }) => api.events.getNeeds(id, { signal }),
  });

export type Stop = ListEventsResponse['data'][number];

/** The stops of a tour with their figures, in the order in which they start. */
export const tourStopsQuery = (tourId: string) =>
  queryOptions({
    queryKey: ['events', 'stops', tourId],
    queryFn: async ({ signal }) =>
      (await readAll(api.events.all({ tourId, include: ['summary'] }, { signal }))).sort(byStart),
  });

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
  label: async (id) => (await queryClient.ensureQueryData(eventQuery(id))).record.name,
};

/** What a change of an event makes stale. */
function invalidate(): void {
  for (const key of ['events', 'tours', 'overview']) void queryClient.invalidateQueries({ queryKey: [key] });
}

export async function createEvent(body: CreateEventData['body'], idempotencyKey: string) {
  const event = await api.events.create(body, { idempotencyKey });
  invalidate();
  return event;
}

export async function duplicateEvent(id: string, body: DuplicateEventData['body'], idempotencyKey: string) {
  const event = await api.events.duplicate(id, body, { idempotencyKey });
  invalidate();
  return event;
}

export async function updateEvent(id: string, body: UpdateEventData['body'], ifMatch: string) {
  const event = await versioned(api.events.update(id, body, { ifMatch }));
  queryClient.setQueryData(eventQuery(id).queryKey, event);
  invalidate();
  return event.record;
}

export async function deleteEvent(id: string, ifMatch: string): Promise<void> {
  await deleteRecord(id, () => api.events.delete(id, { ifMatch }));
  invalidate();
}
