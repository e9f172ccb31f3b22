import type { Dictionary } from '../en';

export const members: Dictionary['members'] = {};
