import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../modules/reach/announcements';
import { AuditLogsModule } from '../modules/insight/audit-logs';
import { ConflictsModule } from '../modules/planning/conflicts';
import { EventGuestsModule } from '../modules/planning/event-guests';
import { EventsModule } from '../modules/planning/events';
import { GuestsModule } from '../modules/planning/guests';
import { InvitationsModule } from '../modules/people/invitations';
import { NotificationsModule } from '../modules/reach/notifications';
import { OrganizationsModule } from '../modules/people/organizations';
import { PasswordResetsModule } from '../modules/sign-in/password-resets';
import { ReferralsModule } from '../modules/money/referrals';
import { SecurityNoticesModule } from '../modules/sign-in/security-notices';
import { SessionsModule } from '../modules/sign-in/sessions';
import { TeamMembersModule } from '../modules/planning/team-members';
import { TripsModule } from '../modules/planning/trips';
import { ToursModule } from '../modules/planning/tours';
import { UsersModule } from '../modules/people/users';
import { VehicleAssignmentsModule } from '../modules/planning/vehicle-assignments';
import { MessageRulesModule } from '../modules/reach/message-rules';
import { WebhooksModule } from '../modules/reach/webhooks';
import { ContactIsErased } from './contact-is-erased';
import { DatabaseIsRestored } from './database-is-restored';
import { GuestIsDeleted } from './guest-is-deleted';
import { GuestIsErased } from './guest-is-erased';
import { OrganizationIsDeleted } from './organization-is-deleted';
import { PersonalDataIsExported } from './personal-data-is-exported';
import { RecordsAreChanged } from './records-are-changed';
import { TimesAreChanged } from './times-are-changed';
import { UserIsErased } from './user-is-erased';

/** What happens when something is changed, deleted, erased or handed out, over all modules: one file for each occasion. */
@Module({
  imports: [
    AnnouncementsModule,
    AuditLogsModule,
    ConflictsModule,
    EventGuestsModule,
    EventsModule,
    GuestsModule,
    InvitationsModule,
    MessageRulesModule,
    NotificationsModule,
    OrganizationsModule,
    PasswordResetsModule,
    ReferralsModule,
    SecurityNoticesModule,
    SessionsModule,
    TeamMembersModule,
    TripsModule,
    ToursModule,
    UsersModule,
    VehicleAssignmentsModule,
    WebhooksModule,
  ],
  providers: [
    GuestIsDeleted,
    GuestIsErased,
    ContactIsErased,
    UserIsErased,
    OrganizationIsDeleted,
    PersonalDataIsExported,
    TimesAreChanged,
    RecordsAreChanged,
    DatabaseIsRestored,
  ],
})
export class EndingsModule {}
