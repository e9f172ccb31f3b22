import type {
  AnnouncementAudience,
  AnnouncementLevel,
  GetAnnouncementResponse,
  ListPlatformAnnouncementsData,
  PublishAnnouncementData,
} from '@tour-events/client';
import { api } from '../../shared/api';
import { paging } from '../../shared/reading';
import { resource } from '../../shared/resource';

export type Announcement = GetAnnouncementResponse;

export const LEVELS: readonly AnnouncementLevel[] = ['info', 'warning', 'critical'];
export const AUDIENCES: readonly AnnouncementAudience[] = ['admins', 'everyone'];

const { announcements: calls, platform } = api;

/** As operators see them. */
export const announcements = resource({
  name: 'announcement',
  key: 'announcements',
  calls: {
    list: (query: ListPlatformAnnouncementsData['query'], options) => platform.announcements.list(query, options),
    get: (id, options) => calls.get(id, options),
    create: (body: PublishAnnouncementData['body'], options) => calls.publish(body, options),
    update: (id, body: PublishAnnouncementData['body'], options) => calls.update(id, body, options),
    delete: (id, options) => calls.delete(id, options),
  },
});

/** Those who have read one, the last one first, a page at a time. */
export const readersQuery = (id: string, page: number) =>
  paging(['announcements', id, 'readers', page], (options) =>
    platform.announcements.readers.list(id, { limit: 50, page }, options),
  );
