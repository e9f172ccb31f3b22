import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../people/organizations';
import { SummariesModule } from '../summaries';
import { ToursController } from './tours.controller';
import { ToursRepository } from './tours.repository';
import { ToursService } from './tours.service';

@Module({
  imports: [OrganizationsModule, SummariesModule],
  controllers: [ToursController],
  providers: [ToursService, ToursRepository],
  exports: [ToursService],
})
export class ToursModule {}
