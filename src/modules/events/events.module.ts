import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { EventsController } from './events.controller';
import { EventRecorder } from './events.events';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [EventsController],
  providers: [EventsService, EventsRepository, EventRecorder],
  exports: [EventsService],
})
export class EventsModule {}
