import { queryOptions } from '@tanstack/react-query';
import type { CreateEventData, ListEventsData, UpdateEventData } from '@tour-events/client';
import { recorded, te } from '../../shared/api';
import { deleteRecord, followChanges, queryClient } from '../../shared/query-client';

followChanges(
  'events',
  'event_guest',
  'guest.rsvp',
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
    queryFn: ({ signal }) => te.events.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** All events that touch a period; a month has few enough to be read at once. */
export const eventsBetweenQuery = (query: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: ['events', 'between', query],
    queryFn: ({ signal }) => te.events.list({ ...query, sortBy: 'startsAt', limit: 100 }, { signal }),
    placeholderData: (before) => before,
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id],
    queryFn: ({ signal }) => recorded(te.events.get(id, { signal })),
  });

export const eventSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'summary'],
    queryFn: ({ signal }) => te.events.getSummary(id, { signal }),
  });

/** What a change of an event makes stale. */
function invalidate(): void {
  for (const key of ['events', 'tours', 'overview']) void queryClient.invalidateQueries({ queryKey: [key] });
}

export async function createEvent(body: CreateEventData['body'], idempotencyKey: string) {
  const event = await te.events.create(body, { idempotencyKey });
  invalidate();
  return event;
}

export async function updateEvent(id: string, body: UpdateEventData['body'], ifMatch: string) {
  const event = await recorded(te.events.update(id, body, { ifMatch }));
  queryClient.setQueryData(eventQuery(id).queryKey, event);
  invalidate();
  return event.record;
}

export async function deleteEvent(id: string, ifMatch: string): Promise<void> {
  await deleteRecord(id, () => te.events.delete(id, { ifMatch }));
  invalidate();
}
