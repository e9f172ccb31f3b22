import { Module, type OnModuleInit } from '@nestjs/common';
import { FurtherRules } from '../../platform/fields/further-rules';
import { UserErasureHooks, UserInOrganizationErasureHooks } from '../../platform/erasure/user-erasure-hooks';
import { UpdateMember } from './members.dto';
import { ClaimedOrganizationHooks, OrganizationsModule } from '../organizations';
import { MembersController } from './members.controller';
import { MemberRecorder } from './member.recorder';
import { MembersRepository } from './members.repository';
import { MembersService } from './members.service';
import { MembershipCascadeHooks } from './membership-cascade-hooks.service';
import { OrganizationFounding } from './organization-founding.service';
import { RoleHolders } from './role-holders';
import { RolesController } from './roles.controller';
import { RoleRecorder } from './role.recorder';
import { RolesRepository } from './roles.repository';
import { RolesService } from './roles.service';
import { SessionOrganizationsRepository } from './session-organizations.repository';
import { SessionOrganizations } from './session-organizations.service';

const MEMBERS = [MembersRepository, MemberRecorder, MembersService, MembershipCascadeHooks, OrganizationFounding];
const ROLES = [RolesRepository, RoleRecorder, RolesService, RoleHolders];
const SESSIONS = [SessionOrganizationsRepository, SessionOrganizations];

@Module({
  imports: [OrganizationsModule],
  controllers: [MembersController, RolesController],
  providers: [...MEMBERS, ...ROLES, ...SESSIONS],
  exports: [
    MembersService,
    MembershipCascadeHooks,
    OrganizationFounding,
    RolesService,
    RoleHolders,
    SessionOrganizations,
  ],
})
export class MembersModule implements OnModuleInit {
  constructor(
    private readonly claims: ClaimedOrganizationHooks,
    private readonly members: MembersService,
    private readonly roles: RolesService,
    private readonly rules: FurtherRules,
    private readonly erasures: UserErasureHooks,
    private readonly organizationErasures: UserInOrganizationErasureHooks,
  ) {}

  onModuleInit(): void {
    // Those in organizations that are deleted, too.
    this.erasures.deleteRows({ table: 'memberships' });
    this.organizationErasures.registerOrganizations(({ id }) => this.members.organizationsOf(id));
    this.rules.register(UpdateMember, async ({ role }) => [
      role === undefined ? null : await this.roles.problemOf(role),
    ]);
    this.claims.register(async ({ ownerId, shut }) => {
      shut.members += await this.members.suspendOthers(ownerId);
    });
  }
}
