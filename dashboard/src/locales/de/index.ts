import type { Dictionary } from '../en';
import { common, conflict, drafts, nav, problems, shell, states } from './common';
import { announcements } from './announcements';
import { eventGuests } from './event-guests';
import { events } from './events';
import { expenses } from './expenses';
import { guests } from './guests';
import { home } from './home';
import { seats } from './seats';
import { session } from './session';
import { tours } from './tours';
import { vehicles } from './vehicles';

/** All texts in German. */
export const de: Dictionary = {
  announcements,
  common,
  conflict,
  drafts,
  eventGuests,
  events,
  expenses,
  guests,
  home,
  nav,
  problems,
  seats,
  session,
  shell,
  states,
  tours,
  vehicles,
};
