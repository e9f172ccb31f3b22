export { AdminLetters } from './admin-letters';
export { lockMembership, lockUser } from './member-locks';
export { MembersModule } from './members.module';
export { MembersService, type NewMember } from './members.service';
export { OrganizationFounding } from './organization-founding.service';
export { mayGrant, requireAuthorityOver, requireFreshToGrant, requireMayGrant } from './privileges';
export { RoleHolders, type RoleReferences } from './role-holders';
export { RoleName } from './roles.dto';
export { RolesService } from './roles.service';
export { SessionOrganizations } from './session-organizations.service';
export {
  IS_MEMBER,
  STANDING_COLUMNS,
  STANDING_JOINS,
  type Credential,
  type StandingRow,
  permissionsHeld,
  permissionsOf,
  principalOf,
} from './standing';
