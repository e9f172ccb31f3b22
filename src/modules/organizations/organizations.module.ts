import { Module } from '@nestjs/common';
import { InvitationSender } from './invitation-sender';
import { InvitationTokens } from './invitation-tokens.service';
import { InvitationsController } from './invitations.controller';
import { InvitationRecorder } from './invitation.recorder';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';
import { MembersController } from './members.controller';
import { MemberRecorder } from './member.recorder';
import { MembersRepository } from './members.repository';
import { MembersService } from './members.service';
import { MembershipEndings } from './membership-endings.service';
import { OrganizationAdministrationController } from './organization-administration.controller';
import { OrganizationAdministrationRepository } from './organization-administration.repository';
import { OrganizationAdministration } from './organization-administration.service';
import { OrganizationEndings } from './organization-endings.service';
import { OrganizationPurge } from './organization-purge.service';
import { OrganizationsController } from './organizations.controller';
import { OrganizationRecorder } from './organization.recorder';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';
import { RoleHolders } from './role-holders';
import { RolesController } from './roles.controller';
import { RoleRecorder } from './role.recorder';
import { RolesRepository } from './roles.repository';
import { RolesService } from './roles.service';

const ORGANIZATIONS = [OrganizationsRepository, OrganizationRecorder, OrganizationsService];
const MEMBERS = [MembersRepository, MemberRecorder, MembersService, MembershipEndings];
const ROLES = [RolesRepository, RoleRecorder, RolesService, RoleHolders];
const INVITATIONS = [InvitationsRepository, InvitationRecorder, InvitationSender, InvitationsService, InvitationTokens];
const ADMINISTRATION = [
  OrganizationAdministrationRepository,
  OrganizationAdministration,
  OrganizationEndings,
  OrganizationPurge,
];

// The last controller's `:id` would match the fixed paths of the others, so it comes last.
@Module({
  controllers: [
    MembersController,
    RolesController,
    InvitationsController,
    OrganizationsController,
    OrganizationAdministrationController,
  ],
  providers: [...ORGANIZATIONS, ...MEMBERS, ...ROLES, ...INVITATIONS, ...ADMINISTRATION],
  exports: [
    OrganizationsService,
    MembersService,
    RolesService,
    MembershipEndings,
    OrganizationEndings,
    InvitationTokens,
  ],
})
export class OrganizationsModule {}
