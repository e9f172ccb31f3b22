import { isAdmin, type Permission, type Session } from '../features/session';
import type { Dictionary } from '../locales/en';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  /** The screens of a section, listed below it while one of them is open. */
  readonly screens?: readonly NavigationItem[];
}

interface SettingsScreen {
  readonly to: string;
  readonly label: keyof Dictionary['nav'];
  /** Without it the screen has nothing to show or to do. */
  readonly permission: Permission;
  /** Whether Admins have something to do there without the permission, too. */
  readonly admin?: true;
}

/** The screens of Settings. */
export const SETTINGS = [
  { to: '/settings/organization', label: 'organization', permission: 'settings.update', admin: true },
  { to: '/settings/members', label: 'members', permission: 'users.read' },
  { to: '/settings/roles', label: 'roles', permission: 'roles.read' },
  { to: '/settings/api-keys', label: 'apiKeys', permission: 'apiKeys.read' },
  { to: '/settings/messages', label: 'messages', permission: 'notifications.send', admin: true },
  { to: '/settings/webhooks', label: 'webhooks', permission: 'webhooks.read' },
  { to: '/settings/audit-log', label: 'auditLog', permission: 'auditLogs.read' },
  { to: '/settings/privacy', label: 'privacy', permission: 'personalData.erase' },
  { to: '/settings/billing', label: 'billing', permission: 'billing.read' },
] as const satisfies readonly SettingsScreen[];

/** The screens of Settings that somebody can use. */
export function settingsFor(session: Session): readonly (typeof SETTINGS)[number][] {
  return SETTINGS.filter(
    (screen: SettingsScreen) =>
      session.permissions.includes(screen.permission) || (screen.admin === true && isAdmin(session)),
  );
}

/** The screens of those who operate the platform. */
export const PLATFORM = [
  { to: '/platform/organizations', label: 'organizations' },
  { to: '/platform/users', label: 'users' },
  { to: '/platform/plans', label: 'plans' },
  { to: '/platform/coupons', label: 'coupons' },
  { to: '/platform/announcements', label: 'announcements' },
  { to: '/platform/settings', label: 'settings' },
  { to: '/platform/audit-log', label: 'auditLog' },
  { to: '/platform/health', label: 'health' },
] as const satisfies readonly { to: string; label: keyof Dictionary['nav'] }[];

/** The screens that somebody can use, as the main navigation lists them. */
export function navigationFor(nav: Dictionary['nav'], session: Session): readonly NavigationItem[] {
  const settings = settingsFor(session).map(({ to, label }) => ({ to, label: nav[label] }));
  const platform = PLATFORM.map(({ to, label }) => ({ to, label: nav[label] }));
  return [
    { to: '/', label: nav.home },
    { to: '/tours', label: nav.tours },
    { to: '/events', label: nav.events },
    { to: '/guests', label: nav.guests },
    { to: '/vehicles', label: nav.vehicles },
    { to: '/expenses', label: nav.expenses },
    { to: '/announcements', label: nav.announcements },
    { to: '/referrals', label: nav.referrals },
    ...(settings.length === 0 ? [] : [{ to: '/settings', label: nav.settings, screens: settings }]),
    ...(session.superAdmin ? [{ to: '/platform', label: nav.platform, screens: platform }] : []),
  ];
}
