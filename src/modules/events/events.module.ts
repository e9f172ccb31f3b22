import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { SummariesModule } from '../summaries';
import { EventsController } from './events.controller';
import { EventRecorder } from './event.recorder';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';

@Module({
  imports: [OrganizationsModule, SummariesModule],
  controllers: [EventsController],
  providers: [EventsService, EventsRepository, EventRecorder],
  exports: [EventsService],
})
export class EventsModule {}
