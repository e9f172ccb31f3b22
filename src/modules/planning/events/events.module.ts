import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../people/organizations';
import { SummariesModule } from '../summaries';
import { UsersModule } from '../../people/users';
import { EventChanges } from './event-changes.service';
import { EventCreation } from './event-creation.service';
import { EventTripsRegistry } from './event-trips';
import { EventsController } from './events.controller';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';

@Module({
  imports: [OrganizationsModule, SummariesModule, UsersModule],
  controllers: [EventsController],
  providers: [EventsService, EventCreation, EventChanges, EventsRepository, EventTripsRegistry],
  exports: [EventsService, EventCreation, EventChanges, EventTripsRegistry],
})
export class EventsModule {}
