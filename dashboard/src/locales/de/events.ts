import type { Dictionary } from '../en';

export const events: Dictionary['events'] = {};
