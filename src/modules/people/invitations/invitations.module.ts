import { Module, type OnModuleInit } from '@nestjs/common';
import { MailLimitsModule } from '../../reach/mail-limits';
import { MembersModule, RoleHolders } from '../members';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { SettingsModule } from '../settings';
import { OrganizationsModule } from '../organizations';
import { InvitationErasure } from './invitation-erasure';
import { InvitationMails } from './invitation-mails';
import { InvitationSender } from './invitation-sender';
import { InvitationTokens } from './invitation-tokens.service';
import { InvitationsController } from './invitations.controller';
import { InvitationRecorder } from './invitation.recorder';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';

@Module({
  imports: [OrganizationsModule, MembersModule, MailLimitsModule, SettingsModule],
  controllers: [InvitationsController],
  providers: [
    InvitationsRepository,
    InvitationRecorder,
    InvitationSender,
    InvitationMails,
    InvitationsService,
    InvitationErasure,
    InvitationTokens,
  ],
  exports: [InvitationTokens, InvitationErasure],
})
export class InvitationsModule implements OnModuleInit {
  @Ends('invitations') readonly ends: Enders = { ofOrganization: () => this.service.revokeAll() };

  constructor(
    private readonly roleHolders: RoleHolders,
    private readonly invitations: InvitationsRepository,
    private readonly service: InvitationsService,
  ) {}

  onModuleInit(): void {
    this.roleHolders.register(this.invitations);
  }
}
