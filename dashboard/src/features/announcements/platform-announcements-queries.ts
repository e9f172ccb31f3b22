import { queryOptions } from '@tanstack/react-query';
import type { ListPlatformAnnouncementsData, PublishAnnouncementData } from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

export const platformAnnouncementsQuery = (query: ListPlatformAnnouncementsData['query']) =>
  queryOptions({
    queryKey: ['announcements', 'platform', query],
    queryFn: ({ signal }) => api.platform.announcements.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: ['announcements', id],
    queryFn: ({ signal }) => versioned(api.announcements.get(id, { signal })),
  });

/** Those who have read one, the last one first, a page at a time. */
export const readersQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['announcements', id, 'readers', page],
    queryFn: ({ signal }) => api.platform.announcements.readers.list(id, { limit: 50, page }, { signal }),
    placeholderData: (before) => before,
  });

const invalidate = () => queryClient.invalidateQueries({ queryKey: ['announcements'] });

export async function publish(body: PublishAnnouncementData['body'], idempotencyKey: string) {
  const announcement = await api.announcements.publish(body, { idempotencyKey });
  void invalidate();
  return announcement;
}

export async function updateAnnouncement(id: string, body: PublishAnnouncementData['body'], ifMatch: string) {
  const announcement = await api.announcements.update(id, body, { ifMatch });
  void invalidate();
  return announcement;
}

export async function deleteAnnouncement(id: string): Promise<void> {
  await api.announcements.delete(id);
  void invalidate();
}
