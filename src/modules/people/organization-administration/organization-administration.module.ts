import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { OrganizationAdministrationController } from './organization-administration.controller';
import { OrganizationAdministrationRepository } from './organization-administration.repository';
import { OrganizationAdministration } from './organization-administration.service';
import { OrganizationUsageController } from './organization-usage.controller';

@Module({
  imports: [OrganizationsModule],
  controllers: [OrganizationAdministrationController, OrganizationUsageController],
  providers: [OrganizationAdministrationRepository, OrganizationAdministration],
})
export class OrganizationAdministrationModule {}
