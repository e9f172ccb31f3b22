import type { Dictionary } from '../en';

export const account: Dictionary['account'] = {};
