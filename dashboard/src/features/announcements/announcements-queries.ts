import { queryOptions } from '@tanstack/react-query';
import { te } from '../../shared/api';

/** How many announcements are unread; one record is enough to learn the total. */
export const unreadQuery = queryOptions({
  queryKey: ['announcements', 'unread'],
  queryFn: ({ signal }) => te.announcements.list({ unread: true, limit: 1 }, { signal }),
});
