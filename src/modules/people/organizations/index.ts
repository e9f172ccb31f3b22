export { keptSince } from './kept-since';
export { lockOrganization, type LockedOrganization } from './organization-lock';
export {
  AdministeredOrganizationView,
  MAIL_DAILY_LIMIT,
  ORGANIZATION_RATE_LIMIT,
  OrganizationView,
  UpdateProfile,
} from './organizations.dto';
export { ORGANIZATION_RECORD } from './organization.record';
export { OrganizationsModule } from './organizations.module';
export { OrganizationsService, type NewOrganization, type OrganizationChanges } from './organizations.service';
