import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AnnouncementsService } from '../modules/reach/announcements';
import { InvitationErasure } from '../modules/people/invitations';
import { RecipientErasure } from '../modules/reach/notifications';
import { PasswordResetRequests } from '../modules/sign-in/password-resets';
import { ReferralsService } from '../modules/money/referrals';
import { SecurityNotices } from '../modules/sign-in/security-notices';
import { TeamMembersService } from '../modules/planning/team-members';
import { UserForgetting } from '../modules/people/users';
import { DeliveryErasure } from '../modules/reach/webhooks';

/**
 * Where a user who is erased is forgotten, in order. Their own row has no person any more, and what opened their account
 * ends by `what-ends-when.ts`.
 */
@Injectable()
export class UserIsErased implements OnModuleInit {
  constructor(
    private readonly forgetting: UserForgetting,
    private readonly invitations: InvitationErasure,
    private readonly recipients: RecipientErasure,
    private readonly deliveries: DeliveryErasure,
    private readonly team: TeamMembersService,
    private readonly referrals: ReferralsService,
    private readonly notices: SecurityNotices,
    private readonly announcements: AnnouncementsService,
    private readonly resets: PasswordResetRequests,
  ) {}

  onModuleInit(): void {
    // They know the user, although their logs may not.
    this.forgetting.organizationsInviting.register((emailKey) => this.invitations.organizationsInviting(emailKey));
    this.forgetting.stepsInOrganization.are(
      ({ emailKey }) => this.recipients.forgetAddress(emailKey),
      ({ id }) => this.deliveries.forgetUser(id),
      ({ emailKey }) => this.invitations.forget(emailKey),
      ({ id }) => this.team.forget(id),
      ({ id }) => this.referrals.forgetOwner(id),
    );
    this.forgetting.steps.are(
      ({ id }) => this.notices.forget(id),
      ({ id }) => this.announcements.forgetReader(id),
      ({ emailKey }) => this.resets.forget(emailKey),
    );
  }
}
