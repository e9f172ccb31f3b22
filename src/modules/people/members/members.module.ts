import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import { Revocations, type Enders } from '../../../platform/revocation/revocations';
import { OrganizationsModule } from '../organizations';
import { SettingsModule } from '../settings';
import { AdminLetters } from './admin-letters';
import { MembersController } from './members.controller';
import { MemberRecorder } from './member.recorder';
import { MembersRepository } from './members.repository';
import { MembersService } from './members.service';
import { OrganizationFounding } from './organization-founding.service';
import { RoleHolders } from './role-holders';
import { RolesController } from './roles.controller';
import { RolesRepository } from './roles.repository';
import { RolesService } from './roles.service';
import { SessionOrganizationsRepository } from './session-organizations.repository';
import { SessionOrganizations } from './session-organizations.service';

const MEMBERS = [MembersRepository, MemberRecorder, MembersService, AdminLetters, OrganizationFounding];
const ROLES = [RolesRepository, RolesService, RoleHolders];
const SESSIONS = [SessionOrganizationsRepository, SessionOrganizations];

@Module({
  imports: [OrganizationsModule, SettingsModule],
  controllers: [MembersController, RolesController],
  providers: [...MEMBERS, ...ROLES, ...SESSIONS],
  exports: [MembersService, AdminLetters, OrganizationFounding, RolesService, RoleHolders, SessionOrganizations],
})
export class MembersModule {
  @Ends('memberships') readonly ends: Enders = {
    ofMembership: ({ userId }) => this.members.delete(userId),
    ofOrganization: ({ ownerId }) => this.members.suspendOthers(ownerId),
    // Those in organizations that are deleted, too.
    ofErasedUser: async (user) =>
      (await this.members.endAllOf(user.userId)) + (await this.revocations.deletionOf('memberships')(user)),
  };

  constructor(
    private readonly revocations: Revocations,
    private readonly members: MembersService,
  ) {}
}
