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
import { localTime, OWN_TIME_ZONE } from '../../shared/time';
import { instantOrNull } from '../../shared/typed';

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
  /** The times of the form are those of the operator's own clock: announcements are read in all zones. */
  valuesOf: ({ title, body, level, audience, expiresAt }) => ({
    title,
    body,
    level,
    audience,
    expiresAt: localTime(expiresAt, OWN_TIME_ZONE),
  }),
  empty: { title: '', body: '', level: 'info', audience: 'admins', expiresAt: '' },
  bodyOf: ({ expiresAt, ...values }) => ({
    ...values,
    expiresAt: instantOrNull(expiresAt, OWN_TIME_ZONE),
  }),
});

/** Those who have read one, the last one first, a page at a time. */
export const readersQuery = (id: string, page: number) =>
  paging(['announcements', id, 'readers', page], (options) =>
    platform.announcements.readers.list(id, { limit: 50, page }, options),
  );
