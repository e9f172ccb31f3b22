import { queryOptions } from '@tanstack/react-query';
import { api } from '../../shared/api';
import { followChanges } from '../../shared/query-client';

followChanges(
  'overview',
  'tour',
  'event',
  'event_guest',
  'guest.rsvp',
  'vehicle',
  'expense',
  'notification',
  'message_rule',
  'vehicle_assignment',
  'team_member',
  'trip',
);

/** What comes next, what needs attention, and how much there is. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => api.overview.get({ signal }),
});

/** Whether phones open the door of an event, or have opened it. */
export const hasDoorLinkQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['access-links', 'any', eventId],
    queryFn: async ({ signal }) => (await api.events.accessLinks.list(eventId, { limit: 1 }, { signal })).total > 0,
  });
