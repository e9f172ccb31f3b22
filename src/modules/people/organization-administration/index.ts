export { OrganizationAdministrationModule } from './organization-administration.module';
