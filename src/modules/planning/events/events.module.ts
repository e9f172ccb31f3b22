import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../people/organizations';
import { SummariesModule } from '../summaries';
import { UsersModule } from '../../people/users';
import { EventsController } from './events.controller';
import { EventsRepository } from './events.repository';
import { EventsService } from './events.service';

@Module({
  imports: [OrganizationsModule, SummariesModule, UsersModule],
  controllers: [EventsController],
  providers: [EventsService, EventsRepository],
  exports: [EventsService],
})
export class EventsModule {}
