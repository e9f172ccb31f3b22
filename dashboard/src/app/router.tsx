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
import { isSurelySignedOut, sessionQuery } from '../features/session';
import { preloadAppTexts } from '../shared/language';
import { listSearch } from '../shared/list-search';
import { localPath } from '../shared/local-path';
import { PageSkeleton } from '../shared/page';
import { forgetDeletedRecords, queryClient } from '../shared/query-client';
import { changesStart } from './changes-start';
import { PLATFORM, settingsFor } from './navigation';
import { FailurePage, ForOperators, NoSession, NoSuchPage, NotFoundPage } from './states';

interface Context {
  readonly queryClient: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NoSuchPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // What is wrong is replaced, not left out: the router would add it again from the address.
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string | undefined } => ({
    redirect: localPath(redirect),
  }),
  component: lazyRouteComponent(() => import('../features/session/sign-in-page'), 'SignInPage'),
});
const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: ({ referral }: Record<string, unknown>): { referral?: string | undefined } => ({
    referral: typeof referral === 'string' && referral !== '' ? referral : undefined,
  }),
  component: lazyRouteComponent(() => import('../features/session/register-page'), 'RegisterPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../features/session/forgot-password-page'), 'ForgotPasswordPage'),
});
const sso = createRoute({
  getParentRoute: () => root,
  path: '/sso/$organizationId',
  component: lazyRouteComponent(() => import('../features/session/sso-page'), 'SsoPage'),
});

/** Everything behind signing in. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ context, location }) => {
    const signIn = redirect({ to: '/sign-in', search: location.href === '/' ? {} : { redirect: location.href } });
    // The API would say the same, which browsers log as an error.
    if (isSurelySignedOut()) throw signIn;
    preloadAppTexts();
    const session = context.queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
      if (!(error instanceof AuthenticationError)) throw error;
      throw signIn;
    });
    await Promise.all([session, changesStart()]);
  },
  component: lazyRouteComponent(() => import('./shell'), 'Shell'),
  errorComponent: NoSession,
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
  component: lazyRouteComponent(() => import('../features/guest-import/guest-import-page'), 'GuestImportPage'),
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

/** Settings is no screen of its own: it opens the first one that the permissions allow. */
const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  beforeLoad: async ({ context }) => {
    const [first] = settingsFor(await context.queryClient.ensureQueryData(sessionQuery));
    throw redirect({ to: first?.to ?? '/', replace: true });
  },
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
const messages = createRoute({
  ...screen,
  path: '/settings/messages',
  component: lazyRouteComponent(() => import('../features/notifications/messages-page'), 'MessagesPage'),
});
const message = createRoute({
  ...screen,
  path: '/settings/messages/$messageId',
  component: lazyRouteComponent(() => import('../features/notifications/message-page'), 'MessagePage'),
});
const suppressions = createRoute({
  ...screen,
  path: '/settings/suppressions',
  component: lazyRouteComponent(() => import('../features/notifications/suppressions-page'), 'SuppressionsPage'),
});
const privacy = createRoute({
  ...screen,
  path: '/settings/privacy',
  component: lazyRouteComponent(() => import('../features/privacy/privacy-page'), 'PrivacyPage'),
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

/** What only operators have: for others there is no such page. */
const platform = createRoute({
  getParentRoute: () => app,
  path: '/platform',
  beforeLoad: async ({ context, location }) => {
    const { superAdmin } = await context.queryClient.ensureQueryData(sessionQuery);
    if (superAdmin && location.pathname === '/platform') throw redirect({ to: PLATFORM[0].to, replace: true });
  },
  component: ForOperators,
});
const platformScreen = { getParentRoute: () => platform, validateSearch: listSearch } as const;
const organizations = createRoute({
  ...platformScreen,
  path: '/organizations',
  component: lazyRouteComponent(() => import('../features/operators/organizations-page'), 'OrganizationsPage'),
});
const users = createRoute({
  ...platformScreen,
  path: '/users',
  component: lazyRouteComponent(() => import('../features/operators/users-page'), 'UsersPage'),
});
const platformPlans = createRoute({
  ...platformScreen,
  path: '/plans',
  component: lazyRouteComponent(() => import('../features/plans/plans-page'), 'PlansPage'),
});
const coupons = createRoute({
  ...platformScreen,
  path: '/coupons',
  component: lazyRouteComponent(() => import('../features/plans/coupons-page'), 'CouponsPage'),
});
const platformAnnouncements = createRoute({
  ...platformScreen,
  path: '/announcements',
  component: lazyRouteComponent(
    () => import('../features/announcements/platform-announcements-page'),
    'PlatformAnnouncementsPage',
  ),
});
const platformSettings = createRoute({
  ...platformScreen,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/operators/settings-page'), 'PlatformSettingsPage'),
});
const platformAuditLog = createRoute({
  ...platformScreen,
  path: '/audit-log',
  component: lazyRouteComponent(() => import('../features/audit-logs/platform-audit-log-page'), 'PlatformAuditLogPage'),
});
const health = createRoute({
  ...platformScreen,
  path: '/health',
  component: lazyRouteComponent(() => import('../features/health/health-page'), 'HealthPage'),
});

/** Every other address: whoever is signed in keeps the navigation, and the bar that says whose eyes they use. */
const noSuchPage = createRoute({ getParentRoute: () => app, path: '$', component: NotFoundPage });

// Each route has a name above: written in here, appTexts the array, they would all be inferred as `any`.
const routeTree = root.addChildren([
  signIn,
  register,
  forgotPassword,
  sso,
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
    settings,
    organization,
    members,
    roles,
    apiKeys,
    messages,
    message,
    suppressions,
    webhooks,
    webhook,
    auditLog,
    privacy,
    billing,
    platform.addChildren([
      organizations,
      users,
      platformPlans,
      coupons,
      platformAnnouncements,
      platformSettings,
      platformAuditLog,
      health,
    ]),
    noSuchPage,
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
router.subscribe('onResolved', forgetDeletedRecords);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
