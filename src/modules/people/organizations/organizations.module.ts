import { Module, type OnModuleInit } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
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
export class OrganizationsModule implements OnModuleInit {
  constructor(
    private readonly revocations: Revocations,
    private readonly organizations: OrganizationsService,
  ) {}

  onModuleInit(): void {
    this.revocations.bind('logo', { ofOrganization: () => this.organizations.clearLogo() });
  }
}
