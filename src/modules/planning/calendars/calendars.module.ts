import { Module } from '@nestjs/common';
import { EventsModule } from '../events';
import { ToursModule } from '../tours';
import { TripsModule } from '../trips';
import { CalendarsController } from './calendars.controller';
import { CalendarsService } from './calendars.service';

@Module({
  imports: [EventsModule, ToursModule, TripsModule],
  controllers: [CalendarsController],
  providers: [CalendarsService],
  exports: [CalendarsService],
})
export class CalendarsModule {}
