import { Module } from '@nestjs/common';
import { EventGuestsModule } from '../event-guests';
import { EventsModule } from '../events';
import { TeamMembersModule } from '../team-members';
import { VehicleAssignmentsModule } from '../vehicle-assignments';
import { EventDuplicatesController } from './event-duplicates.controller';
import { EventDuplicatesService } from './event-duplicates.service';

@Module({
  imports: [EventsModule, TeamMembersModule, VehicleAssignmentsModule, EventGuestsModule],
  controllers: [EventDuplicatesController],
  providers: [EventDuplicatesService],
})
export class EventDuplicatesModule {}
