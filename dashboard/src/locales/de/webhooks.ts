import type { Dictionary } from '../en';

export const webhooks: Dictionary['webhooks'] = {};
