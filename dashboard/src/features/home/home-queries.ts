import { queryOptions } from '@tanstack/react-query';
import { te } from '../../shared/api';
import { followChanges } from '../../shared/query-client';

followChanges('overview', 'tour', 'event', 'event_guest', 'guest.rsvp', 'vehicle', 'expense', 'notification');

/** What comes next, what needs attention, and how much there is. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => te.overview.get({ signal }),
});
