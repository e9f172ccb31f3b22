export { AnnouncementState } from './announcement-state';
export { markRead, unreadQuery } from './announcements-queries';
