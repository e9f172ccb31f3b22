export { unreadQuery } from './announcements-queries';
