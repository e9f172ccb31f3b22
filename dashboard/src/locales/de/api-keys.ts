import type { Dictionary } from '../en';

export const apiKeys: Dictionary['apiKeys'] = {};
