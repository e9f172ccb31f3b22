import type { Dictionary } from '../en';

export const home: Dictionary['home'] = {};
