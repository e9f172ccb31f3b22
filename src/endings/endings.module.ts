import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../modules/announcements';
import { AuditLogsModule } from '../modules/audit-logs';
import { EventGuestsModule } from '../modules/event-guests';
import { GuestsModule } from '../modules/guests';
import { InvitationsModule } from '../modules/invitations';
import { NotificationsModule } from '../modules/notifications';
import { OrganizationsModule } from '../modules/organizations';
import { PasswordResetsModule } from '../modules/password-resets';
import { ReferralsModule } from '../modules/referrals';
import { SecurityNoticesModule } from '../modules/security-notices';
import { SessionsModule } from '../modules/sessions';
import { TeamMembersModule } from '../modules/team-members';
import { UsersModule } from '../modules/users';
import { WebhooksModule } from '../modules/webhooks';
import { ContactIsErased } from './contact-is-erased';
import { GuestIsDeleted } from './guest-is-deleted';
import { GuestIsErased } from './guest-is-erased';
import { OrganizationIsDeleted } from './organization-is-deleted';
import { PersonalDataIsExported } from './personal-data-is-exported';
import { UserIsErased } from './user-is-erased';

/** What happens when something is deleted, erased or handed out, over all modules: one file for each occasion. */
@Module({
  imports: [
    AnnouncementsModule,
    AuditLogsModule,
    EventGuestsModule,
    GuestsModule,
    InvitationsModule,
    NotificationsModule,
    OrganizationsModule,
    PasswordResetsModule,
    ReferralsModule,
    SecurityNoticesModule,
    SessionsModule,
    TeamMembersModule,
    UsersModule,
    WebhooksModule,
  ],
  providers: [
    GuestIsDeleted,
    GuestIsErased,
    ContactIsErased,
    UserIsErased,
    OrganizationIsDeleted,
    PersonalDataIsExported,
  ],
})
export class EndingsModule {}
