import { Module } from '@nestjs/common';
import { EventsModule } from '../events';
import { ToursModule } from '../tours';
import { CalendarsController } from './calendars.controller';
import { CalendarsService } from './calendars.service';

@Module({
  imports: [EventsModule, ToursModule],
  controllers: [CalendarsController],
  providers: [CalendarsService],
  exports: [CalendarsService],
})
export class CalendarsModule {}
