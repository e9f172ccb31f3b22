import { accessLinks } from './access-links';
import { account } from './account';
import { announcements } from './announcements';
import { calendarFeeds } from './calendar-feeds';
import { callSheet } from './call-sheet';
import { conflicts } from './conflicts';
import { eventGuests } from './event-guests';
import { events } from './events';
import { expenses } from './expenses';
import { nav, shell } from './frame';
import { guests } from './guests';
import { home } from './home';
import { messageRules } from './message-rules';
import { lists } from './lists';
import { messages } from './messages';
import { parties } from './parties';
import { referrals } from './referrals';
import { seats } from './seats';
import { sheets } from './sheets';
import { team } from './team';
import { today } from './today';
import { tours } from './tours';
import { trips } from './trips';
import { vehicles } from './vehicles';

/** The texts in English of what planners work with, by feature: the form of every other language's. */
export const appTexts = {
  accessLinks,
  account,
  announcements,
  calendarFeeds,
  callSheet,
  conflicts,
  eventGuests,
  events,
  expenses,
  guests,
  home,
  lists,
  messageRules,
  messages,
  nav,
  parties,
  referrals,
  seats,
  sheets,
  shell,
  team,
  today,
  tours,
  trips,
  vehicles,
};

export type AppTexts = typeof appTexts;
