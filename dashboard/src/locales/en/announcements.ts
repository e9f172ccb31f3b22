export const announcements = {
  title: 'Announcements',
  empty: 'There are no announcements.',
  markRead: 'Mark as read',
  levels: { info: 'Information', warning: 'Warning', critical: 'Critical' },
};
