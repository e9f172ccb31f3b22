import { common, conflict, drafts, nav, problems, shell, states } from './common';
import { account } from './account';
import { announcements } from './announcements';
import { apiKeys } from './api-keys';
import { auditLogs } from './audit-logs';
import { billing } from './billing';
import { eventGuests } from './event-guests';
import { events } from './events';
import { expenses } from './expenses';
import { guests } from './guests';
import { home } from './home';
import { members } from './members';
import { seats } from './seats';
import { session } from './session';
import { tours } from './tours';
import { vehicles } from './vehicles';
import { webhooks } from './webhooks';

/** All texts in English, by feature: the form of every other language's. */
export const en = {
  account,
  announcements,
  apiKeys,
  auditLogs,
  billing,
  common,
  conflict,
  drafts,
  eventGuests,
  events,
  expenses,
  guests,
  home,
  members,
  nav,
  problems,
  seats,
  session,
  shell,
  states,
  tours,
  vehicles,
  webhooks,
};

export type Dictionary = typeof en;
