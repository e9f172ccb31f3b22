import { Module } from '@nestjs/common';
import { SettingsModule } from '../../people/settings';
import { EventGuestsModule } from '../event-guests';
import { EventsModule } from '../events';
import { ToursModule } from '../tours';
import { TripsModule } from '../trips';
import { CalendarsController } from './calendars.controller';
import { GuestCalendarController } from './guest-calendar.controller';
import { CalendarsService } from './calendars.service';

@Module({
  imports: [EventGuestsModule, EventsModule, SettingsModule, ToursModule, TripsModule],
  controllers: [CalendarsController, GuestCalendarController],
  providers: [CalendarsService],
  exports: [CalendarsService],
})
export class CalendarsModule {}
