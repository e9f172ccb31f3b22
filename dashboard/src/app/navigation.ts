import type { Dictionary } from '../locales/en';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
}

/** The screens, as the main navigation lists them. */
export function navigationFor(nav: Dictionary['nav']): readonly NavigationItem[] {
  return [
    { to: '/', label: nav.home },
    { to: '/tours', label: nav.tours },
    { to: '/events', label: nav.events },
    { to: '/guests', label: nav.guests },
    { to: '/vehicles', label: nav.vehicles },
    { to: '/expenses', label: nav.expenses },
    { to: '/announcements', label: nav.announcements },
  ];
}
