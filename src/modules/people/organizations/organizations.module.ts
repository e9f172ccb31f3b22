import { Module } from '@nestjs/common';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { OrganizationPurge } from './organization-purge.service';
import { OrganizationsController } from './organizations.controller';
import { OrganizationRecorder } from './organization.recorder';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';

@Module({
  controllers: [OrganizationsController],
  providers: [OrganizationsRepository, OrganizationRecorder, OrganizationsService, OrganizationPurge],
  exports: [OrganizationsService],
})
export class OrganizationsModule {
  @Ends('logo') readonly logoEnds: Enders = { ofOrganization: () => this.organizations.clearLogo() };

  constructor(private readonly organizations: OrganizationsService) {}
}
