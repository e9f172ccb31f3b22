import { queryOptions } from '@tanstack/react-query';
import type { ListAnnouncementsResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

export type Announcement = ListAnnouncementsResponse['data'][number];

/** The newest unread announcements, and how many there are: for the bell, Home and their screen. */
export const unreadQuery = queryOptions({
  queryKey: ['announcements', 'unread'],
  queryFn: ({ signal }) => api.announcements.list({ unread: true, limit: 50 }, { signal }),
});

/** Those that one has read, a page at a time. */
export const readQuery = (page: number) =>
  queryOptions({
    queryKey: ['announcements', 'read', page],
    queryFn: ({ signal }) => api.announcements.list({ unread: false, page, limit: 20 }, { signal }),
    placeholderData: (before) => before,
  });

export async function markRead(id: string): Promise<void> {
  await api.announcements.markRead(id);
  await queryClient.invalidateQueries({ queryKey: ['announcements'] });
}
