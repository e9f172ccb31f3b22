import type { Dictionary } from '../en';

export const guests: Dictionary['guests'] = {};
