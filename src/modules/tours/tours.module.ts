import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { ToursController } from './tours.controller';
import { TourEvents } from './tours.events';
import { ToursRepository } from './tours.repository';
import { ToursService } from './tours.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [ToursController],
  providers: [ToursService, ToursRepository, TourEvents],
  exports: [ToursService],
})
export class ToursModule {}
