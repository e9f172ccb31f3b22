import { Module } from '@nestjs/common';
import { ClaimedOrganizationHooks } from './claimed-organization-hooks.service';
import { OrganizationCascadeHooks } from './organization-cascade-hooks.service';
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
    OrganizationCascadeHooks,
    ClaimedOrganizationHooks,
    OrganizationPurge,
  ],
  exports: [OrganizationsService, OrganizationCascadeHooks, ClaimedOrganizationHooks],
})
export class OrganizationsModule {}
