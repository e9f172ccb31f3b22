import type { APIRequestContext } from '@playwright/test';

/** Where a screen stands whose path has a record's id: the first of that list. */
interface RecordScreen {
  readonly list: string;
  readonly path: (id: string) => string;
}

/** Screens for who is not signed in. */
export const PUBLIC_SCREENS = ['/sign-in', '/register', '/forgot-password'];

/** Every screen of a member or Admin, by its path. */
export const SCREENS: readonly (string | RecordScreen)[] = [
  '/',
  '/tours',
  { list: 'tours', path: (id) => `/tours/${id}` },
  '/events',
  '/events?view=month',
  ...['overview', 'guests', 'seats', 'trips', 'expenses', 'messages', 'team', 'check-in'].map((tab) => ({
    list: 'events',
    path: (id: string) => `/events/${id}?tab=${tab}`,
  })),
  ...['tab=guests&view=groups', 'tab=guests&view=waitlist', 'tab=guests&view=needs', 'tab=messages&view=rules'].map(
    (view) => ({ list: 'events', path: (id: string) => `/events/${id}?${view}` }),
  ),
  { list: 'events', path: (id) => `/events/${id}/check-in` },
  { list: 'events', path: (id) => `/events/${id}/call-sheet` },
  { list: 'events', path: (id) => `/events/${id}/guest-list` },
  '/guests',
  '/guests/import',
  { list: 'guests', path: (id) => `/guests/${id}` },
  '/vehicles',
  { list: 'vehicles', path: (id) => `/vehicles/${id}` },
  '/expenses',
  '/announcements',
  '/conflicts',
  '/today',
  '/referrals',
  ...[
    'organization',
    'members',
    'roles',
    'api-keys',
    'webhooks',
    'audit-log',
    'billing',
    'privacy',
    'messages',
    'suppressions',
  ].map((name) => `/settings/${name}`),
  { list: 'webhooks', path: (id) => `/settings/webhooks/${id}` },
  { list: 'notifications', path: (id) => `/settings/messages/${id}` },
  '/account',
];

/** Every screen of an operator. */
export const PLATFORM_SCREENS = [
  'organizations',
  'users',
  'plans',
  'coupons',
  'announcements',
  'settings',
  'audit-log',
  'health',
].map((name) => `/platform/${name}`);

/** The path of a screen; null where there is no record to show. */
export async function pathOf(screen: (typeof SCREENS)[number], api: APIRequestContext): Promise<string | null> {
  if (typeof screen === 'string') return screen;
  const response = await api.get(`/api/${screen.list}?limit=1`, { failOnStatusCode: true });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data[0] === undefined ? null : screen.path(data[0].id);
}
