import { Module } from '@nestjs/common';
import { OrganizationEndings } from './organization-endings.service';
import { OrganizationPurge } from './organization-purge.service';
import { OrganizationsController } from './organizations.controller';
import { OrganizationRecorder } from './organization.recorder';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';

@Module({
  controllers: [OrganizationsController],
  providers: [
    OrganizationsRepository,
    OrganizationRecorder,
    OrganizationsService,
    OrganizationEndings,
    OrganizationPurge,
  ],
  exports: [OrganizationsService, OrganizationEndings],
})
export class OrganizationsModule {}
