import type { Dictionary } from '../en';

export const seats: Dictionary['seats'] = {};
