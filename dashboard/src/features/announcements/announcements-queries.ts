import type { ListAnnouncementsResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { makeStale } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';

export type Announcement = ListAnnouncementsResponse['data'][number];

/** The newest unread announcements, and how many there are: for the bell, Home and their screen. */
export const unreadQuery = reading(['announcements', 'unread'], (options) =>
  api.announcements.list({ unread: true, limit: 50 }, options),
);

/** Those that one has read, a page at a time. */
export const readQuery = (page: number) =>
  paging(['announcements', 'read', page], (options) =>
    api.announcements.list({ unread: false, page, limit: 20 }, options),
  );

export async function markRead(id: string): Promise<void> {
  await api.announcements.markRead(id);
  await makeStale('announcements');
}
