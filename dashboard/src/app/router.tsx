import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { AuthenticationError } from '@tour-events/client';
import { isSurelySignedOut, sessionQuery } from '../features/session';
import { preloadAppTexts, preloadEveryText } from '../shared/language';
import { listSearch } from '../shared/list-search';
import { localPath } from '../shared/local-path';
import { lazyScreen, ScreenSkeleton } from '../shared/page';
import { forgetDeletedRecords, queryClient } from '../shared/query-client';
import { changesStart } from './changes-start';
import { FrameSkeleton } from './frame-skeleton';
import { PLATFORM, settingsFor } from './sections';
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
  component: lazyScreen(() => import('../features/session/sign-in-page').then((file) => file.SignInPage)),
});
const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: ({ referral }: Record<string, unknown>): { referral?: string | undefined } => ({
    referral: typeof referral === 'string' && referral !== '' ? referral : undefined,
  }),
  component: lazyScreen(() => import('../features/session/register-page').then((file) => file.RegisterPage)),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyScreen(() =>
    import('../features/session/forgot-password-page').then((file) => file.ForgotPasswordPage),
  ),
});
const sso = createRoute({
  getParentRoute: () => root,
  path: '/sso/$organizationId',
  component: lazyScreen(() => import('../features/session/sso-page').then((file) => file.SsoPage)),
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
  component: lazyScreen(() => import('./shell').then((file) => file.Shell)),
  pendingComponent: FrameSkeleton,
  errorComponent: NoSession,
});

/** A screen that shows texts of its own part: they are loaded along with its code. */
const administrationScreen: typeof lazyScreen = (load) =>
  lazyScreen(async () => {
    const [screen] = await Promise.all([load(), preloadEveryText()]);
    return screen;
  });

const screen = { getParentRoute: () => app, validateSearch: listSearch } as const;

const home = createRoute({
  ...screen,
  path: '/',
  component: lazyScreen(() => import('../features/home/home-page').then((file) => file.HomePage)),
});
const today = createRoute({
  ...screen,
  path: '/today',
  component: lazyScreen(() => import('../features/today/today-page').then((file) => file.TodayPage)),
});
const tours = createRoute({
  ...screen,
  path: '/tours',
  component: lazyScreen(() => import('../features/tours/tours-page').then((file) => file.ToursPage)),
});
const tour = createRoute({
  ...screen,
  path: '/tours/$tourId',
  component: lazyScreen(() => import('../features/tours/tour-page').then((file) => file.TourPage)),
});
const events = createRoute({
  ...screen,
  path: '/events',
  component: lazyScreen(() => import('../features/events/events-page').then((file) => file.EventsPage)),
});
const event = createRoute({
  ...screen,
  path: '/events/$eventId',
  component: lazyScreen(() => import('../features/events/event-page').then((file) => file.EventPage)),
});
const checkIn = createRoute({
  ...screen,
  path: '/events/$eventId/check-in',
  staticData: { hasNoFrame: true },
  component: lazyScreen(() => import('../features/event-guests/check-in-page').then((file) => file.CheckInPage)),
});
const callSheet = createRoute({
  ...screen,
  path: '/events/$eventId/call-sheet',
  component: lazyScreen(() => import('../features/call-sheet/call-sheet-page').then((file) => file.CallSheetPage)),
});
const guestList = createRoute({
  ...screen,
  path: '/events/$eventId/guest-list',
  component: lazyScreen(() => import('../features/event-guests/guest-list-page').then((file) => file.GuestListPage)),
});
const guests = createRoute({
  ...screen,
  path: '/guests',
  component: lazyScreen(() => import('../features/guests/guests-page').then((file) => file.GuestsPage)),
});
const guestImport = createRoute({
  ...screen,
  path: '/guests/import',
  component: administrationScreen(() =>
    import('../features/guest-import/guest-import-page').then((file) => file.GuestImportPage),
  ),
});
const guest = createRoute({
  ...screen,
  path: '/guests/$guestId',
  component: lazyScreen(() => import('../features/guests/guest-page').then((file) => file.GuestPage)),
});
const vehicles = createRoute({
  ...screen,
  path: '/vehicles',
  component: lazyScreen(() => import('../features/vehicles/vehicles-page').then((file) => file.VehiclesPage)),
});
const vehicle = createRoute({
  ...screen,
  path: '/vehicles/$vehicleId',
  component: lazyScreen(() => import('../features/vehicles/vehicle-page').then((file) => file.VehiclePage)),
});
const conflicts = createRoute({
  ...screen,
  path: '/conflicts',
  component: lazyScreen(() => import('../features/conflicts/conflicts-page').then((file) => file.ConflictsPage)),
});
const expenses = createRoute({
  ...screen,
  path: '/expenses',
  component: lazyScreen(() => import('../features/expenses/expenses-page').then((file) => file.ExpensesPage)),
});
const announcements = createRoute({
  ...screen,
  path: '/announcements',
  component: lazyScreen(() =>
    import('../features/announcements/announcements-page').then((file) => file.AnnouncementsPage),
  ),
});

