import { Module, type DynamicModule } from '@nestjs/common';
import { AnnouncementsModule } from './modules/announcements/announcements.module';
import { ApiKeysModule } from './modules/api-keys/api-keys.module';
import { ApiKeysService } from './modules/api-keys/api-keys.service';
import { AuditLogsModule } from './modules/audit-logs/audit-logs.module';
import { AuthModule } from './modules/auth/auth.module';
import { BillingModule } from './modules/billing/billing.module';
import { CalendarsModule } from './modules/calendars/calendars.module';
import { CouponsModule } from './modules/coupons/coupons.module';
import { EventGuestsModule } from './modules/event-guests/event-guests.module';
import { EventsModule } from './modules/events/events.module';
import { ExpensesModule } from './modules/expenses/expenses.module';
import { GuestsModule } from './modules/guests/guests.module';
import { ImpersonationModule } from './modules/impersonation/impersonation.module';
import { NotificationsModule } from './modules/notifications/notifications.module';
import { OrganizationsModule } from './modules/organizations/organizations.module';
import { PlansModule } from './modules/plans/plans.module';
import { ReferralsModule } from './modules/referrals/referrals.module';
import { SessionCredentials } from './modules/sessions/session-credentials.service';
import { SessionsModule } from './modules/sessions/sessions.module';
import { SettingsModule } from './modules/settings/settings.module';
import { TeamMembersModule } from './modules/team-members/team-members.module';
import { ToursModule } from './modules/tours/tours.module';
import { UsersModule } from './modules/users/users.module';
import { VehicleAssignmentsModule } from './modules/vehicle-assignments/vehicle-assignments.module';
import { VehiclesModule } from './modules/vehicles/vehicles.module';
import { WebhooksModule } from './modules/webhooks/webhooks.module';
import { AccessModule } from './platform/access/access.module';
import { UnknownRouteModule } from './platform/http/unknown-route.module';
import { PlatformModule, type Dependencies } from './platform/platform.module';

/** The modules of the service. */
@Module({})
export class AppModule {
  static forRoot(surroundings: Dependencies): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(surroundings),
        AccessModule.forRoot({
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
        UsersModule,
        ImpersonationModule,
        SessionsModule,
        AuthModule,
        ApiKeysModule,
        SettingsModule,
        ReferralsModule,
        PlansModule,
        CouponsModule,
        BillingModule,
        AnnouncementsModule,
        WebhooksModule,
        NotificationsModule,
        AuditLogsModule,
        // Last, because it answers what no other route does.
        UnknownRouteModule,
      ],
    };
  }
}
