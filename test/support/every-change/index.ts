import { ACCOUNTS } from './accounts';
import { ANNOUNCEMENTS } from './announcements';
import { API_KEYS } from './api-keys';
import { BILLING } from './billing';
import { CONFLICTS } from './conflicts';
import { EVENT_GUESTS, EVENT_GUEST_REMOVED, WAITING_LIST } from './event-guests';
import { EVENTS, EVENTS_REMOVED } from './events';
import { EXPENSES } from './expenses';
import { GUESTS, GUESTS_REMOVED } from './guests';
import { INVITATIONS } from './invitations';
import { MEMBERS_AND_USERS } from './members-and-users';
import { BULK_NOTIFICATIONS, NOTIFICATIONS } from './notifications';
import { ORGANIZATIONS, ORGANIZATION_REMOVED } from './organizations';
import { PLANS_AND_COUPONS } from './plans-and-coupons';
import { REFERRALS } from './referrals';
import { SETTINGS } from './settings';
import { TEAM_MEMBERS } from './team-members';
import { VEHICLES } from './vehicles';
import { WEBHOOKS } from './webhooks';
import { TESTED_RESOURCES } from '../tested-resource';
import type { Step } from './step';

export type { Stage, Step } from './step';

/** Every operation that changes anything, in this order: each step finds what the ones before it left. */
export const EVERY_CHANGE: readonly Step[] = [
  ...EVENTS,
  ...TESTED_RESOURCES.flatMap(({ changes }) => changes),
  ...CONFLICTS,
  ...EXPENSES,
  ...GUESTS,
  ...EVENT_GUESTS,
  ...WAITING_LIST,
  ...VEHICLES,
  ...EVENT_GUEST_REMOVED,
  ...GUESTS_REMOVED,
  ...TEAM_MEMBERS,
  ...BULK_NOTIFICATIONS,
  ...EVENTS_REMOVED,
  ...INVITATIONS,
  ...MEMBERS_AND_USERS,
  ...ORGANIZATIONS,
  ...SETTINGS,
  ...PLANS_AND_COUPONS,
  ...BILLING,
  ...API_KEYS,
  ...WEBHOOKS,
  ...REFERRALS,
  ...ANNOUNCEMENTS,
  ...NOTIFICATIONS,
  ...ACCOUNTS,
  ...ORGANIZATION_REMOVED,
];
