import type { AppTexts } from '../en/app-texts';
import { account } from './account';
import { announcements } from './announcements';
import { apiKeys } from './api-keys';
import { auditLogs } from './audit-logs';
import { billing } from './billing';
import { calendarFeeds } from './calendar-feeds';
import { conflicts } from './conflicts';
import { eventGuests } from './event-guests';
import { events } from './events';
import { expenses } from './expenses';
import { nav, shell } from './frame';
import { guestImport } from './guest-import';
import { guests } from './guests';
import { health } from './health';
import { home } from './home';
import { members } from './members';
import { messageRules } from './message-rules';
import { messages } from './messages';
import { operators } from './operators';
import { organization } from './organization';
import { coupons, plans } from './plans';
import { privacy } from './privacy';
import { referrals } from './referrals';
import { roles } from './roles';
import { seats } from './seats';
import { team } from './team';
import { today } from './today';
import { tours } from './tours';
import { trips } from './trips';
import { vehicles } from './vehicles';
import { webhooks } from './webhooks';

/** The texts in German of all that is behind signing in. */
export const appTexts: AppTexts = {
  account,
  announcements,
  apiKeys,
  auditLogs,
  billing,
  calendarFeeds,
  conflicts,
  coupons,
  eventGuests,
  events,
  expenses,
  guestImport,
  guests,
  health,
  home,
  members,
  messageRules,
  messages,
  nav,
  operators,
  organization,
  plans,
  privacy,
  referrals,
  roles,
  seats,
  shell,
  team,
  today,
  tours,
  trips,
  vehicles,
  webhooks,
};
