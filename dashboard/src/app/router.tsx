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
const guestImport = createRoute({
  ...screen,
  path: '/guests/import',
  component: lazyRouteComponent(() => import('../features/guests/guest-import-page'), 'GuestImportPage'),
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
const referrals = createRoute({
  ...screen,
  path: '/referrals',
  component: lazyRouteComponent(() => import('../features/referrals/referrals-page'), 'ReferralsPage'),
});
const account = createRoute({
  ...screen,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account-page'), 'AccountPage'),
});
const organization = createRoute({
  ...screen,
  path: '/settings/organization',
  component: lazyRouteComponent(() => import('../features/organization/organization-page'), 'OrganizationPage'),
});
const members = createRoute({
  ...screen,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('../features/members/members-page'), 'MembersPage'),
});
const roles = createRoute({
  ...screen,
  path: '/settings/roles',
  component: lazyRouteComponent(() => import('../features/roles/roles-page'), 'RolesPage'),
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
  component: lazyRouteComponent(() => import('../features/audit-log/audit-log-page'), 'AuditLogPage'),
});
const billing = createRoute({
  ...screen,
  path: '/settings/billing',
  component: lazyRouteComponent(() => import('../features/billing/billing-page'), 'BillingPage'),
});
const platformOrganizations = createRoute({
  ...screen,
  path: '/platform/organizations',
  component: lazyRouteComponent(() => import('../features/platform/organizations-page'), 'PlatformOrganizationsPage'),
});
const platformUsers = createRoute({
  ...screen,
  path: '/platform/users',
  component: lazyRouteComponent(() => import('../features/platform/users-page'), 'PlatformUsersPage'),
});
const platformPlans = createRoute({
  ...screen,
  path: '/platform/plans',
  component: lazyRouteComponent(() => import('../features/platform/plans-page'), 'PlatformPlansPage'),
});
const platformCoupons = createRoute({
  ...screen,
  path: '/platform/coupons',
  component: lazyRouteComponent(() => import('../features/platform/coupons-page'), 'PlatformCouponsPage'),
});
const platformAnnouncements = createRoute({
  ...screen,
  path: '/platform/announcements',
  component: lazyRouteComponent(() => import('../features/platform/announcements-page'), 'PlatformAnnouncementsPage'),
});
const platformSettings = createRoute({
  ...screen,
  path: '/platform/settings',
  component: lazyRouteComponent(() => import('../features/platform/settings-page'), 'PlatformSettingsPage'),
});
const platformAuditLog = createRoute({
  ...screen,
  path: '/platform/audit-log',
  component: lazyRouteComponent(() => import('../features/platform/audit-log-page'), 'PlatformAuditLogPage'),
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
    guestImport,
    guest,
    vehicles,
    vehicle,
    expenses,
    announcements,
    referrals,
    account,
    organization,
    members,
    roles,
    apiKeys,
    webhooks,
    webhook,
    auditLog,
    billing,
    platformOrganizations,
    platformUsers,
    platformPlans,
    platformCoupons,
    platformAnnouncements,
    platformSettings,
    platformAuditLog,
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
