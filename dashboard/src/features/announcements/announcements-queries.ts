import { queryOptions } from '@tanstack/react-query';
import { te } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

/** How many announcements are unread; one record is enough to learn the total. */
export const unreadQuery = queryOptions({
  queryKey: ['announcements', 'unread'],
  queryFn: ({ signal }) => te.announcements.list({ unread: true, limit: 1 }, { signal }),
});

export const announcementsQuery = queryOptions({
  queryKey: ['announcements', 'list'],
  queryFn: ({ signal }) => te.announcements.list({ limit: 100 }, { signal }),
});

export async function markRead(id: string): Promise<void> {
  await te.announcements.markRead(id);
  void queryClient.invalidateQueries({ queryKey: ['announcements'] });
}
