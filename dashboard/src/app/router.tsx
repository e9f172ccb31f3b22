import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { AuthenticationError } from '@tour-events/client';
import { sessionQuery } from '../features/session';
import { listSearch } from '../shared/list-search';
import { PageSkeleton } from '../shared/page';
import { queryClient } from '../shared/query-client';
import { SETTINGS } from './navigation';
import { FailurePage, NotFoundPage } from './states';

interface Context {
  readonly queryClient: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFoundPage });

/** Only a path of this site, or a link could send whoever signs in to another one. */
function localPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const path = localPath(search['redirect']);
    return path === undefined ? {} : { redirect: path };
  },
  component: lazyRouteComponent(() => import('../features/session/sign-in-page'), 'SignInPage'),
});
const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('../features/session/register-page'), 'RegisterPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../features/session/forgot-password-page'), 'ForgotPasswordPage'),
});

/** Everything behind signing in. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ context, location }) => {
    await context.queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
      if (!(error instanceof AuthenticationError)) throw error;
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { redirect: location.href } });
    });
  },
  component: lazyRouteComponent(() => import('./shell'), 'Shell'),
});

const screen = { getParentRoute: () => app, validateSearch: listSearch } as const;

const home = createRoute({
  ...screen,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/home-page'), 'HomePage'),
});
const tours = createRoute({
  ...screen,
  path: '/tours',
  component: lazyRouteComponent(() => import('../features/tours/tours-page'), 'ToursPage'),
});
const tour = createRoute({
  ...screen,
  path: '/tours/$tourId',
  component: lazyRouteComponent(() => import('../features/tours/tour-page'), 'TourPage'),
});
const events = createRoute({
  ...screen,
  path: '/events',
  component: lazyRouteComponent(() => import('../features/events/events-page'), 'EventsPage'),
});
const event = createRoute({
  ...screen,
  path: '/events/$eventId',
  component: lazyRouteComponent(() => import('../features/events/event-page'), 'EventPage'),
});
const guests = createRoute({
  ...screen,
  path: '/guests',
  component: lazyRouteComponent(() => import('../features/guests/guests-page'), 'GuestsPage'),
});
const guest = createRoute({
  ...screen,
  path: '/guests/$guestId',
  component: lazyRouteComponent(() => import('../features/guests/guest-page'), 'GuestPage'),
});
const vehicles = createRoute({
  ...screen,
  path: '/vehicles',
  component: lazyRouteComponent(() => import('../features/vehicles/vehicles-page'), 'VehiclesPage'),
});
const vehicle = createRoute({
  ...screen,
  path: '/vehicles/$vehicleId',
  component: lazyRouteComponent(() => import('../features/vehicles/vehicle-page'), 'VehiclePage'),
});
const expenses = createRoute({
  ...screen,
  path: '/expenses',
  component: lazyRouteComponent(() => import('../features/expenses/expenses-page'), 'ExpensesPage'),
});
const announcements = createRoute({
  ...screen,
  path: '/announcements',
  component: lazyRouteComponent(() => import('../features/announcements/announcements-page'), 'AnnouncementsPage'),
});

/** Settings is no screen of its own: it opens the first one that the permissions allow. */
const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  beforeLoad: async ({ context }) => {
    const { permissions } = await context.queryClient.ensureQueryData(sessionQuery);
    const first = SETTINGS.find(({ permission }) => permissions.includes(permission));
    throw redirect({ to: first?.to ?? '/', replace: true });
  },
});
const account = createRoute({
  ...screen,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account-page'), 'AccountPage'),
});
const members = createRoute({
  ...screen,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('../features/members/members-page'), 'MembersPage'),
});
const apiKeys = createRoute({
  ...screen,
  path: '/settings/api-keys',
  component: lazyRouteComponent(() => import('../features/api-keys/api-keys-page'), 'ApiKeysPage'),
});
const webhooks = createRoute({
  ...screen,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('../features/webhooks/webhooks-page'), 'WebhooksPage'),
});
const webhook = createRoute({
  ...screen,
  path: '/settings/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('../features/webhooks/webhook-page'), 'WebhookPage'),
});
const auditLog = createRoute({
  ...screen,
  path: '/settings/audit-log',
  component: lazyRouteComponent(() => import('../features/audit-logs/audit-log-page'), 'AuditLogPage'),
});
const billing = createRoute({
  ...screen,
  path: '/settings/billing',
  component: lazyRouteComponent(() => import('../features/billing/billing-page'), 'BillingPage'),
});

// Each route has a name above: written in here, inside the array, they would all be inferred as `any`.
const routeTree = root.addChildren([
  signIn,
  register,
  forgotPassword,
  app.addChildren([
    home,
    tours,
    tour,
    events,
    event,
    guests,
    guest,
    vehicles,
    vehicle,
    expenses,
    announcements,
    account,
    settings,
    members,
    apiKeys,
    webhooks,
    webhook,
    auditLog,
    billing,
  ]),
]);

export const router = createRouter({
  routeTree,
  context: { queryClient },
  // Nothing is read on hover: it would spend the rate limit.
  defaultPreload: false,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
