import type { Session } from '../features/session';
import type { Dictionary } from '../locales/en';

type Nav = Dictionary['nav'];

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly children?: readonly NavigationItem[];
}

/** The screens that a reader may open, as the main navigation lists them. */
export function navigationFor(session: Session, nav: Nav): readonly NavigationItem[] {
  const may = (permission: Session['permissions'][number]) => session.permissions.includes(permission);
  const isAdmin = session.role === 'Admin';
  const settings = [
    { to: '/settings/organization', label: nav.organization, isOpen: true },
    { to: '/settings/members', label: nav.members, isOpen: may('users.read') },
    { to: '/settings/roles', label: nav.roles, isOpen: may('roles.read') },
    { to: '/settings/api-keys', label: nav.apiKeys, isOpen: true },
    { to: '/settings/webhooks', label: nav.webhooks, isOpen: may('webhooks.read') },
    { to: '/settings/audit-log', label: nav.auditLog, isOpen: isAdmin || session.superAdmin },
    { to: '/settings/billing', label: nav.billing, isOpen: may('billing.read') },
  ].filter(({ isOpen }) => isOpen);
  const platform = [
    { to: '/platform/organizations', label: nav.organizations },
    { to: '/platform/users', label: nav.users },
    { to: '/platform/plans', label: nav.plans },
    { to: '/platform/coupons', label: nav.coupons },
    { to: '/platform/announcements', label: nav.announcements },
    { to: '/platform/settings', label: nav.settings },
    { to: '/platform/audit-log', label: nav.auditLog },
  ];
  return [
    { to: '/', label: nav.home },
    { to: '/tours', label: nav.tours },
    { to: '/events', label: nav.events },
    { to: '/guests', label: nav.guests },
    { to: '/vehicles', label: nav.vehicles },
    { to: '/expenses', label: nav.expenses },
    { to: '/announcements', label: nav.announcements },
    { to: '/referrals', label: nav.referrals },
    { to: '/settings', label: nav.settings, children: settings },
    ...(session.superAdmin ? [{ to: '/platform', label: nav.platform, children: platform }] : []),
  ];
}
