import type { Dictionary } from '../en';

export const messages: Dictionary['messages'] = {};
