export { AnnouncementState } from './announcement-state';
export { unreadQuery } from './announcements-queries';
