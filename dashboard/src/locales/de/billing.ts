import type { Dictionary } from '../en';

export const billing: Dictionary['billing'] = {};
