import type { Dictionary } from '../en';

export const eventGuests: Dictionary['eventGuests'] = {};
