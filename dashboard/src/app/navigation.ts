import { isAdmin, type Session } from '../features/session';
import type { Dictionary } from '../locales/en';
import {
  BanknotesIcon,
  CalendarDaysIcon,
  ClockIcon,
  Cog6ToothIcon,
  EnvelopeIcon,
  ExclamationTriangleIcon,
  GiftIcon,
  HomeIcon,
  MapIcon,
  MegaphoneIcon,
  ServerStackIcon,
  TruckIcon,
  UsersIcon,
  type Icon,
} from '../shared/icons';
import { PLATFORM, settingsFor } from './sections';

export interface Screen {
  readonly to: string;
  readonly label: string;
}

/** Where an item stands: above the groups, in one of them, or at the foot. */
export type Group = 'start' | 'plan' | 'reach' | 'foot';

export interface NavigationItem extends Screen {
  readonly icon: Icon;
  readonly group: Group;
  /** The screens of a section, in a column of its own while one of them is open. */
  readonly screens?: readonly Screen[];
}

/** Whether somebody writes messages, or looks after those of others. */
const mayMessage = (session: Session): boolean =>
  session.permissions.includes('notifications.send') || isAdmin(session);

/** The screens that somebody can use, as the main navigation lists them. */
export function navigationFor(nav: Dictionary['nav'], session: Session): readonly NavigationItem[] {
  const settings = settingsFor(session).map(({ to, label }) => ({ to, label: nav[label] }));
  const platform = PLATFORM.map(({ to, label }) => ({ to, label: nav[label] }));
  return [
    { to: '/', label: nav.home, icon: HomeIcon, group: 'start' },
    { to: '/today', label: nav.today, icon: ClockIcon, group: 'start' },
    { to: '/tours', label: nav.tours, icon: MapIcon, group: 'plan' },
    { to: '/events', label: nav.events, icon: CalendarDaysIcon, group: 'plan' },
    { to: '/guests', label: nav.guests, icon: UsersIcon, group: 'plan' },
    { to: '/vehicles', label: nav.vehicles, icon: TruckIcon, group: 'plan' },
    { to: '/conflicts', label: nav.conflicts, icon: ExclamationTriangleIcon, group: 'plan' },
    { to: '/expenses', label: nav.expenses, icon: BanknotesIcon, group: 'plan' },
    ...(mayMessage(session)
      ? [{ to: '/settings/messages', label: nav.messages, icon: EnvelopeIcon, group: 'reach' } as const]
      : []),
    { to: '/announcements', label: nav.announcements, icon: MegaphoneIcon, group: 'reach' },
    { to: '/referrals', label: nav.referrals, icon: GiftIcon, group: 'reach' },
    ...(settings.length === 0
      ? []
      : [{ to: '/settings', label: nav.settings, icon: Cog6ToothIcon, group: 'foot', screens: settings } as const]),
    ...(session.superAdmin
      ? [{ to: '/platform', label: nav.platform, icon: ServerStackIcon, group: 'foot', screens: platform } as const]
      : []),
  ];
}

/** Whether a path is that of a screen, or of one below it. */
const isWithin = (path: string, to: string): boolean => path === to || (to !== '/' && path.startsWith(`${to}/`));

/** Screens of another section by their address: messages are nobody's settings. */
const ELSEWHERE = ['/settings/messages', '/settings/suppressions'];

/** The item of the navigation that a path belongs to; none for one's own account. */
export function itemOf(items: readonly NavigationItem[], path: string): NavigationItem | undefined {
  const shown = ELSEWHERE.some((to) => isWithin(path, to)) ? '/settings/messages' : path;
  // The first that fits: Messages stands before Settings.
  return items.find(({ to }) => isWithin(shown, to));
}

/** The screen of a section that a path belongs to. */
export function screenOf(screens: readonly Screen[], path: string): Screen | undefined {
  return screens.find(({ to }) => isWithin(path, to));
}
