import type { Dictionary } from '../en';

export const expenses: Dictionary['expenses'] = {};
