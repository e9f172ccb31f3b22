import type { Dictionary } from '../en';

export const announcements: Dictionary['announcements'] = {};
