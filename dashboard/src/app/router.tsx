import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
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

type Load = Parameters<typeof lazyScreen>[0];

const screen = <const Path extends string>(path: Path, load: Load, staticData: StaticDataRouteOption = {}) =>
  createRoute({ getParentRoute: () => app, validateSearch: listSearch, path, component: lazyScreen(load), staticData });

/** A screen that shows texts of its own part: they are loaded along with its code. */
const withEveryText =
  (load: Load): Load =>
  async () => {
    const [component] = await Promise.all([load(), preloadEveryText()]);
    return component;
  };
const administrationScreen = <const Path extends string>(path: Path, load: Load) => screen(path, withEveryText(load));

const home = screen('/', () => import('../features/home/home-page').then((file) => file.HomePage));
const today = screen('/today', () => import('../features/today/today-page').then((file) => file.TodayPage));
const tours = screen('/tours', () => import('../features/tours/tours-page').then((file) => file.ToursPage));
const tour = screen('/tours/$tourId', () => import('../features/tours/tour-page').then((file) => file.TourPage));
const events = screen('/events', () => import('../features/events/events-page').then((file) => file.EventsPage));
const event = screen('/events/$eventId', () => import('../features/events/event-page').then((file) => file.EventPage));
const checkIn = screen(
  '/events/$eventId/check-in',
  () => import('../features/event-guests/check-in-page').then((file) => file.CheckInPage),
  { hasNoFrame: true },
);
const callSheet = screen('/events/$eventId/call-sheet', () =>
  import('../features/call-sheet/call-sheet-page').then((file) => file.CallSheetPage),
);
const guestList = screen('/events/$eventId/guest-list', () =>
  import('../features/event-guests/guest-list-page').then((file) => file.GuestListPage),
);
const guests = screen('/guests', () => import('../features/guests/guests-page').then((file) => file.GuestsPage));
const guestImport = administrationScreen('/guests/import', () =>
  import('../features/guest-import/guest-import-page').then((file) => file.GuestImportPage),
);
const guest = screen('/guests/$guestId', () => import('../features/guests/guest-page').then((file) => file.GuestPage));
const vehicles = screen('/vehicles', () =>
  import('../features/vehicles/vehicles-page').then((file) => file.VehiclesPage),
);
const vehicle = screen('/vehicles/$vehicleId', () =>
  import('../features/vehicles/vehicle-page').then((file) => file.VehiclePage),
);
const conflicts = screen('/conflicts', () =>
  import('../features/conflicts/conflicts-page').then((file) => file.ConflictsPage),
);
const expenses = screen('/expenses', () =>
  import('../features/expenses/expenses-page').then((file) => file.ExpensesPage),
);
const announcements = screen('/announcements', () =>
  import('../features/announcements/announcements-page').then((file) => file.AnnouncementsPage),
);

const referrals = screen('/referrals', () =>
  import('../features/referrals/referrals-page').then((file) => file.ReferralsPage),
);

/** Settings is no screen of its own: it opens the first one that the permissions allow. */
const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  beforeLoad: async ({ context }) => {
    const [first] = settingsFor(await context.queryClient.ensureQueryData(sessionQuery));
    throw redirect({ to: first?.to ?? '/', replace: true });
  },
});
const account = screen('/account', () => import('../features/account/account-page').then((file) => file.AccountPage));
const organization = administrationScreen('/settings/organization', () =>
  import('../features/organization/organization-page').then((file) => file.OrganizationPage),
);
const members = administrationScreen('/settings/members', () =>
  import('../features/members/members-page').then((file) => file.MembersPage),
);
const roles = administrationScreen('/settings/roles', () =>
  import('../features/roles/roles-page').then((file) => file.RolesPage),
);
const apiKeys = administrationScreen('/settings/api-keys', () =>
  import('../features/api-keys/api-keys-page').then((file) => file.ApiKeysPage),
);
const messages = screen('/settings/messages', () =>
  import('../features/notifications/messages-page').then((file) => file.MessagesPage),
);
const message = screen('/settings/messages/$messageId', () =>
  import('../features/notifications/message-page').then((file) => file.MessagePage),
);
const suppressions = screen('/settings/suppressions', () =>
  import('../features/notifications/suppressions-page').then((file) => file.SuppressionsPage),
);
const privacy = administrationScreen('/settings/privacy', () =>
  import('../features/privacy/privacy-page').then((file) => file.PrivacyPage),
);
const webhooks = administrationScreen('/settings/webhooks', () =>
  import('../features/webhooks/webhooks-page').then((file) => file.WebhooksPage),
);
const webhook = administrationScreen('/settings/webhooks/$webhookId', () =>
  import('../features/webhooks/webhook-page').then((file) => file.WebhookPage),
);
const auditLog = administrationScreen('/settings/audit-log', () =>
  import('../features/audit-logs/audit-log-page').then((file) => file.AuditLogPage),
);
const billing = administrationScreen('/settings/billing', () =>
  import('../features/billing/billing-page').then((file) => file.BillingPage),
);

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
const platformScreen = <const Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => platform,
    validateSearch: listSearch,
    path,
    component: lazyScreen(withEveryText(load)),
  });
const organizations = platformScreen('/organizations', () =>
  import('../features/operators/organizations-page').then((file) => file.OrganizationsPage),
);
const users = platformScreen('/users', () => import('../features/operators/users-page').then((file) => file.UsersPage));
const platformPlans = platformScreen('/plans', () =>
  import('../features/plans/plans-page').then((file) => file.PlansPage),
);
const coupons = platformScreen('/coupons', () =>
  import('../features/plans/coupons-page').then((file) => file.CouponsPage),
);
const platformAnnouncements = platformScreen('/announcements', () =>
  import('../features/announcements/platform-announcements-page').then((file) => file.PlatformAnnouncementsPage),
);
const platformSettings = platformScreen('/settings', () =>
  import('../features/operators/settings-page').then((file) => file.PlatformSettingsPage),
);
const platformAuditLog = platformScreen('/audit-log', () =>
  import('../features/audit-logs/platform-audit-log-page').then((file) => file.PlatformAuditLogPage),
);
const health = platformScreen('/health', () =>
  import('../features/health/health-page').then((file) => file.HealthPage),
);

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
