import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { ToursController } from './tours.controller';
import { TourRecorder } from './tour.recorder';
import { ToursRepository } from './tours.repository';
import { ToursService } from './tours.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [ToursController],
  providers: [ToursService, ToursRepository, TourRecorder],
  exports: [ToursService],
})
export class ToursModule {}
