import type { Dictionary } from '../en';

export const roles: Dictionary['roles'] = {};
