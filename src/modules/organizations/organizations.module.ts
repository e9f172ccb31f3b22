import { Module } from '@nestjs/common';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsEvents } from './organizations.events';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';

@Module({
  controllers: [OrganizationsController],
  providers: [OrganizationsRepository, OrganizationsEvents, OrganizationsService],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
