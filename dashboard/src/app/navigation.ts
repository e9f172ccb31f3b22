import type { Permission } from '../features/session';
import type { Dictionary } from '../locales/en';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  /** The screens of a section, listed below it while one of them is open. */
  readonly screens?: readonly NavigationItem[];
}

/** The screens of Settings, each with the permission without which it shows nothing. */
export const SETTINGS = [
  { to: '/settings/members', label: 'members', permission: 'users.read' },
  { to: '/settings/api-keys', label: 'apiKeys', permission: 'apiKeys.read' },
  { to: '/settings/webhooks', label: 'webhooks', permission: 'webhooks.read' },
  { to: '/settings/audit-log', label: 'auditLog', permission: 'auditLogs.read' },
  { to: '/settings/billing', label: 'billing', permission: 'billing.read' },
] as const satisfies readonly { to: string; label: keyof Dictionary['nav']; permission: Permission }[];

/** The screens that somebody with these permissions can use, as the main navigation lists them. */
export function navigationFor(nav: Dictionary['nav'], permissions: readonly Permission[]): readonly NavigationItem[] {
  const settings = SETTINGS.filter(({ permission }) => permissions.includes(permission)).map(({ to, label }) => ({
    to,
    label: nav[label],
  }));
  return [
    { to: '/', label: nav.home },
    { to: '/tours', label: nav.tours },
    { to: '/events', label: nav.events },
    { to: '/guests', label: nav.guests },
    { to: '/vehicles', label: nav.vehicles },
    { to: '/expenses', label: nav.expenses },
    { to: '/announcements', label: nav.announcements },
    ...(settings.length === 0 ? [] : [{ to: '/settings', label: nav.settings, screens: settings }]),
  ];
}
