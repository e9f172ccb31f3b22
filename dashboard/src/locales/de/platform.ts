import type { Dictionary } from '../en';

export const platform: Dictionary['platform'] = {};
