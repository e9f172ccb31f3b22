import { isAdmin, type Permission, type Session } from '../features/session';
import type { Dictionary } from '../locales/en';

interface SettingsScreen {
  readonly to: string;
  readonly label: keyof Dictionary['nav'];
  /** Without it the screen has nothing to show or to do. */
  readonly permission: Permission;
  /** Whether Admins have something to do there without the permission, too. */
  readonly admin?: true;
}

/** The screens of Settings. */
const SETTINGS = [
  { to: '/settings/organization', label: 'organization', permission: 'settings.update', admin: true },
  { to: '/settings/members', label: 'members', permission: 'users.read' },
  { to: '/settings/roles', label: 'roles', permission: 'roles.read' },
  { to: '/settings/api-keys', label: 'apiKeys', permission: 'apiKeys.read' },
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
