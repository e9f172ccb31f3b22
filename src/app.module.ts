import { Module, type DynamicModule } from '@nestjs/common';
import { AccessLinkCredentials, AccessLinksModule } from './modules/planning/access-links';
import { AnnouncementsModule } from './modules/reach/announcements';
import { ApiKeysModule, KeyCredentials } from './modules/sign-in/api-keys';
import { ChangesModule } from './modules/insight/changes';
import { AuditLogsModule } from './modules/insight/audit-logs';
import { AuthModule } from './modules/sign-in/auth';
import { BillingModule } from './modules/money/billing';
import { CalendarFeedsModule } from './modules/planning/calendar-feeds';
import { CalendarsModule } from './modules/planning/calendars';
import { CouponsModule } from './modules/money/coupons';
import { EmailConfirmationsModule } from './modules/sign-in/email-confirmations';
import { ConflictsModule } from './modules/planning/conflicts';
import { EventDuplicatesModule } from './modules/planning/event-duplicates';
import { EventGuestsModule } from './modules/planning/event-guests';
import { EventPreviewsModule } from './modules/planning/event-previews';
import { EventsModule } from './modules/planning/events';
import { ExpensesModule } from './modules/money/expenses';
import { GuestListsModule } from './modules/planning/guest-lists';
import { GuestsModule } from './modules/planning/guests';
import { ImpersonationModule } from './modules/sign-in/impersonation';
import { InvitationsModule } from './modules/people/invitations';
import { MailLimitsModule } from './modules/reach/mail-limits';
import { MembersModule } from './modules/people/members';
import { MessageRulesModule } from './modules/reach/message-rules';
import { NotificationsModule } from './modules/reach/notifications';
import { OrganizationAdministrationModule } from './modules/people/organization-administration';
import { OrganizationsModule } from './modules/people/organizations';
import { OverviewModule } from './modules/insight/overview';
import { PasswordResetsModule } from './modules/sign-in/password-resets';
import { PlansModule } from './modules/money/plans';
import { PlatformHealthModule } from './modules/insight/platform-health';
import { PrivacyModule } from './modules/people/privacy';
import { ReferralsModule } from './modules/money/referrals';
import { SearchModule } from './modules/insight/search';
import { SecondFactorsModule } from './modules/sign-in/second-factors';
import { SecurityNoticesModule } from './modules/sign-in/security-notices';
import { SessionCredentials, SessionsModule } from './modules/sign-in/sessions';
import { SingleSignOnModule } from './modules/sign-in/single-sign-on';
import { SettingsModule } from './modules/people/settings';
import { TeamMembersModule } from './modules/planning/team-members';
import { ToursModule } from './modules/planning/tours';
import { TripsModule } from './modules/planning/trips';
import { UsersModule } from './modules/people/users';
import { VehicleAssignmentsModule } from './modules/planning/vehicle-assignments';
import { VehiclesModule } from './modules/planning/vehicles';
import { WebhooksModule } from './modules/reach/webhooks';
import { EndingsModule } from './endings/endings.module';
import { PipelineModule } from './platform/pipeline/pipeline.module';
import { UnknownRouteModule } from './platform/pipeline/unknown-route.module';
import { PlatformModule, type Dependencies } from './platform/platform.module';
import { RevocationModule } from './platform/revocation/revocation.module';
import { ReferenceOrder } from './platform/openapi/reference-order';
import { REFERENCE_SECTIONS } from './reference-sections';
import { WHAT_ENDS_WHEN } from './what-ends-when';

/** The domains, in the order in which their routes are matched. */
const DOMAINS = [
  ExpensesModule,
  EventsModule,
  ConflictsModule,
  EventDuplicatesModule,
  EventPreviewsModule,
  // Before the guests of events, whose `:eventGuestId` would match "export".
  GuestListsModule,
  EventGuestsModule,
  CalendarFeedsModule,
  AccessLinksModule,
  CalendarsModule,
  TeamMembersModule,
  GuestsModule,
  ToursModule,
  VehiclesModule,
  VehicleAssignmentsModule,
  TripsModule,
  OrganizationsModule,
  MembersModule,
  InvitationsModule,
  // After the other modules of `api/organizations`, whose fixed paths its `:id` would match.
  OrganizationAdministrationModule,
  MailLimitsModule,
  UsersModule,
  ImpersonationModule,
  SearchModule,
  SessionsModule,
  SecondFactorsModule,
  SecurityNoticesModule,
  AuthModule,
  OverviewModule,
  PasswordResetsModule,
  EmailConfirmationsModule,
  ApiKeysModule,
  SingleSignOnModule,
  SettingsModule,
  PrivacyModule,
  ReferralsModule,
  PlansModule,
  CouponsModule,
  BillingModule,
  AnnouncementsModule,
  WebhooksModule,
  NotificationsModule,
  MessageRulesModule,
  AuditLogsModule,
  ChangesModule,
  PlatformHealthModule,
];

/** The modules of the service. */
@Module({})
export class AppModule {
  static forRoot(dependencies: Dependencies): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(dependencies),
        RevocationModule.forRoot(WHAT_ENDS_WHEN),
        PipelineModule.forRoot({
          imports: [ApiKeysModule, SessionsModule, AccessLinksModule],
          apiKeys: KeyCredentials,
          sessions: SessionCredentials,
          accessLinks: AccessLinkCredentials,
        }),
        ...DOMAINS,
        EndingsModule,
        // Last, because it matches every path.
        UnknownRouteModule,
      ],
      providers: [{ provide: ReferenceOrder, useValue: new ReferenceOrder(REFERENCE_SECTIONS) }],
    };
  }
}
