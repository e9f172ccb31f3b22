import { Module, type OnModuleInit } from '@nestjs/common';
import { MailLimitsModule } from '../../reach/mail-limits';
import { MembersModule, RoleHolders } from '../members';
import { Revocations } from '../../../platform/revocation/revocations';
import { OrganizationsModule } from '../organizations';
import { InvitationSender } from './invitation-sender';
import { InvitationTokens } from './invitation-tokens.service';
import { InvitationsController } from './invitations.controller';
import { InvitationRecorder } from './invitation.recorder';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';

@Module({
  imports: [OrganizationsModule, MembersModule, MailLimitsModule],
  controllers: [InvitationsController],
  providers: [InvitationsRepository, InvitationRecorder, InvitationSender, InvitationsService, InvitationTokens],
  exports: [InvitationTokens, InvitationsService],
})
export class InvitationsModule implements OnModuleInit {
  constructor(
    private readonly roleHolders: RoleHolders,
    private readonly revocations: Revocations,
    private readonly invitations: InvitationsRepository,
    private readonly service: InvitationsService,
  ) {}

  onModuleInit(): void {
    this.roleHolders.register(this.invitations);
    this.revocations.bind('invitations', { ofOrganization: () => this.service.revokeAll() });
  }
}
