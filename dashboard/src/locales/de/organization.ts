import type { Dictionary } from '../en';

export const organization: Dictionary['organization'] = {};