const referrals = createRoute({
  ...screen,
  path: '/referrals',
  component: lazyScreen(() => import('../features/referrals/referrals-page').then((file) => file.ReferralsPage)),
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
  component: lazyScreen(() => import('../features/account/account-page').then((file) => file.AccountPage)),
});
const organization = createRoute({
  ...screen,
  path: '/settings/organization',
  component: administrationScreen(() =>
    import('../features/organization/organization-page').then((file) => file.OrganizationPage),
  ),
});
const members = createRoute({
  ...screen,
  path: '/settings/members',
  component: administrationScreen(() => import('../features/members/members-page').then((file) => file.MembersPage)),
});
const roles = createRoute({
  ...screen,
  path: '/settings/roles',
  component: administrationScreen(() => import('../features/roles/roles-page').then((file) => file.RolesPage)),
});
const apiKeys = createRoute({
  ...screen,
  path: '/settings/api-keys',
  component: administrationScreen(() => import('../features/api-keys/api-keys-page').then((file) => file.ApiKeysPage)),
});
const messages = createRoute({
  ...screen,
  path: '/settings/messages',
  component: lazyScreen(() => import('../features/notifications/messages-page').then((file) => file.MessagesPage)),
});
const message = createRoute({
  ...screen,
  path: '/settings/messages/$messageId',
  component: lazyScreen(() => import('../features/notifications/message-page').then((file) => file.MessagePage)),
});
const suppressions = createRoute({
  ...screen,
  path: '/settings/suppressions',
  component: lazyScreen(() =>
    import('../features/notifications/suppressions-page').then((file) => file.SuppressionsPage),
  ),
});
const privacy = createRoute({
  ...screen,
  path: '/settings/privacy',
  component: administrationScreen(() => import('../features/privacy/privacy-page').then((file) => file.PrivacyPage)),
});
const webhooks = createRoute({
  ...screen,
  path: '/settings/webhooks',
  component: administrationScreen(() => import('../features/webhooks/webhooks-page').then((file) => file.WebhooksPage)),
});
const webhook = createRoute({
  ...screen,
  path: '/settings/webhooks/$webhookId',
  component: administrationScreen(() => import('../features/webhooks/webhook-page').then((file) => file.WebhookPage)),
});
const auditLog = createRoute({
  ...screen,
  path: '/settings/audit-log',
  component: administrationScreen(() =>
    import('../features/audit-logs/audit-log-page').then((file) => file.AuditLogPage),
  ),
});
const billing = createRoute({
  ...screen,
  path: '/settings/billing',
  component: administrationScreen(() => import('../features/billing/billing-page').then((file) => file.BillingPage)),
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
  component: administrationScreen(() =>
    import('../features/operators/organizations-page').then((file) => file.OrganizationsPage),
  ),
});
const users = createRoute({
  ...platformScreen,
  path: '/users',
  component: administrationScreen(() => import('../features/operators/users-page').then((file) => file.UsersPage)),
});
const platformPlans = createRoute({
  ...platformScreen,
  path: '/plans',
  component: administrationScreen(() => import('../features/plans/plans-page').then((file) => file.PlansPage)),
});
const coupons = createRoute({
  ...platformScreen,
  path: '/coupons',
  component: administrationScreen(() => import('../features/plans/coupons-page').then((file) => file.CouponsPage)),
});
const platformAnnouncements = createRoute({
  ...platformScreen,
  path: '/announcements',
  component: lazyScreen(() =>
    import('../features/announcements/platform-announcements-page').then((file) => file.PlatformAnnouncementsPage),
  ),
});
const platformSettings = createRoute({
  ...platformScreen,
  path: '/settings',
  component: administrationScreen(() =>
    import('../features/operators/settings-page').then((file) => file.PlatformSettingsPage),
  ),
});
const platformAuditLog = createRoute({
  ...platformScreen,
  path: '/audit-log',
  component: administrationScreen(() =>
    import('../features/audit-logs/platform-audit-log-page').then((file) => file.PlatformAuditLogPage),
  ),
});
const health = createRoute({
  ...platformScreen,
  path: '/health',
  component: administrationScreen(() => import('../features/health/health-page').then((file) => file.HealthPage)),
});

/** Every other address: whoever is signed in keeps the navigation, and the bar that says whose eyes they use. */
const noSuchPage = createRoute({ getParentRoute: () => app, path: '$', component: NotFoundPage });

// Each route has a name above: written in here, into the array, they would all be inferred as `any`.
const routeTree = root.addChildren([
  signIn,
  register,
  forgotPassword,
  sso,
  app.addChildren([
    home,
    today,
    tours,
    tour,
    events,
    event,
    checkIn,
    callSheet,
    guestList,
    guests,
    guestImport,
    guest,
    vehicles,
    vehicle,
    conflicts,
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
  defaultPendingComponent: ScreenSkeleton,
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});
router.subscribe('onResolved', forgetDeletedRecords);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** A screen that stands alone: without navigation and header. */
    readonly hasNoFrame?: true;
  }
}
