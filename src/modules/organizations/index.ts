export { InvitationTokens } from './invitation-tokens.service';
export { lockMembership, lockOrganization, lockUser } from './locks.service';
export { MembersService } from './members.service';
export { MembershipEndings } from './membership-endings.service';
export { OrganizationEndings } from './organization-endings.service';
export { OrganizationView } from './organizations.dto';
export { OrganizationsModule } from './organizations.module';
export { OrganizationsService } from './organizations.service';
export { ROLE_NAME, RoleName } from './roles.dto';
export { RolesService } from './roles.service';
export {
  STANDING_COLUMNS,
  STANDING_JOINS,
  type StandingRow,
  permissionsHeld,
  permissionsOf,
  principalOf,
} from './standing.service';
