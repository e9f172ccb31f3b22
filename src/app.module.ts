import { Module, type DynamicModule } from '@nestjs/common';
import { AnnouncementsModule } from './modules/announcements';
import { ApiKeysModule, ApiKeysService } from './modules/api-keys';
import { ChangesModule } from './modules/changes';
import { AuditLogsModule } from './modules/audit-logs';
import { AuthModule } from './modules/auth';
import { BillingModule } from './modules/billing';
import { CalendarsModule } from './modules/calendars';
import { CouponsModule } from './modules/coupons';
import { EmailConfirmationsModule } from './modules/email-confirmations';
import { EventGuestsModule } from './modules/event-guests';
import { EventsModule } from './modules/events';
import { ExpensesModule } from './modules/expenses';
import { GuestsModule } from './modules/guests';
import { ImpersonationModule } from './modules/impersonation';
import { InvitationsModule } from './modules/invitations';
import { MailLimitsModule } from './modules/mail-limits';
import { MembersModule } from './modules/members';
import { NotificationsModule } from './modules/notifications';
import { OrganizationAdministrationModule } from './modules/organization-administration';
import { OrganizationsModule } from './modules/organizations';
import { OverviewModule } from './modules/overview';
import { PasswordResetsModule } from './modules/password-resets';
import { PlansModule } from './modules/plans';
import { PlatformHealthModule } from './modules/platform-health';
import { PrivacyModule } from './modules/privacy';
import { ReferralsModule } from './modules/referrals';
import { SearchModule } from './modules/search';
import { SecondFactorsModule } from './modules/second-factors';
import { SecurityNoticesModule } from './modules/security-notices';
import { SessionCredentials, SessionsModule } from './modules/sessions';
import { SingleSignOnModule } from './modules/single-sign-on';
import { SettingsModule } from './modules/settings';
import { TeamMembersModule } from './modules/team-members';
import { ToursModule } from './modules/tours';
import { UsersModule } from './modules/users';
import { VehicleAssignmentsModule } from './modules/vehicle-assignments';
import { VehiclesModule } from './modules/vehicles';
import { WebhooksModule } from './modules/webhooks';
import { EndingsModule } from './endings/endings.module';
import { PipelineModule } from './platform/pipeline/pipeline.module';
import { UnknownRouteModule } from './platform/pipeline/unknown-route.module';
import { PlatformModule, type Dependencies } from './platform/platform.module';
import { RevocationModule } from './platform/revocation/revocation.module';
import { WHAT_ENDS_WHEN } from './what-ends-when';

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
          imports: [ApiKeysModule, SessionsModule],
          apiKeys: ApiKeysService,
          sessions: SessionCredentials,
        }),
        ExpensesModule,
        EventsModule,
        EventGuestsModule,
        CalendarsModule,
        TeamMembersModule,
        GuestsModule,
        ToursModule,
        VehiclesModule,
        VehicleAssignmentsModule,
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
        AuditLogsModule,
        ChangesModule,
        PlatformHealthModule,
        EndingsModule,
        // Last, because it matches every path.
        UnknownRouteModule,
      ],
    };
  }
}
