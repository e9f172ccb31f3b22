import { Module, type OnModuleInit } from '@nestjs/common';
import { FurtherRules } from '../../platform/fields/further-rules';
import { UserInOrganizationErasureHooks } from '../../platform/erasure/user-erasure-hooks';
import { CreateInvitation } from './invitations.dto';
import { MailLimitsModule } from '../mail-limits';
import { MembersModule, RoleHolders, RolesService } from '../members';
import { Revocations } from '../../platform/revocation/revocations';
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
  exports: [InvitationTokens],
})
export class InvitationsModule implements OnModuleInit {
  constructor(
    private readonly roleHolders: RoleHolders,
    private readonly revocations: Revocations,
    private readonly invitations: InvitationsRepository,
    private readonly service: InvitationsService,
    private readonly roles: RolesService,
    private readonly rules: FurtherRules,
    private readonly erasures: UserInOrganizationErasureHooks,
  ) {}

  onModuleInit(): void {
    this.rules.register(CreateInvitation, async ({ role }) => [
      role === undefined ? null : await this.roles.problemOf(role),
    ]);
    this.erasures.registerOrganizations(({ emailKey }) => this.invitations.organizationsInviting(emailKey));
    this.erasures.register(({ emailKey }) => this.service.forget(emailKey));
    this.roleHolders.register(this.invitations);
    this.revocations.bind('invitations', { ofOrganization: () => this.service.revokeAll() });
  }
}
