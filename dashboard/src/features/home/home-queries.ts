import { api } from '../../shared/api';
import { followChanges } from '../../shared/query-client';
import { reading } from '../../shared/reading';

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
export const overviewQuery = reading(['overview'], (options) => api.overview.get(options));

/** Whether phones open the door of an event, or have opened it. */
export const hasDoorLinkQuery = (eventId: string) =>
  reading(
    ['access-links', 'any', eventId],
    async (options) => (await api.events.accessLinks.list(eventId, { limit: 1 }, options)).total > 0,
  );
