import type { Dictionary } from '../en';

export const vehicles: Dictionary['vehicles'] = {};
