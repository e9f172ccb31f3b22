import type { Dictionary } from '../en';

export const announcements: Dictionary['announcements'] = {
  title: 'Ankündigungen',
  empty: 'Es gibt keine Ankündigungen.',
  markRead: 'Als gelesen markieren',
  levels: { info: 'Information', warning: 'Warnung', critical: 'Kritisch' },
};
