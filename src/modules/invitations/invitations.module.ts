import { Module, type OnModuleInit } from '@nestjs/common';
import { MembersModule, RoleHolders } from '../members';
import { InvitationSender } from './invitation-sender';
import { InvitationTokens } from './invitation-tokens.service';
import { InvitationsController } from './invitations.controller';
import { InvitationRecorder } from './invitation.recorder';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';

@Module({
  imports: [MembersModule],
  controllers: [InvitationsController],
  providers: [InvitationsRepository, InvitationRecorder, InvitationSender, InvitationsService, InvitationTokens],
  exports: [InvitationTokens],
})
export class InvitationsModule implements OnModuleInit {
  constructor(
    private readonly roleHolders: RoleHolders,
    private readonly invitations: InvitationsRepository,
  ) {}

  onModuleInit(): void {
    this.roleHolders.register(this.invitations);
  }
}
